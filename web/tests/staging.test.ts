import { beforeEach, expect, test } from 'vitest';
import { MOST, PATIENCE, Staging } from '../src/lib/effects/staging';

let shown: string[][];
let timer: { call: () => void; ms: number } | null;
let staging: Staging<string>;

beforeEach(() => {
  [shown, timer] = [[], null];
  staging = new Staging<string>((updates) => shown.push(updates), {
    later: (call, ms) => (timer = { call, ms }),
    never: (one) => {
      if (timer === one) timer = null;
    },
  });
});

/** The time that was waited for is over. */
function ring(): number {
  const { call, ms } = timer!;
  timer = null;
  call();
  return ms;
}

test('the first update is shown at once, the others in order after their time', () => {
  for (const name of ['a', 'b', 'c']) staging.push(name, 400);
  expect(shown).toEqual([['a']]);
  expect(staging.behind).toBe(2);
  ring();
  ring();
  expect(shown).toEqual([['a'], ['b'], ['c']]);
  ring();
  expect(timer).toBeNull();
  staging.push('d', 400);
  expect(shown.at(-1)).toEqual(['d']);
});

test('the more updates wait, the less time each has', () => {
  for (const name of ['a', 'b', 'c', 'd']) staging.push(name, 400);
  ring();
  expect(ring()).toBeLessThan(400);
  expect(ring()).toBeLessThan(400);
  expect(ring()).toBe(400);
});

test('a player with a question sees all updates at once', () => {
  staging.push('a', 1000);
  staging.push('b', 1000);
  staging.push('c', 1000, 'now');
  expect(shown).toEqual([['a'], ['b', 'c']]);
  expect(staging.behind).toBe(0);
});

test('a player who watches sees every update, with a limit on the delay of the question', () => {
  staging.push('a', 9000);
  staging.push('b', 9000);
  staging.push('c', 9000, 'soon');
  let waited = 0;
  while (staging.behind) waited += ring();
  expect(shown).toEqual([['a'], ['b'], ['c']]);
  expect(waited).toBeLessThanOrEqual(1.5 * PATIENCE);
});

test('a touch skips to the present, and the next update is shown at once', () => {
  staging.push('a', 1000);
  staging.push('b', 1000);
  staging.skip();
  expect(shown).toEqual([['a'], ['b']]);
  staging.skip();
  staging.push('c', 1000);
  expect(shown.at(-1)).toEqual(['c']);
});

test('the delay is limited', () => {
  for (let i = 0; i < MOST + 2; i++) staging.push(String(i), 1000);
  expect(staging.behind).toBe(0);
  expect(shown.flat()).toEqual(Array.from({ length: MOST + 2 }, (_, i) => String(i)));
});

test('a dropped update is never shown', () => {
  staging.push('a', 1000);
  staging.push('b', 1000);
  staging.clear();
  expect(timer).toBeNull();
  staging.push('c', 1000);
  expect(shown).toEqual([['a'], ['c']]);
});
