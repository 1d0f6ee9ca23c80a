import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postponed } from '../src/lib/effects/drawn';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 16));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('what is asked for several times is done once, after the frame', () => {
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

test('what waits can be done at once or forgotten, and what does not wait is not done', () => {
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
