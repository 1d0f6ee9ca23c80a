import { expect, test } from 'vitest';
import type { SeatInfo, Snapshot } from '../src/wire';
import { counts, headline, ranked, tallied, tieBreak } from '../src/lib/text/scoring';
import {
  chairWords,
  clock,
  initial,
  keptBy,
  listed,
  plural,
  signed,
  span,
  unitOf,
} from '../src/lib/text/words';
import { layers } from '../src/tables/burger-boss/reading';
import { type GoPack, pays, tiles } from '../src/tables/burger-go/reading';

test('seats are written as spans', () => {
  expect(span([2, 3, 4, 5, 6])).toBe('2–6');
  expect(span([1])).toBe('1');
  expect(span([2, 3, 5])).toBe('2–3, 5');
});

test('a unit that stands by itself is singular for one', () => {
  expect([0, 1, 2].map((n) => unitOf(n, 'coin'))).toEqual(['coins', 'coin', 'coins']);
  expect(unitOf(2, 'die', 'dice')).toBe('dice');
});

test('names are listed with commas and "and"', () => {
  expect(listed(['Ann'])).toBe('Ann');
  expect(listed(['Ann', 'Ben', 'Cem'])).toBe('Ann, Ben and Cem');
});

test('the mark of a numbered bot has its number', () => {
  expect(initial('House bot 2')).toBe('H2');
  expect(initial(' ada')).toBe('A');
});

test('a narrow panel names the player of a seat and no bot', () => {
  const chair = {
    seat: 1,
    kind: 'house',
    name: 'Berta',
    here: false,
    bot: 'Pepper',
    absent: false,
  } as SeatInfo;
  expect(keptBy(chair)).toBe('Pepper plays');
  expect(keptBy({ ...chair, kind: 'person', bot: '' })).toBe('away');
  expect(keptBy({ ...chair, kind: 'person', bot: '', here: true })).toBe('');
  const bot = { ...chair, name: 'Pepper' };
  expect([keptBy(bot), chairWords(bot)]).toEqual(['', 'bot · seasoned']);
  expect(keptBy(undefined)).toBe('');
});

test('small words', () => {
  expect(clock(65)).toBe('1:05');
  expect(signed(-3)).toBe('−3');
  expect(plural(1, 'die', 'dice')).toBe('1 die');
});

test('a dish is drawn as a burger', () => {
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

test('a Meat is drawn on its Sauce, and an open Sauce waits', () => {
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
  } as unknown as GoPack;
  expect(tiles(pack, [0, 2], [-2, 0]).meat).toMatchObject([
    { layers: ['ketchup', 'bacon'], number: '1+2', waits: false },
  ]);
  expect(tiles(pack, [0, 3], [-2, -2]).meat.map((tile) => tile.waits)).toEqual([true, true]);
});

test('a part of the score keeps its colour and icon if a seat has none of it', () => {
  const tally = (name: string, part: boolean, seats: number[], breaks_ties = false) => ({
    name,
    title: name,
    part,
    seats,
    breaks_ties,
    each: true,
  });
  const snapshot = {
    points: [7, 7, 3],
    places: [2, 1, 3],
    winners: [1],
    tallies: [
      tally('sales', true, [7, 0, 3]),
      tally('mission', true, [0, 7, 0]),
      tally('served', false, [1, 2, 0], true),
      tally('burned', false, [0, 0, 0]),
    ],
  } as unknown as Snapshot;
  const parts = tallied({ mission: 'star', sales: ['top_bun', 'meat'] })(snapshot);
  expect(parts.map((own) => own.map(({ hue, icon, points }) => `${icon} ${hue} ${points}`))).toEqual([
    ['top_bun meat 7', 'star cheese 0'],
    ['top_bun meat 0', 'star cheese 7'],
    ['top_bun meat 3', 'star cheese 0'],
  ]);
  expect(counts(snapshot).map(({ name }) => name)).toEqual(['served']);
  expect([0, 1, 2].map((seat) => tieBreak(snapshot, seat))).toEqual([
    'level on points; decided by served: 1',
    'level on points; decided by served: 2',
    '',
  ]);
  const names = ['Ann', 'Ben', 'Cem'];
  expect(headline(snapshot, 'competitive', names, 1)).toBe('You win.');
  expect(headline({ ...snapshot, points: [1, 7, 3] }, 'competitive', names, null)).toBe('Ben wins by 4.');
  expect(headline({ ...snapshot, points: [1, 7, 3], tallies: [] }, 'competitive', names, null)).toBe(
    'Ben wins.',
  );
  expect(headline({ ...snapshot, winners: [] }, 'cooperative', names, 0)).toBe('You lose together.');
  expect(headline({ ...snapshot, winners: [0, 1, 2] }, 'cooperative', names, null)).toBe('The team wins.');
});

test('seats are ordered by place, and tied ones by seat', () => {
  expect(ranked([1, 3, 2])).toEqual([0, 2, 1]);
  expect(ranked([2, 1, 2, 4])).toEqual([1, 0, 2, 3]);
});

test('Burger Go! shows what the deck of the table pays', () => {
  const burger_go = {
    most_salads: 8,
    second_salads: 4,
    cheese_and_egg: [1, 3, 6, 10, 15],
    meat_alone: 2,
    meat_on_sauce: 7,
    most_buns: 5,
    fewest_buns: 1,
  };
  expect(pays({ burger_go } as unknown as GoPack)).toEqual({
    salad: 'most 8, second 4',
    cheese: 'by how many you have',
    meat: 'on Sauce 7, alone 2',
    bun: 'most +5, fewest −1',
  });
});
