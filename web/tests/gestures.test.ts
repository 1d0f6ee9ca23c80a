import { expect, test } from 'vitest';
import { Play } from '../src/lib/state/play.svelte';
import { Work, lacks } from '../src/tables/burger-boss/work.svelte';
import { Kitchen } from '../src/tables/kitchen-rush/kitchen.svelte';
import type { Action, GameInfo, Option, Snapshot } from '../src/wire';

/** A play whose table goes through these lists of options, and what was sent. */
function sitting(
  view: unknown,
  pack: unknown,
  nouns: Record<string, string[]>,
  ...asked: Action[][]
): { play: Play; sent: string[] } {
  const sent: string[] = [];
  const snapshots = asked.map((actions) => ({
    view,
    options: actions.map((action): Option => [action, action.join(' ')]),
    anytime: [],
    log: [],
    seat: 0,
    waiting: [0],
    over: false,
  }));
  const verbs = Object.fromEntries(
    Object.entries(nouns).map(([verb, own]) => [verb, { label: '', nouns: own }]),
  );
  const game = { verbs, kinds: {}, options: {} } as unknown as GameInfo;
  const play = new Play(game, pack, snapshots.shift() as unknown as Snapshot, [], (action) => {
    sent.push(action.join(' '));
    const next = snapshots.shift();
    if (next) play.take(next as unknown as Snapshot);
    return Promise.resolve(true);
  });
  return { play, sent };
}

const order = { key: 'plain', name: 'Plain', price: 5, bun: 2, patty: 1, cheese: 0, tomato: 0, lettuce: 0 };
const bossPack = { orders: [order], customers: [{ who: 'Somebody', order: 'plain' }] };
const bossView = {
  queue: [0, -2],
  cold: [[0, 0, 1, 4]],
  grills: [[[], []]],
  kitchens: [2],
  wanted_by: [[[], [0]]],
  named: 5,
};
const NOUNS = {
  die: ['die'],
  place: ['card'],
  token: ['ingredient'],
  grill: ['grill'],
  sell: ['grill'],
  to: ['space'],
};
const grills: Action[] = [
  ['grill', 0],
  ['grill', 1],
];
const moment = (): Promise<void> => new Promise((go) => setTimeout(go));

test('a grill lacks the ingredients that the dish still needs, if they are in cold storage', () => {
  expect(lacks([2, 1, 0], [1, 0, 0], [1, 1, 0])).toEqual([1, 1, 0]);
  expect(lacks([2, 1, 0], [1, 0, 0], [0, 1, 0])).toBeNull();
  expect(lacks([2, 1, 0], [0, 0, 1], [5, 5, 5])).toBeNull();
  expect(lacks([2, 1, 0], [2, 1, 0], [5, 5, 5])).toBeNull();
});

test('a die that is carried to a customer cooks the whole recipe', async () => {
  const tokens: Action[] = [
    ['token', 0],
    ['token', 1],
    ['token', 4],
  ];
  const { play, sent } = sitting(
    bossView,
    bossPack,
    NOUNS,
    [['die', 5]],
    [
      ['place', 'kitchen'],
      ['place', 'idle'],
    ],
    tokens,
    grills,
    tokens,
    grills,
    tokens,
    grills,
    [['token', 4], ['done']],
  );
  new Work(play).die(5).drop('space:0');
  await moment();
  expect(sent).toEqual([
    'die 5',
    'place kitchen',
    'token 0',
    'grill 0',
    'token 0',
    'grill 0',
    'token 1',
    'grill 0',
  ]);
  expect(play.stopped).toBe('');
  expect(play.chain.given).toBe(8);
});

test('the prompt names a die that does not fit its place', async () => {
  const { play, sent } = sitting(bossView, bossPack, NOUNS, [['die', 5]], [['place', 'idle']]);
  new Work(play).die(5).drop('card:bakery');
  await moment();
  expect(sent).toEqual(['die 5']);
  expect(play.stopped).toBe('The 5 at bakery: not open now.');
});

test('one touch sells a customer the burger', async () => {
  const { play, sent } = sitting(bossView, bossPack, NOUNS, [['sell', 1], ['stop']], [['to', 0]]);
  const work = new Work(play);
  expect([work.isLit(0), work.isLit(1)]).toEqual([true, false]);
  work.tapCustomer(0);
  await moment();
  expect(sent).toEqual(['sell 1', 'to 0']);
});

const dish = (number: number, missing: number[]): unknown => ({
  dish: number,
  size: 1,
  missing_food: missing,
  missing_spices: [],
});
const kitchenPack = { patron: [], ingredient: [{ name: 'Meat' }, { name: 'Bread' }], spice: [], area: [] };
const takes: Action[] = [
  ['take', 0, 3],
  ['take', 0, 4],
  ['take', 1, 3],
  ['take', 1, 4],
];

test('a piece goes to the only plate that lacks it, or to the first by two touches', async () => {
  const view = { doing: [{}], boards: [[dish(3, [1, 1]), dish(4, [0, 1])]], tables: [], cautions: [[]] };
  const { play, sent } = sitting(view, kitchenPack, { take: ['ingredient', 'dish'] }, takes, takes, takes);
  play.shows('ingredient', 'dish');
  const kitchen = new Kitchen(play, () => null);
  await kitchen.tapPiece('ingredient', 0);
  expect(sent).toEqual(['take 0 3']);
  await kitchen.tapPiece('ingredient', 1);
  expect(sent.length).toBe(1);
  await kitchen.tapPiece('ingredient', 1);
  expect(sent).toEqual(['take 0 3', 'take 1 3']);
});
