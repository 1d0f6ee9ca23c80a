/** The clock of a real-time game. The page counts smoothly between two messages of the server, in ticks. */

import { getContext, setContext, untrack } from 'svelte';
import type { TimeInfo } from '../../wire';
import { reduced } from '../effects/scene';
import type { Play } from './play.svelte';

/** The clock and the frames of the browser, replaced in tests. */
export interface Beat {
  /** The time in milliseconds. */
  now(): number;
  /** Call repeatedly, until the returned function is called. */
  every(call: () => void): () => void;
}

const A_SECOND = 1000;

/** Every frame; with reduced motion, every second. */
export const beat: Beat = {
  now: () => performance.now(),
  every: (call) => (reduced() ? bySeconds(call) : byFrames(call)),
};

function bySeconds(call: () => void): () => void {
  const timer = setInterval(call, A_SECOND);
  return () => clearInterval(timer);
}

function byFrames(call: () => void): () => void {
  let frame = requestAnimationFrame(function next() {
    call();
    frame = requestAnimationFrame(next);
  });
  return () => cancelAnimationFrame(frame);
}

export class GameClock {
  /** The current tick, with a fraction. */
  now = $state(0);
  running = $state(false);
  /** Ticks per second. */
  rate = $state(10);
  private heardAt = 0;
  private tick = 0;
  private time: TimeInfo | null = null;

  constructor(private readonly beat: Beat) {}

  /** Takes the tick of a snapshot and how time goes on from there. A lost connection stops the clock. */
  hear(tick: number, time: TimeInfo | null, live = true): void {
    if (time !== this.time || tick !== this.tick) {
      if (tick < this.tick) this.now = tick; // the server never counts back, so this is another clock
      [this.time, this.tick, this.heardAt] = [time, tick, this.beat.now()];
      this.rate = time?.rate ?? this.rate;
    }
    const running = live && (time?.running ?? false);
    if (running !== this.running) this.running = running;
    this.look(true);
  }

  /** Count until the returned function is called. */
  run(): () => void {
    return this.beat.every(() => this.look());
  }

  /** Seconds until a tick; 0 once it has passed. */
  until(tick: number): number {
    return Math.max(0, tick - this.now) / this.rate;
  }

  private look(told = false): void {
    if (!this.running) {
      if (told && !this.time?.running) this.now = this.tick;
      return;
    }
    const seconds = (this.time?.gone ?? 0) + (this.beat.now() - this.heardAt) / A_SECOND;
    const due = this.tick + seconds * this.rate;
    // A message that was delayed more than the last one must not make time run backwards.
    const late = this.now - due;
    if (late <= 0 || late > this.rate) this.now = due;
  }
}

const GAME_CLOCK = Symbol('game clock');

/**
 * Create the clock of a component that follows the snapshots of a play; `tick` reads the tick of a snapshot.
 */
export function follow(play: Play, tick: () => number): GameClock {
  const gameClock = new GameClock(beat);
  $effect.pre(() => {
    const [at, time, live] = [tick(), play.snapshot.time ?? null, play.live];
    untrack(() => gameClock.hear(at, time, live));
  });
  $effect(() => (gameClock.running ? gameClock.run() : undefined));
  return setContext(GAME_CLOCK, gameClock);
}

export const useGameClock = (): GameClock => getContext<GameClock>(GAME_CLOCK);
