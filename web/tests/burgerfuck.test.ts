import { expect, test } from 'vitest';
import { duel, heaped, isCardsTime, lastPawn, line } from '../src/tables/burgerfuck/reading';
import type { Line } from '../src/wire';

const told = (...events: unknown[][]): Line[] => events.map((event) => [event as Line[0], '']);

test('equal cards are one pile, sorted by suit', () => {
  expect(heaped([30, 2, 30, -1, 52])).toEqual([
    { card: 2, count: 1 },
    { card: 30, count: 2 },
    { card: 52, count: 1 },
  ]);
});

test('a line of four is drawn through the cell where a pawn would rest', () => {
  const grid = [[0], [1, 0], [1, 1, 0], [1, 1, 1], [], [], []];
  expect(line(grid, 0, 3, 3)).toHaveLength(4);
  expect(line(grid, 1, 3, 3)).toEqual([
    [3, 3],
    [3, 2],
    [3, 1],
    [3, 0],
  ]);
  expect(line(grid, 0, 4, 0)).toEqual([]);
});

test('a contention shows who drew until the next card', () => {
  const log = told(['played', 0, 12, 0], ['contention', 0, 4, -1, 9], ['drew', 0, 1], ['got', [3]]);
  expect(duel(log)).toMatchObject({ attacker: 0, attack: 4, defender: -1, defence: 9, latest: true });
  expect(duel(log)?.draws.get(0)).toBe(1);
  expect(duel([...log, ...told(['struck', 1, 25])])?.latest).toBe(false);
  expect(duel(told(['turn', 1, 0]))).toBeNull();
});

test('the last pawn is marked until the grid is emptied', () => {
  const grid = [[], [0, 1], [], [], [], [], []];
  expect(lastPawn(told(['dropped', 1, 1]), grid)).toEqual([1, 1]);
  expect(lastPawn(told(['dropped', 1, 1], ['four', 1, 1]), grid)).toBeNull();
});

test('cards time begins when the pawn of the turn has dropped', () => {
  expect(isCardsTime(told(['turn', 1, 0]))).toBe(false);
  expect(isCardsTime(told(['turn', 1, 0], ['dropped', 0, 3]))).toBe(true);
  expect(isCardsTime(told(['turn', 1, 0], ['dropped', 0, 3], ['turn', 2, 1]))).toBe(false);
});
