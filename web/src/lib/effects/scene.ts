/** Describes the animation of an update, from its log lines: which motions, by which seat, and how long. */

import type { EventText, Line, Spoken } from '../../wire';
import { session } from '../state/session.svelte';

export type Motion = EventText['motion'];
export type Speed = 'calm' | 'brisk' | 'at once';
export const SPEEDS: Speed[] = ['calm', 'brisk', 'at once'];

export interface Scene {
  motions: ReadonlySet<Motion>;
  /** The acting seat, if it is only one. */
  actor: number | null;
  /** The seat that gets the viewer's hand, if hands are passed on. */
  passedTo: number | null;
  /** Factor on all durations. */
  tempo: number;
}

/** Milliseconds of each motion. */
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

/** Whether the system asks for reduced motion. */
export const reduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether animations are off. */
export const still = (): boolean => session.switches.motion === 'at once' || reduced();

export const tempo = (): number => (still() ? 0 : TEMPO[session.switches.motion]);

/** The part of a play that describes events. */
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

/** Milliseconds of a scene; 0 without log lines. */
export const lengthOf = (lines: Line[], scene: Scene): number =>
  lines.length ? scene.tempo * Math.max(...[...scene.motions].map((motion) => LENGTHS[motion])) : 0;
