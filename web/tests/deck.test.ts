import { expect, test } from 'vitest';
import { type TopBun, type UpPack, alike, cardWords, needsOf, sizesOf, stackWords } from '../src/tables/deck';
import { type HanaView, bears, marks } from '../src/tables/hanaburger/reading';

const half = (name: string, type: string, next: string, perfect = false) => ({ name, type, next, perfect });
const PACK = {
  cards: [
    { a: half('Bacon', 'meat', 'salad', true), b: half('Lettuce', 'salad', 'meat') },
    { a: half('Middle Bun', 'bun', 'any'), b: half('Middle Bun', 'bun', 'any') },
  ],
  ingredients: [
    { id: 'bacon', name: 'Bacon', type: 'meat', keywords: ['Meat'] },
    { id: 'lettuce', name: 'Lettuce', type: 'salad', keywords: ['Salad'] },
    { id: 'middle_bun', name: 'Middle Bun', type: 'bun', keywords: [] },
  ],
  top_buns: [],
  sizes: [
    { id: 'sandwich', name: 'Sandwich', min: 1, max: 3 },
    { id: 'gourmet', name: 'Gourmet', min: 4, max: null },
  ],
  types: [
    { id: 'salad', name: 'Salad', colour: 'green' },
    { id: 'meat', name: 'Meat & Patty', colour: 'brown' },
    { id: 'bun', name: 'Middle Bun', colour: 'hollow' },
  ],
} as unknown as UpPack;
const BUN = {
  name: 'No Grass',
  checks: [
    { kind: 'has_name', name: 'Bacon', keyword: '' },
    { kind: 'no_keyword', name: '', keyword: 'Salad' },
  ],
  min_ingredients: 1,
  max_ingredients: null,
} as unknown as TopBun;

test('a card names the half that is up, and has the text of the server', () => {
  expect(cardWords(PACK, 0, 1, 'One half is Bacon.')).toBe('Lettuce is up. One half is Bacon.');
  expect([alike(PACK, 0), alike(PACK, 1)]).toEqual([false, true]);
});

test('a burger is read from bottom to top', () => {
  expect(stackWords(PACK, [0, 2])).toBe('bottom to top: Bacon, Middle Bun');
});

test('an order shows each need with its drawing and a state for every burger', () => {
  const rows = needsOf(
    PACK,
    BUN,
    ['1 or more', 'Bacon', 'no Salad'],
    [
      ['possible', 'met', 'possible', 'met'],
      ['impossible', 'met', 'met', 'impossible'],
    ],
  );
  expect(rows.map((row) => [row.words, row.icon, row.type, row.bars])).toEqual([
    ['Bacon', 'bacon', '', false],
    ['no Salad', null, 'salad', true],
  ]);
  expect(rows.map((row) => row.states)).toEqual([
    ['possible', 'met'],
    ['met', 'impossible'],
  ]);
  expect(sizesOf(PACK, { ...BUN, min_ingredients: 4 })).toEqual([false, true]);
});

test('a clue touches cards that bear it on either half', () => {
  expect([
    bears(PACK, 0, 'green'),
    bears(PACK, 0, 'lettuce'),
    bears(PACK, 1, 'green'),
    bears(PACK, 1, 'middle_bun'),
  ]).toEqual([true, true, false, true]);
});

test('clues come first, then exclusions, then conclusions', () => {
  const view = {
    told: [[['green']]],
    ruled_out: [[['bacon']]],
    told_below: [[[]]],
    ruled_out_below: [[[]]],
    certain: [['green']],
    excluded: [['bacon brown']],
  };
  const read = marks(view as unknown as HanaView, 0, 0, false);
  expect(read.map((mark) => [mark.clue, mark.no, mark.follows])).toEqual([
    ['green', false, false],
    ['bacon', true, false],
    ['brown', true, true],
  ]);
});
