/** Time at a live table, counted on by the page between two messages of the server, smoothly, in ticks. */

import { getContext, setContext, untrack } from 'svelte';
import type { TimeInfo } from '../../wire';
import { reduced } from '../effects/scene';
import type { Play } from './play.svelte';

/** What counting needs of a browser, so that a test can stand in for it. */
export interface Beat {
  /** Milliseconds. */
  now(): number;
  /** Calls again and again until told to stop. */
  every(call: () => void): () => void;
}

const A_SECOND = 1000;

/** Every frame; where motion is not wanted, once a second. */
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
  /** The tick it is now; a fraction, for it runs between two ticks as well. */
  now = $state(0);
  running = $state(false);
  /** Ticks in a second. */
  rate = $state(10);
  private heardAt = 0;
  private tick = 0;
  private time: TimeInfo | null = null;

  constructor(private readonly beat: Beat) {}

  /** The server has spoken: the tick on its sheet, and how time goes on from there; a dead line stops it. */
  hear(tick: number, time: TimeInfo | null, live = true): void {
    if (time !== this.time || tick !== this.tick) {
      if (tick < this.tick) this.now = tick; // the server never counts back: another clock has begun
      [this.time, this.tick, this.heardAt] = [time, tick, this.beat.now()];
      this.rate = time?.rate ?? this.rate;
    }
    const running = live && (time?.running ?? false);
    if (running !== this.running) this.running = running;
    this.look(true);
  }

  /** Counts on until the returned function is called. */
  run(): () => void {
    return this.beat.every(() => this.look());
  }

  /** Seconds from now to a tick; none once it has passed. */
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
    // A word of the server that took longer than the last one must not make the sand run upwards.
    const late = this.now - due;
    if (late <= 0 || late > this.rate) this.now = due;
  }
}

const GAME_CLOCK = Symbol('game clock');

/** Follows the sheets of a play; `tick` says which tick a sheet shows. For a component, while it stands. */
export function follow(play: Play, tick: () => number): GameClock {
  const gameClock = new GameClock(beat);
  $effect.pre(() => {
    const [at, time, live] = [tick(), play.sheet.time ?? null, play.live];
    untrack(() => gameClock.hear(at, time, live));
  });
  $effect(() => (gameClock.running ? gameClock.run() : undefined));
  return setContext(GAME_CLOCK, gameClock);
}

export const useGameClock = (): GameClock => getContext<GameClock>(GAME_CLOCK);
