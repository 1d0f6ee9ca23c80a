/** What is seen of an update, from the lines it brings: what moved, by whom, and how long one looks at it. */

import type { EventText, Line, Spoken } from '../../wire';
import { session } from '../state/session.svelte';

export type Motion = EventText['motion'];
export type Speed = 'calm' | 'brisk' | 'at once';
export const SPEEDS: Speed[] = ['calm', 'brisk', 'at once'];

export interface Scene {
  motions: ReadonlySet<Motion>;
  /** Who did it, where it was one seat alone. */
  actor: number | null;
  /** The seat that the own hand goes to, where hands go round. */
  passedTo: number | null;
  /** How many times as long as usual everything takes. */
  tempo: number;
}

/** Milliseconds that each motion is looked at. */
const LENGTHS: Record<Motion, number> = {
  reveal: 1000,
  roll: 800,
  pass: 700,
  fall: 600,
  move: 500,
  pay: 500,
  '': 250,
};
const TEMPO: Record<Speed, number> = { calm: 1.6, brisk: 1, 'at once': 0 };

/** The switch of the system: no motion at all, not even a hand of a clock. */
export const reduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whoever wants to see nothing move has it so. */
export const still = (): boolean => session.switches.motion === 'at once' || reduced();

export const tempo = (): number => (still() ? 0 : TEMPO[session.switches.motion]);

/** What the words of a game tell of its events: a play knows them. */
interface Told {
  game: { events: Record<string, EventText> };
  seatOf(event: Spoken): number | null;
}

export function sceneOf(lines: Line[], told: Told): Scene {
  const motion = (event: Spoken): Motion => told.game.events?.[event[0]]?.motion ?? '';
  const seats = new Set(lines.map(([event]) => told.seatOf(event)).filter((seat) => seat !== null));
  const passed = lines.find(([event]) => motion(event) === 'pass' && told.seatOf(event) !== null);
  return {
    motions: new Set(lines.map(([event]) => motion(event))),
    actor: seats.size === 1 ? [...seats][0]! : null,
    passedTo: passed ? told.seatOf(passed[0]) : null,
    tempo: tempo(),
  };
}

/** How long a scene is looked at; nothing told, nothing to see. */
export const lengthOf = (lines: Line[], scene: Scene): number =>
  lines.length ? scene.tempo * Math.max(...[...scene.motions].map((motion) => LENGTHS[motion])) : 0;
