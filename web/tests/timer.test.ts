import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KitchenTimer } from '../src/lib/state/timer.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a timer counts down and rings once', () => {
  const ring = vi.fn();
  const timer = new KitchenTimer(180, ring);
  timer.start();
  vi.advanceTimersByTime(179_000);
  expect([timer.state, Math.ceil(timer.left), ring.mock.calls.length]).toEqual(['running', 1, 0]);
  vi.advanceTimersByTime(5_000);
  expect([timer.state, timer.left, ring.mock.calls.length]).toEqual(['out', 0, 1]);
});

test('a pause stops the time, and it continues from there', () => {
  const ring = vi.fn();
  const timer = new KitchenTimer(60, ring);
  timer.start();
  vi.advanceTimersByTime(20_000);
  timer.pause();
  vi.advanceTimersByTime(500_000);
  expect([timer.state, timer.left]).toEqual(['paused', 40]);
  timer.start();
  vi.advanceTimersByTime(41_000);
  expect(ring).toHaveBeenCalledOnce();
});

test('a finished timer can be extended or restarted', () => {
  const timer = new KitchenTimer(10, () => undefined);
  timer.start();
  vi.advanceTimersByTime(11_000);
  timer.start(60);
  vi.advanceTimersByTime(30_000);
  expect(timer.left).toBe(30);
  timer.reset();
  expect([timer.state, timer.left]).toEqual(['ready', 10]);
});
