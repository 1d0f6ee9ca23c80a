/** One scene on the table: how it lay before, and what moves once it lies otherwise. */

import { type Marks, depart, left, markOf, marks, passHands, pay, tumble } from './flights';
import { type Places, places, travel } from './flip';
import { type Scene, still } from './scene';

export interface Before {
  places: Places;
  marks: Marks;
}

/** How the table lies; nothing where nothing is to move. */
export const before = (root: Element | null): Before | null =>
  !root || still() ? null : { places: places(root), marks: marks(root) };

/** Who sits here: how many there are, and who looks. */
interface Round {
  seats: number;
  viewer: number;
}

/** The next frame. What is drawn, how it lies and what moves are three tasks, so that none is a long one. */
export function frame(root: HTMLElement | null): Promise<unknown> {
  soonest(() => root?.offsetHeight); // to ask for it has everything laid out
  return new Promise((go) => requestAnimationFrame(go));
}

/** In a task of its own, before the next frame where the browser knows how. */
function soonest(act: () => void): void {
  if ('scheduler' in window) void scheduler.postTask(act, { priority: 'user-blocking' });
  else setTimeout(act);
}

export function play(root: Element | null, was: Before | null, scene: Scene, round: Round): void {
  if (!root || !was || !scene.tempo) return;
  const giver =
    scene.passedTo === null ? null : (2 * round.viewer - scene.passedTo + round.seats) % round.seats;
  const gone = left(root, was.places);
  const own = scene.actor === round.viewer && !scene.motions.has('pass');
  const mark = markOf(root, scene.motions.has('pass') ? giver : scene.actor);
  const fresh = travel(root, was.places, scene, (own && gone[0]) || mark);
  // Where something new came, what is gone was covered by it, and nobody took it.
  if (!own && !fresh && scene.motions.has('move')) depart(root, gone, mark, scene);
  if (scene.motions.has('pass')) passHands(root, round.seats, round.viewer, scene);
  if (scene.motions.has('roll') || scene.motions.has('reveal')) tumble(root, was.marks, scene);
  pay(root, was.marks, gone[0] ?? null, scene);
}
