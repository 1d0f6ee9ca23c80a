/** The line that tells whom the table waits for, while others act. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CALM, Calm, LIVE } from '../src/lib/effects/calm.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('while others act, the line changes at most every 3 seconds and ends with the last one', () => {
  const calm = new Calm('', Date.now);
  const shown: string[] = [];
  for (let step = 0; step < 60; step++) {
    calm.set(`Ben thinks about ${step}`, false);
    if (shown.at(-1) !== calm.text) shown.push(calm.text);
    vi.advanceTimersByTime(500);
  }
  vi.advanceTimersByTime(CALM);
  expect(shown.length).toBeLessThanOrEqual(11); // 30 s
  expect(calm.text).toBe('Ben thinks about 59');
});

test('where time runs, the line changes twice as often', () => {
  const calm = new Calm('', Date.now);
  const shown: string[] = [];
  for (let seconds = 30; seconds > 0; seconds--) {
    calm.set(`Your hands are full for ${seconds} s.`, false, LIVE);
    if (shown.at(-1) !== calm.text) shown.push(calm.text);
    vi.advanceTimersByTime(1000);
  }
  expect(shown.length).toBeGreaterThan(15);
});

test('a question to the player is shown at once, and no older line replaces it', () => {
  const calm = new Calm('', Date.now);
  calm.set('Ben thinks', false);
  calm.set('Cleo thinks', false);
  calm.set('Which card?', true);
  expect(calm.text).toBe('Which card?');
  vi.advanceTimersByTime(10 * CALM);
  expect(calm.text).toBe('Which card?');
});
