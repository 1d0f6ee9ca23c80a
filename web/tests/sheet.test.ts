import { expect, test } from 'vitest';
import { follows, patched, stale } from '../src/lib/state/sheet';
import type { Sheet } from '../src/wire';

const SHEET: Sheet = {
  seat: 0,
  view: { round: 1, coins: [0, 0] },
  options: [[['choose', 3], 'Choose Bacon']],
  anytime: [],
  waiting: [0, 1],
  paused: false,
  prompt: 'Which card?',
  log: [[['dealt', 1], 'Round 1.']],
  undo: null,
  over: false,
  points: [0, 0],
  places: [],
  winners: [],
  reason: '',
  clocks: null,
  time: null,
  seed: null,
};

test('of the view only the zones that differ are replaced', () => {
  const next = patched(SHEET, { type: 'update', version: 2, log: [], set: { view: { coins: [3, 0] } } });
  expect(next.view).toEqual({ round: 1, coins: [3, 0] });
  expect(SHEET.view.coins).toEqual([0, 0]);
});

test('new lines stand below the old ones', () => {
  const next = patched(SHEET, {
    type: 'update',
    version: 2,
    log: [[['decided', 1], 'Ben has decided.']],
    set: {},
  });
  expect(next.log.map(([, words]) => words)).toEqual(['Round 1.', 'Ben has decided.']);
});

test('keys that are not named stay as they were', () => {
  const next = patched(SHEET, { type: 'update', version: 2, log: [], set: { waiting: [1], options: [] } });
  expect(next.waiting).toEqual([1]);
  expect(next.options).toEqual([]);
  expect(next.prompt).toBe('Which card?');
  expect(next.view).toBe(SHEET.view);
});

test('a version that does not follow tells of a gap, an old one is dropped', () => {
  expect(follows(4, 5)).toBe(true);
  expect(follows(4, 6)).toBe(false);
  expect(follows(null, 1)).toBe(false);
  expect(stale(4, 4)).toBe(true);
  expect(stale(4, 5)).toBe(false);
});
