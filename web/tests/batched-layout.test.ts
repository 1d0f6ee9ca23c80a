import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterwards, postponed } from '../src/lib/effects/batched-layout';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 16));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('work requested several times runs once, after the frame', () => {
  const act = vi.fn();
  const { soon } = postponed(act);
  soon();
  soon();
  expect(act).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(act).toHaveBeenCalledTimes(1);
  soon();
  vi.runAllTimers();
  expect(act).toHaveBeenCalledTimes(2);
});

test('waiting work can be run at once or dropped', () => {
  const act = vi.fn();
  const { soon, now, never } = postponed(act);
  now();
  expect(act).not.toHaveBeenCalled();
  soon();
  now();
  vi.runAllTimers();
  expect(act).toHaveBeenCalledTimes(1);
  soon();
  never();
  vi.runAllTimers();
  expect(act).toHaveBeenCalledTimes(1);
});

test('code the first drawing does not need is loaded after it, with retries until stopped', async () => {
  let tries = 0;
  const fetch = vi.fn(() => (tries++ ? Promise.resolve('the book') : Promise.reject(new Error('offline'))));
  const take = vi.fn();
  afterwards(fetch, take);
  expect(fetch).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(take.mock.calls).toEqual([['the book']]);
  const stop = afterwards(() => Promise.resolve('late'), take);
  stop();
  await vi.runAllTimersAsync();
  expect(take).toHaveBeenCalledTimes(1);
});
