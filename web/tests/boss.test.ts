import { expect, test } from 'vitest';
import { type BossView, phases, tooFresh } from '../src/tables/burger-boss/reading';
import type { GameInfo } from '../src/wire';

test('the last tokens of each kind are the fresh ones', () => {
  expect(tooFresh([0, 0, 1, 1, 1, 3], [1, 1])).toEqual([false, false, false, true, true, false]);
  expect(tooFresh([0, 1], [])).toEqual([false, false]);
});

test('the current phase is the one the game names', () => {
  const names = { placement: 'Placement & Cooking', sales: 'Sales' };
  const game = { kinds: { phase: { names } } } as unknown as GameInfo;
  expect(phases(game, { phase: 'sales' } as BossView)).toEqual({ names: Object.values(names), at: 1 });
});
