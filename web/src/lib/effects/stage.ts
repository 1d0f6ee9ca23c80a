/** Animates one change of the table, from its layout before and after. */

import { type Marks, depart, left, markOf, marks, passHands, pay, tumble } from './flights';
import { type Places, places, travel } from './flip';
import { type Scene, still } from './scene';

export interface Before {
  places: Places;
  marks: Marks;
}

/** Record the layout of the table; null if nothing is to be animated. */
export const before = (root: Element | null): Before | null =>
  !root || still() ? null : { places: places(root), marks: marks(root) };

/** The number of seats, and the seat at the bottom of the screen. */
interface Round {
  seats: number;
  viewer: number;
}

/** Wait for the next frame. Drawing, layout and animation are three tasks, so that none is long. */
export function frame(root: HTMLElement | null): Promise<unknown> {
  soonest(() => root?.offsetHeight); // reading it forces the layout
  return new Promise((go) => requestAnimationFrame(go));
}

/** Run in a task of its own, before the next frame where the browser supports that. */
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
  // If new pieces came, they cover the ones that are gone, so nobody took those.
  if (!own && !fresh && scene.motions.has('move')) depart(root, gone, mark, scene);
  if (scene.motions.has('pass')) passHands(root, round.seats, round.viewer, scene);
  if (scene.motions.has('roll') || scene.motions.has('reveal')) tumble(root, was.marks, scene);
  pay(root, was.marks, gone[0] ?? null, scene);
}
