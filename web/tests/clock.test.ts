import { describe, expect, it } from 'vitest';
import { type Beat, Hours } from '../src/lib/state/clock.svelte';

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

describe('hours', () => {
  it('run on between two words of the house, in fractions of a tick', () => {
    const beat = hand();
    const hours = new Hours(beat);
    hours.hear(100, running());
    const stop = hours.run();
    beat.at += 16;
    beat.strike();
    expect(hours.now).toBeCloseTo(100.16);
    beat.at += 984;
    beat.strike();
    expect(hours.now).toBeCloseTo(110);
    stop();
    beat.at += 1000;
    beat.strike();
    expect(hours.now).toBeCloseTo(110);
  });

  it('count what had gone by when the sheet was sent, at the rate of the house', () => {
    const hours = new Hours(hand());
    hours.hear(0, running(0.25, 200));
    expect(hours.now).toBeCloseTo(50);
    expect(hours.until(250)).toBeCloseTo(1);
    expect(hours.until(20)).toBe(0);
  });

  it('begin anew where the house begins another clock, however fast it runs', () => {
    const hours = new Hours(hand());
    hours.hear(0, running(0, 100));
    hours.hear(-30, running(0, 100));
    expect(hours.now).toBeCloseTo(-30);
  });

  it('stand still in a pause and go on from there', () => {
    const beat = hand();
    const hours = new Hours(beat);
    hours.hear(100, running());
    hours.run();
    beat.at += 500;
    hours.hear(105, { running: false, rate: 10, gone: 0 });
    beat.at += 60_000;
    beat.strike();
    expect(hours.now).toBe(105);
    hours.hear(105, running());
    beat.at += 100;
    beat.strike();
    expect(hours.now).toBeCloseTo(106);
  });

  it('never run backwards because a word came late, but do when a new shift begins', () => {
    const beat = hand();
    const hours = new Hours(beat);
    hours.hear(100, running());
    hours.run();
    beat.at += 1000;
    beat.strike();
    hours.hear(108, running());
    expect(hours.now).toBeCloseTo(110);
    beat.at += 300;
    beat.strike();
    expect(hours.now).toBeCloseTo(111);
    hours.hear(0, running());
    expect(hours.now).toBe(0);
  });

  it('hold on a dead line, whatever the sheet says, and hear the same sheet only once', () => {
    const beat = hand();
    const hours = new Hours(beat);
    const time = running();
    hours.hear(100, time);
    hours.run();
    beat.at += 1000;
    beat.strike();
    hours.hear(100, time, false);
    beat.at += 9000;
    beat.strike();
    expect(hours.now).toBeCloseTo(110);
    hours.hear(100, time);
    expect(hours.now).toBeCloseTo(200);
  });

  it('show a tick of the past where no time runs', () => {
    const hours = new Hours(hand());
    hours.hear(1234, null);
    expect(hours.now).toBe(1234);
    hours.hear(77, null);
    expect(hours.now).toBe(77);
  });
});
