/** BurgerFuck as it lies on the table: cards as numbers, pawns in columns, what the log tells of. It
 * decides nothing. */

import type { Play } from '../../lib/state/play.svelte';
import type { Choice } from '../../lib/input/options';
import type { Line } from '../../wire';
import type { BurgerfuckView as BfView, Pack as BfPack } from '../../views/burgerfuck';
import { lastAt, lastTold, readers, since } from '../view';

export const SUITS = ['spade', 'heart', 'diamond', 'club'] as const;
export const RANKS = 13;
export const SIDE = 7;
export const JOKER = SUITS.length * RANKS;
const COURTS: Record<number, string> = { 10: 'jack', 11: 'queen', 12: 'king' };

export type { BfPack, BfView };

export const { viewOf, packOf } = readers<BfView, BfPack>();

/** The suit of a card, or null for a Joker. */
export const suitOf = (card: number): number | null => (card < JOKER ? Math.floor(card / RANKS) : null);
export const rankOf = (card: number): number => card % RANKS;
export const court = (card: number): string | null =>
  card === JOKER ? 'joker' : (COURTS[rankOf(card)] ?? null);

/** "King of Spades". */
export function named(pack: BfPack, card: number): string {
  const suit = suitOf(card);
  return suit === null ? pack.joker.name : `${pack.ranks[rankOf(card)]?.name} of ${pack.suits[suit]?.name}`;
}

/** "K♠" in two parts. */
export const rankSign = (pack: BfPack, card: number): string =>
  card === JOKER ? pack.joker.name : (pack.ranks[rankOf(card)]?.sign ?? '');

/** Equal cards are one number: each once, in the order of suits, with how many there are. */
export function heaped(hand: number[]): { card: number; count: number }[] {
  const open = [...new Set(hand.filter((card) => card >= 0))].toSorted((a, b) => a - b);
  return open.map((card) => ({ card, count: hand.filter((one) => one === card).length }));
}

/** What touching a card would leave open, by verb. */
export const verbsOf = (choices: Choice[], card: number): string[] =>
  choices
    .filter((choice) => choice.kinds[0] === 'card' && choice.action[1] === card)
    .map((choice) => choice.action[0]);

export const has = (play: Play, verb: string): boolean =>
  play.snapshot.options.some(([action]) => action[0] === verb);

/** All strikes that are open now, in a window or at any time. */
export const strikesOf = (play: Play): Choice[] => play.all.filter((choice) => choice.action[0] === 'strike');

export interface Duel {
  at: number;
  attacker: number;
  attack: number;
  defender: number;
  defence: number;
  /** Who drew because of it, and how many. */
  draws: Map<number, number>;
  /** Whether no card was played since. */
  latest: boolean;
}

/** The last Resplendent Contention, as the log tells it. */
export function duel(log: Line[]): Duel | null {
  const at = lastAt(log, 'contention');
  if (at < 0) return null;
  const [, attacker, attack, defender, defence] = log[at]![0] as [string, number, number, number, number];
  const later = log.slice(at + 1);
  const draws = new Map<number, number>();
  for (const [event] of later) {
    if (event[0] === 'resurrected' || event[0] === 'got') continue;
    if (event[0] !== 'drew') break;
    draws.set(event[1] as number, event[2] as number);
  }
  const latest = !later.some(([event]) => event[0] === 'played' || event[0] === 'struck');
  return { at, attacker, attack, defender, defence, draws, latest };
}

/** The last pawn that came to rest: its column and row, if it is still there. */
export function lastPawn(log: Line[], grid: number[][]): [number, number] | null {
  const told = lastTold(log, 'dropped', 'four', 'grid_full');
  if (told?.[0] !== 'dropped') return null;
  const column = told[2] as number;
  return [column, (grid[column]?.length ?? 0) - 1];
}

const WAYS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** Cells in a straight line of four or more of one seat's pawns through a cell: drawn, never counted as a
 * victory. */
export function line(grid: number[][], seat: number, column: number, row: number): [number, number][] {
  const own = (c: number, r: number): boolean => (c === column && r === row) || grid[c]?.[r] === seat;
  return WAYS.flatMap(([dc, dr]) => {
    const run: [number, number][] = [[column, row]];
    for (const way of [1, -1]) {
      for (let i = way; own(column + dc * i, row + dr * i); i += way)
        run.push([column + dc * i, row + dr * i]);
    }
    return run.length >= 4 ? run : [];
  });
}

/** Whether the pawn of this turn has dropped, as the log tells it. */
export const isCardsTime = (log: Line[]): boolean =>
  since(log, 'turn').some(([event]) => event[0] === 'dropped');

/** How a card came on the Red List last, in words of the log. */
export const lastRed = (log: Line[]): number | null =>
  (lastTold(log, 'reddened')?.[1] as number | undefined) ?? null;

/** A setting of the table, or what the game has by default. */
export const setting = (play: Play, key: string): unknown =>
  play.settings[key] ?? play.game.options[key]?.default;

export const entity = (play: Play, seat: number): string =>
  seat < 0 ? 'The Table' : (play.seats[seat]?.name ?? '');
