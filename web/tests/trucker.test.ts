import { describe, expect, it } from 'vitest';
import {
  type Round,
  type TruckPack,
  type TruckView,
  larger,
  ownerOf,
  paidRounds,
} from '../src/tables/burger-trucker/reading';
import { stillBuilding } from '../src/tables/burger-trucker/asking';
import { type Spots, cell, laid, rested } from '../src/tables/burger-trucker/spots';
import type { Line } from '../src/wire';

const nobody = (): number => -1;
const cards = (spots: Spots): (number | null)[] => spots.map((spot) => spot?.card ?? null);

describe('spots of the centre', () => {
  it('keep a card in place when its neighbour is taken', () => {
    const spots = laid([], [7, 8, 9], nobody);
    expect(cards(laid(spots, [8, 9], () => 1))).toEqual([7, 8, 9]);
    expect(laid(spots, [8, 9], () => 1)[0]).toEqual({ card: 7, taker: 1 });
    expect(laid(spots, [8, 9], () => 1)[1]).toBe(spots[1]);
  });

  it('stay empty for a while before the next card', () => {
    const left = laid(laid([], [7, 8], nobody), [8], () => 1);
    expect(cards(laid(left, [8, 30], nobody))).toEqual([7, 8, 30]);
    expect(cards(laid(rested(left, 7), [8, 30], nobody))).toEqual([30, 8]);
  });

  it('are reused by a card that returns in time', () => {
    const left = laid(laid([], [7, 8], nobody), [8], () => 1);
    const back = laid(left, [8, 7], nobody);
    expect(back[0]).toEqual({ card: 7, taker: null });
    expect(rested(back, 7)).toEqual(back);
  });

  it('are in separate cells, and below when there is no more room', () => {
    const cells = Array.from({ length: 24 }, (_, i) => cell(i, 6, 4).join());
    expect(new Set(cells).size).toBe(24);
    expect(cell(24, 6, 4)).toEqual([5, 1]);
    expect(cell(0, 1, 1)).toEqual([1, 1]);
  });
});

const said = (...event: unknown[]): Line => [event as Line[0], ''];

describe('a round read from the log', () => {
  const LOG = [
    said('set_up', 1, [3, 4]),
    said('placed', 0, 10),
    said('finished', 0, 1, 3),
    said('placed', 1, 12),
    said('out_of_time', 1),
    said('laid', 4, 2),
    said('turned_up', 3, 1),
    said('discarded', 3, 1),
    said('turned_up', 5, 2),
    said('passed', 0),
    said('claimed', 1, 5, 2),
    said('put_away', 2),
    said('paid', 0, 3, 0, 0, 0, 3, 3),
    said('paid', 1, 0, 2, 1, 0, 3, 3),
  ];
  const round: Round = paidRounds(LOG, 2)[0]!;

  it('has the claims of each seat', () => {
    expect(round.line).toEqual([
      { order: 3, coins: 1, taker: null },
      { order: 5, coins: 2, taker: 1 },
    ]);
    expect(round.unseen).toBe(2);
  });

  it('keeps burgers, places and every coin', () => {
    expect([round.stacks, round.places]).toEqual([
      [[10], [12]],
      [1, -1],
    ]);
    expect(round.sums).toEqual([
      [3, 0, 0, 0, 3, 3],
      [0, 2, 1, 0, 3, 3],
    ]);
  });

  it('is complete only once it is paid', () => {
    expect(paidRounds([...LOG, said('set_up', 2, [1, 2]), said('placed', 0, 20)], 2)).toHaveLength(1);
    expect(paidRounds(LOG.slice(0, -1), 2)).toEqual([]);
  });
});

it('finds a taken card in a hand or on a burger', () => {
  const view = { held: [-2, 9], burgers: [[14], []] } as unknown as TruckView;
  expect([ownerOf(view, 9), ownerOf(view, 7), ownerOf(view, 1)]).toEqual([1, 0, -1]);
});

it('shows the distance to the next larger size', () => {
  const pack = {
    sizes: [
      { name: 'Sandwich', min: 1, pays: 1 },
      { name: 'Gourmet', min: 4, pays: 3 },
    ],
  } as TruckPack;
  expect(larger(pack, 1)).toEqual({ name: 'Gourmet', pays: 3, more: 3 });
  expect(larger(pack, 4)).toBeNull();
});

describe('waiting for others', () => {
  it('shows what they still build', () => {
    const view = {
      places: [1, 0, 0, 2],
      heights: [3, 0, 4, 2],
      wanted: ['any', 'any', 'cheese', 'meat'],
      incoming: [5],
      prospects: [[], [['short']], [['met']], []],
    } as unknown as TruckView;
    const play = { others: [1, 2, 3], name: (seat: number) => ['You', 'Basil', 'Dill', 'Sage'][seat]! };
    const pack = { top_buns: { 5: { name: 'Big Melt' } } } as unknown as TruckPack;
    const truck = { view, play, pack } as unknown as Parameters<typeof stillBuilding>[0];
    expect(stillBuilding(truck)).toBe(
      'Basil: a bare bun, takes anything · Dill: 4 ingredients, meets Big Melt',
    );
  });
});
