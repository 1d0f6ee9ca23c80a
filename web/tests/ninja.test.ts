import { expect, test } from 'vitest';
import {
  type NinjaPack,
  type NinjaView,
  haggled,
  madeWords,
  papers,
  pays,
  percent,
  rollWords,
} from '../src/tables/ninja-burger/reading';
import type { Effect } from '../src/views/ninja-burger';
import type { Line } from '../src/wire';

const way = (skill: string, mod = 0) => ({ skill, mod });
const pack = {
  deliveries: [
    {
      steps: [
        { any: [way('stealth'), way('combat', 1)], text: 'in' },
        { any: [way('service')], text: 'out' },
      ],
    },
  ],
  errands: [],
  fortune: [{ name: 'A Dog', effects: [{ op: 'extra_roll', any: [way('animals', 1)] }] }],
} as unknown as NinjaPack;
const view = (more: Partial<NinjaView>): NinjaView =>
  ({
    active: 1,
    missions: [[], [0]],
    path: [],
    extra: [],
    rolling: {},
    roller: 1,
    ...more,
  }) as unknown as NinjaView;
const states = (more: Partial<NinjaView>): string[] =>
  papers(pack, view(more)).map((one) => `${one.no} ${one.state}`);

test('a chance has one decimal', () => {
  expect(percent(108)).toBe('50.0 %');
  expect(percent(10)).toBe('4.6 %');
  expect(percent(216)).toBe('100.0 %');
});

test('the path shows finished, current and later rolls', () => {
  expect(states({ rolling: { roll: 1, state: 'choosing' } })).toEqual(['1 now', '2 todo']);
  expect(
    states({ path: [[0, -2, 'stealth', 3]], rolling: { roll: 2, state: 'announced', skill: 'service' } }),
  ).toEqual(['1 done', '2 now']);
});

test('a brilliant throw succeeds at any skill', () => {
  expect(states({ path: [[0, -2, 'stealth', -2]] })[0]).toBe('1 done');
  expect([madeWords(-2), madeWords(0), madeWords(3)]).toEqual(['✓ made', '✓ made by 0', '✓ made by 3']);
});

test('a roll for Interesting Times comes first, and stays in its place once made', () => {
  expect(states({ rolling: { roll: 0, card: 0, state: 'choosing' } })).toEqual(['! now', '1 todo', '2 todo']);
  expect(states({ extra: [0] })).toEqual(['! todo', '1 todo', '2 todo']);
  expect(states({ path: [[-2, 0, 'animals', 1]], rolling: { roll: 1, state: 'choosing' } })).toEqual([
    '! done',
    '1 now',
    '2 todo',
  ]);
});

test('a duel is not part of the path', () => {
  expect(states({ roller: 0, rolling: { roll: 0, card: 0, state: 'announced' } })).toEqual([
    '1 todo',
    '2 todo',
  ]);
});

test('the reward of a mission is a short text', () => {
  const effect = (op: Effect['op'], amount: number, n = 0) => ({ op, amount, n }) as Effect;
  expect(pays([effect('honor', 2), effect('money', -50), effect('draw', 0, 1)])).toEqual([
    '+2 Honor',
    '−$50',
    'draw 1',
  ]);
});

test('only events between two seats belong to their haggling', () => {
  const log: Line[] = [
    [['offered', 0, 1, [], 50, [], 0, 0], 'a'],
    [['refused', 1, 0], 'b'],
    [['offered', 2, 1, [], 50, [], 0, 0], 'c'],
    [['threw', 0, [1, 2, 3], 6, 9], 'd'],
  ];
  expect(haggled(log, 0, 1).map(([, words]) => words)).toEqual(['a', 'b']);
});

test('the result of a duel roll has the words of the log', () => {
  const log: Line[] = [
    [['made', 1, 2], 'Ben makes the roll by 2.'],
    [['failed', 0, 3], 'Ann is 3 short.'],
    [['failed', 1, 1], 'Ben is 1 short.'],
  ];
  expect(rollWords(log, 0, 'Ann')).toBe('is 3 short.');
  expect(rollWords(log, 1, 'Ben')).toBe('is 1 short.');
  expect(rollWords(log, 2, 'Cem')).toBe('');
});
