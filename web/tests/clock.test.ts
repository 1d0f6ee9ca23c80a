import { describe, expect, it } from 'vitest';
import { type Beat, GameClock } from '../src/lib/state/clock.svelte';

/** A browser whose clock is set by hand. */
function hand(): Beat & { at: number; strike: () => void } {
  const calls = new Set<() => void>();
  return {
    at: 5000,
    now() {
      return this.at;
    },
    every(call) {
      calls.add(call);
      return () => calls.delete(call);
    },
    strike: () => calls.forEach((call) => call()),
  };
}

const running = (gone = 0, rate = 10) => ({ running: true, rate, gone });

/** A clock that runs, and stands at tick 100. */
function at100() {
  const beat = hand();
  const gameClock = new GameClock(beat);
  gameClock.hear(100, running());
  return { beat, gameClock, stop: gameClock.run() };
}

describe('the clock of a game', () => {
  it('runs between two messages in fractions of a tick', () => {
    const { beat, gameClock, stop } = at100();
    beat.at += 16;
    beat.strike();
    expect(gameClock.now).toBeCloseTo(100.16);
    beat.at += 984;
    beat.strike();
    expect(gameClock.now).toBeCloseTo(110);
    stop();
    beat.at += 1000;
    beat.strike();
    expect(gameClock.now).toBeCloseTo(110);
  });

  it('counts the time passed before the snapshot, at the rate of the server', () => {
    const gameClock = new GameClock(hand());
    gameClock.hear(0, running(0.25, 200));
    expect(gameClock.now).toBeCloseTo(50);
    expect(gameClock.until(250)).toBeCloseTo(1);
    expect(gameClock.until(20)).toBe(0);
  });

  it('starts again when the server starts another clock, at any rate', () => {
    const gameClock = new GameClock(hand());
    gameClock.hear(0, running(0, 100));
    gameClock.hear(-30, running(0, 100));
    expect(gameClock.now).toBeCloseTo(-30);
  });

  it('stands still in a pause and continues from there', () => {
    const { beat, gameClock } = at100();
    beat.at += 500;
    gameClock.hear(105, { running: false, rate: 10, gone: 0 });
    beat.at += 60_000;
    beat.strike();
    expect(gameClock.now).toBe(105);
    gameClock.hear(105, running());
    beat.at += 100;
    beat.strike();
    expect(gameClock.now).toBeCloseTo(106);
  });

  it('never runs backwards because of a late message, but does in a new shift', () => {
    const { beat, gameClock } = at100();
    beat.at += 1000;
    beat.strike();
    gameClock.hear(108, running());
    expect(gameClock.now).toBeCloseTo(110);
    beat.at += 300;
    beat.strike();
    expect(gameClock.now).toBeCloseTo(111);
    gameClock.hear(0, running());
    expect(gameClock.now).toBe(0);
  });

  it('stops without a connection, and counts the same snapshot only once', () => {
    const beat = hand();
    const gameClock = new GameClock(beat);
    const time = running();
    gameClock.hear(100, time);
    gameClock.run();
    beat.at += 1000;
    beat.strike();
    gameClock.hear(100, time, false);
    beat.at += 9000;
    beat.strike();
    expect(gameClock.now).toBeCloseTo(110);
    gameClock.hear(100, time);
    expect(gameClock.now).toBeCloseTo(200);
  });

  it('shows the recorded tick in a replay', () => {
    const gameClock = new GameClock(hand());
    gameClock.hear(1234, null);
    expect(gameClock.now).toBe(1234);
    gameClock.hear(77, null);
    expect(gameClock.now).toBe(77);
  });
});
