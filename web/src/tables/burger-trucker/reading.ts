/** The zones and log events of Burger Trucker. */

import type { Line } from '../../wire';
import type { Account, Pack as TruckPack, TruckClock, TruckView } from '../../views/burger-up';
import { cardOf } from '../deck';
import { readers } from '../view';

export type { Account, TruckClock, TruckPack, TruckView };

export const { viewOf, packOf } = readers<TruckView, TruckPack>();

/** The value in the zone of places while a seat still builds. */
export const BUILDING = 0;
const OUT = -1;
/** Whether time ran out before the seat finished; places are numbered from 1. */
export const isOut = (place: number): boolean => place < BUILDING;
export const PLACES = ['', '1st', '2nd', '3rd', '4th'];
export const placeName = (place: number): string => (isOut(place) ? 'out of time' : (PLACES[place] ?? ''));

/** The seat that has a card in hand or on its burger; -1 if there is none. */
export function ownerOf(view: TruckView, card: number): number {
  const holder = view.held.indexOf(card);
  return holder >= 0
    ? holder
    : view.burgers.findIndex((stack) => stack.some((face) => cardOf(face) === card));
}

/** The next larger size, and how many ingredients it is away. */
export function larger(pack: TruckPack, height: number): { name: string; pays: number; more: number } | null {
  const size = pack.sizes.find(({ min }) => min > height);
  return size ? { name: size.name, pays: size.pays, more: size.min - height } : null;
}

/** A Top Bun of the line, from the log. */
export interface Served {
  order: number;
  coins: number;
  taker: number | null;
}

/** A round from the log, with the coins of each seat by reason. */
export interface Round {
  number: number;
  line: Served[];
  /** How many Top Buns were put away unseen. */
  unseen: number;
  stacks: number[][];
  places: number[];
  /** By seat: speed, line, size and Perfect coins, their sum, and all coins so far; empty until they are
   * paid. */
  sums: number[][];
}

const newRound = (number: number, seats: number): Round => ({
  number,
  line: [],
  unseen: 0,
  stacks: Array.from({ length: seats }, () => []),
  places: Array.from({ length: seats }, () => BUILDING),
  sums: [],
});

const TOLD: Record<string, (round: Round, nouns: number[]) => void> = {
  placed: (round, [seat, face]) => void round.stacks[seat!]?.push(face!),
  finished: (round, [seat, place]) => void (round.places[seat!] = place!),
  out_of_time: (round, [seat]) => void (round.places[seat!] = OUT),
  turned_up: (round, [order, coins]) => void round.line.push({ order: order!, coins: coins!, taker: null }),
  claimed: (round, [seat]) => void (round.line.at(-1)!.taker = seat!),
  put_away: (round, [unseen]) => void (round.unseen = unseen!),
  paid: (round, [seat, ...sums]) => void (round.sums[seat!] = sums),
};

/** The rounds that were paid, in order. */
export function paidRounds(log: Line[], seats: number): Round[] {
  const rounds: Round[] = [];
  for (const [[name, ...nouns]] of log) {
    if (name === 'set_up') rounds.push(newRound(nouns[0] as number, seats));
    const round = rounds.at(-1);
    if (round) TOLD[name]?.(round, nouns as number[]);
  }
  return rounds.filter((round) => round.sums.length === seats);
}
