import { expect, test } from 'vitest';
import type { GameInfo, Sheet } from '../src/wire';
import { added, ranked } from '../src/lib/text/scoring';
import { clock, initial, listed, plural, signed, span } from '../src/lib/text/words';
import { layers } from '../src/tables/burger-boss/reading';
import { tiles } from '../src/tables/burger-go/reading';

test('seats are written as spans', () => {
  expect(span([2, 3, 4, 5, 6])).toBe('2–6');
  expect(span([1])).toBe('1');
  expect(span([2, 3, 5])).toBe('2–3, 5');
});

test('names are listed as people say them', () => {
  expect(listed(['Ann'])).toBe('Ann');
  expect(listed(['Ann', 'Ben', 'Cem'])).toBe('Ann, Ben and Cem');
});

test('numbered bots keep their number in the mark', () => {
  expect(initial('House bot 2')).toBe('H2');
  expect(initial(' ada')).toBe('A');
});

test('small words', () => {
  expect(clock(65)).toBe('1:05');
  expect(signed(-3)).toBe('−3');
  expect(plural(1, 'die', 'dice')).toBe('1 die');
});

test('a dish is stacked as a burger', () => {
  expect(layers([2, 2, 1, 0, 0])).toEqual([
    'bottom_bun',
    'beef_patty',
    'cheddar_cheese',
    'beef_patty',
    'top_bun',
  ]);
  expect(layers([1, 0, 0, 0, 0])).toEqual(['bottom_bun']);
  expect(layers([0, 1, 0, 1, 1])).toEqual(['lettuce', 'tomato', 'beef_patty']);
  expect(layers([0, 0, 0, 0, 0])).toEqual([]);
});

test('a Meat stands on its Sauce, an open Sauce waits', () => {
  const half = (name: string, type: string) => ({ name, type });
  const pack = {
    cards: [
      { a: half('Ketchup', 'sauce'), b: half('Brie', 'cheese') },
      { a: half('Bacon', 'meat'), b: half('Aioli', 'sauce') },
    ],
    ingredients: [
      { id: 'ketchup', name: 'Ketchup' },
      { id: 'bacon', name: 'Bacon' },
      { id: 'aioli', name: 'Aioli' },
    ],
  };
  expect(tiles(pack, [0, 2], [-2, 0]).meat).toMatchObject([
    { layers: ['ketchup', 'bacon'], number: '1+2', waits: false },
  ]);
  expect(tiles(pack, [0, 3], [-2, -2]).meat.map((tile) => tile.waits)).toEqual([true, true]);
});

test('points are added up from the log, the rest goes to the last part', () => {
  const log = [
    [['sold', 0, 5], ''],
    [['shared', [0, 1], 2], ''],
    [['lost', 1, 4], ''],
  ];
  const nouns = ['seat', 'price:dollars'];
  const events = { sold: { nouns }, lost: { nouns }, shared: { nouns: ['seats:seat', 'each'] } };
  const parts = added(
    { label: 'sales', icon: 'coin', incomes: { sold: 'price' } },
    { label: 'shares', icon: 'coin', incomes: { shared: 'each' } },
    { label: 'lost', icon: 'coin', incomes: { lost: 'price' }, sign: -1 },
    { label: 'rest', icon: 'coin' },
  )({ log, points: [10, 2] } as unknown as Sheet, { events } as unknown as GameInfo);
  expect(parts.map((own) => own.map(({ points }) => points))).toEqual([
    [5, 2, 0, 3],
    [0, 2, -4, 4],
  ]);
});

test('seats stand in the order of their places, and equal ones as they sit', () => {
  expect(ranked([1, 3, 2])).toEqual([0, 2, 1]);
  expect(ranked([2, 1, 2, 4])).toEqual([1, 0, 2, 3]);
});
