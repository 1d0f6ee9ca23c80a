import { expect, test } from 'vitest';
import { extended, follows, patched, stale } from '../src/lib/state/snapshot';
import type { LogPage, Snapshot } from '../src/wire';

const SNAPSHOT: Snapshot = {
  seat: 0,
  view: { round: 1, coins: [0, 0] },
  options: [[['choose', 3], 'Choose Bacon']],
  anytime: [],
  waiting: [0, 1],
  sealed: false,
  habits: null,
  paused: false,
  prompt: 'Which card?',
  log: [[['dealt', 1], 'Round 1.']],
  undo: null,
  over: false,
  points: [0, 0],
  places: [],
  winners: [],
  reason: '',
  tallies: [],
  clocks: null,
  time: null,
  seed: null,
  log_from: 0,
};

test('only changed zones of the view are replaced', () => {
  const next = patched(SNAPSHOT, { type: 'update', version: 2, log: [], set: { view: { coins: [3, 0] } } });
  expect(next.view).toEqual({ round: 1, coins: [3, 0] });
  expect(SNAPSHOT.view.coins).toEqual([0, 0]);
});

test('new log lines are appended', () => {
  const next = patched(SNAPSHOT, {
    type: 'update',
    version: 2,
    log: [[['decided', 1], 'Ben has decided.']],
    set: {},
  });
  expect(next.log.map(([, words]) => words)).toEqual(['Round 1.', 'Ben has decided.']);
});

test('keys that are not in the update stay', () => {
  const next = patched(SNAPSHOT, { type: 'update', version: 2, log: [], set: { waiting: [1], options: [] } });
  expect(next.waiting).toEqual([1]);
  expect(next.options).toEqual([]);
  expect(next.prompt).toBe('Which card?');
  expect(next.view).toBe(SNAPSHOT.view);
});

test('a page of earlier lines is prepended if it ends where the log begins', () => {
  const cut: Snapshot = { ...SNAPSHOT, log_from: 2 };
  const page: LogPage = { log_from: 1, log: [[['decided', 1], 'Ben has decided.']] };
  const next = extended(cut, page);
  expect(next.log_from).toBe(1);
  expect(next.log.map(([, words]) => words)).toEqual(['Ben has decided.', 'Round 1.']);
  expect(extended(next, page)).toBe(next);
});

test('an update leaves the number of earlier lines alone', () => {
  const next = patched({ ...SNAPSHOT, log_from: 7 }, { type: 'update', version: 2, log: [], set: {} });
  expect(next.log_from).toBe(7);
});

test('a version that does not follow is a gap; an old one is dropped', () => {
  expect(follows(4, 5)).toBe(true);
  expect(follows(4, 6)).toBe(false);
  expect(follows(null, 1)).toBe(false);
  expect(stale(4, 4)).toBe(true);
  expect(stale(4, 5)).toBe(false);
});
