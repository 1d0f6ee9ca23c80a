import { describe, expect, it } from 'vitest';
import {
  type Dish,
  type KitchenPack,
  type KitchenView,
  counted,
  dishWords,
  goalSoFar,
  ledger,
  pieces,
  standing,
} from '../src/tables/kitchen-rush/reading';
import { stocks, wants } from '../src/tables/kitchen-rush/shelves';
import type { Line } from '../src/wire';

const pack = {
  ingredient: [
    { key: 'meat', name: 'Meat' },
    { key: 'bread', name: 'Bread' },
  ],
  spice: [{ key: 'salt', name: 'Salt' }],
  plate: [{ name: 'I' }, { name: 'II' }],
  award: [{ name: 'Good Mood', text: 'More tips.' }],
  patron: [{ name: 'Roll' }, { name: 'Stew' }, { name: 'Toast' }],
} as unknown as KitchenPack;

const plate = (more: Partial<Dish> = {}): Dish => ({
  dish: 0,
  card: 1,
  size: 1,
  wants_size: 1,
  row: 0,
  cook: 2,
  food: [1, 1],
  spices: [0],
  missing_food: [1, 0],
  missing_spices: [1],
  wrong_food: [0, 1],
  wrong_spices: [0],
  ready: false,
  served: false,
  right: false,
  spoiled: true,
  ...more,
});

describe('the goal', () => {
  const view = (phase: string): KitchenView =>
    ({
      clock: { phase },
      right: [1, 0],
      // one order of two dishes each is complete and half complete
      boards: [
        [plate({ right: true }), plate({ right: true }), plate({ card: 2 })],
        [plate({ card: 0, right: true }), plate({ right: true }), plate()],
      ],
      goal: { served_each: [0, 2], served: [1, 5], coins: [0, 9] },
    }) as unknown as KitchenView;

  it('counts complete orders while the shift runs', () => {
    expect(goalSoFar(view('running'))).toEqual({ served_each: [1, 2], served: [3, 5], coins: [0, 9] });
  });

  it('is what was checked once the shift is over', () => {
    expect(goalSoFar(view('planning'))).toEqual(view('planning').goal);
  });
});

describe('a plate', () => {
  it('shows present, missing and wrong pieces, each once', () => {
    expect(pieces(pack, plate()).map(({ key, state }) => `${key} ${state}`)).toEqual([
      'meat on',
      'meat lacks',
      'bread wrong',
      'salt lacks',
    ]);
    expect(counted(pieces(pack, plate()))).toBe('2 Meat, 1 Bread, 1 Salt');
  });

  it('has a description for screen readers', () => {
    expect(dishWords(pack, plate())).toBe(
      'plate II, cooked 0 of 2, on it 1 Meat, lacks 1 Meat, 1 Salt, too much: 1 Bread',
    );
    expect(dishWords(pack, plate({ size: -1, food: [0, 0], wrong_food: [0, 0], missing_food: [2, 0] }))).toBe(
      'no plate yet, cooked 0 of 2, lacks 2 Meat, 1 Salt',
    );
  });

  it('has its state in one word', () => {
    expect(
      [
        plate(),
        plate({ spoiled: false }),
        plate({ spoiled: false, size: -1 }),
        plate({ spoiled: false, right: true }),
        plate({ served: true }),
      ].map(standing),
    ).toEqual(['✕ spoiled', 'cooked 0 of 2', 'no plate', '✓ complete', '✓ served']);
  });
});

describe('the summary of a shift', () => {
  const view = {
    till: { opening: 4, drinks: 2, tips: 1, earnings: 6, 'free drinks': -1, salaries: -9, shopping: -1 },
    accounts: [
      ['paid', 0, 6, 0],
      ['free_drink', 2, -1, 0],
      ['stars', 0, 0, 1],
      ['stars', 1, 0, -4],
      ['salaries', 3, -9, 0],
      ['award', 0, 0, 0],
    ],
    coins: 2,
    reputation: 0,
    boards: [[plate({ spoiled: false })], [plate({ dish: 9, card: 2, size: -1, spoiled: false })]],
    timers: [],
  } as unknown as KitchenView;
  const log: Line[] = [
    [['reputation', 2], ''],
    [['time_up', 1], ''],
    [['right', 0, 0], ''],
    [['not_right', 0, 1], ''],
    [['not_right', 1, 2], ''],
    [['emptied', 1, 9], ''],
  ];
  const lines = ledger(pack, view, log, (seat) => ['You', 'Ben'][seat]!);

  it('has every coin and adds up to the till', () => {
    expect(lines.map(({ words, coins }) => `${words} ${coins}`)).toEqual([
      'Before the shift 4',
      'Drinks of new patrons 2',
      'Tips for serving 1',
      'Shopping with the van -1',
      'Roll 6',
      'Stew null',
      'Toast -1',
      'Salaries for 3 timers -9',
      'Award: Good Mood null',
      'The marker stops at the edge of the board null',
    ]);
    expect(lines.reduce((sum, { coins }) => sum + (coins ?? 0), 0)).toBe(view.coins);
  });

  it('has every star and adds up to the marker', () => {
    expect(lines.flatMap(({ stars }) => (stars === null ? [] : [stars]))).toEqual([2, 1, -4, 1]);
    expect(lines.reduce((sum, { stars }) => sum + (stars ?? 0), 0)).toBe(view.reputation);
  });

  it('says whose order it was and why it was wrong', () => {
    expect(lines.filter(({ note }) => /:/.test(note)).map(({ note }) => note)).toEqual([
      'You: right',
      'You: not right: lacks 1 Meat, 1 Salt',
      'Ben: not right: it starts again, a free drink',
    ]);
  });
});

describe('pieces fetched by a touch on a dish', () => {
  const area = [{ key: 'storage-a' }, { key: 'greenhouse' }, { key: 'storage-b' }];
  const all = stocks({ ...pack, area } as KitchenPack, {
    rooms: [
      [2, 5],
      [0, 1],
    ],
    bag: [4],
  });

  it('are looked up in rooms by name', () => {
    expect(all.map(({ area: room, kind }) => [room, kind])).toEqual([
      [0, 'ingredient'],
      [2, 'ingredient'],
      [1, 'spice'],
    ]);
  });

  it('are all that it lacks, at most those in the room', () => {
    const dish = plate({ missing_food: [3, 1], missing_spices: [1] });
    expect(all.map((stock) => wants(dish, stock))).toEqual([[0, 0, 1], [1], [0]]);
  });
});
