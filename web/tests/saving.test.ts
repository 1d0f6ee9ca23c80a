import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Saving } from '../src/lib/state/saving.svelte';
import { SAVING, UNCONFIRMED } from '../src/lib/text/saving';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An answer that comes when the test says so. */
function sent(saving: Saving): { comes: (answer: string) => Promise<void>; answer: Promise<string> } {
  let settle: (answer: string) => void = () => undefined;
  const answer = saving.until(new Promise<string>((go) => (settle = go)));
  return { answer, comes: async (words) => (settle(words), void (await answer)) };
}

test('a fast answer never shows "Saving…"', async () => {
  const saving = new Saving();
  const play = sent(saving);
  vi.advanceTimersByTime(599);
  expect([saving.words, saving.isUnderWay, saving.isLate]).toEqual(['', true, false]);
  await play.comes('done');
  expect(saving.isUnderWay).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect([saving.words, await play.answer]).toEqual(['', 'done']);
});

test('a slow answer shows "Saving…" until it arrives', async () => {
  const saving = new Saving();
  const play = sent(saving);
  vi.advanceTimersByTime(600);
  expect(saving.words).toBe(SAVING);
  vi.advanceTimersByTime(9_399);
  expect([saving.words, saving.more]).toEqual([SAVING, '']);
  vi.advanceTimersByTime(1);
  expect([saving.words, saving.more]).toEqual([SAVING, UNCONFIRMED]);
  await play.comes('refused');
  expect([saving.words, saving.more, await play.answer]).toEqual(['', '', 'refused']);
});

test('"Saving…" stays while one of several answers is missing', async () => {
  const saving = new Saving();
  const first = sent(saving);
  vi.advanceTimersByTime(9_500);
  const second = sent(saving);
  vi.advanceTimersByTime(600);
  expect(saving.more).toBe(UNCONFIRMED);
  await first.comes('done');
  expect([saving.words, saving.more]).toEqual([SAVING, '']);
  await second.comes('done');
  expect(saving.words).toBe('');
});

test('a failed request ends "Saving…"', async () => {
  const saving = new Saving();
  const failing = saving.until(new Promise((_, fail) => setTimeout(() => fail(new Error('gone')), 700)));
  vi.advanceTimersByTime(650);
  expect(saving.words).toBe(SAVING);
  vi.advanceTimersByTime(50);
  await expect(failing).rejects.toThrow('gone');
  expect(saving.words).toBe('');
});
