/** Burger Boss as it lies on the table: whose dice, which burger, which customer. It reads the view and
 * decides nothing. */

import type { SeatColour } from '../../lib/text/colours';
import type { GameInfo, Line, Noun, Snapshot } from '../../wire';
import type { BossView, Order, Pack as BossPack, Space } from '../../views/burger-boss';
import { readers, since } from '../view';

export type { BossPack, BossView, Order, Space };

export const { viewOf, packOf } = readers<BossView, BossPack>();

export const INGREDIENTS = ['bun', 'patty', 'cheese', 'tomato', 'lettuce'] as const;
export const ICONS = ['top_bun', 'beef_patty', 'cheese', 'tomato', 'lettuce'] as const;
export const COLOURS: Record<string, string> = {
  blue: 'c-b',
  yellow: 'c-y',
  green: 'c-g',
  red: 'c-r',
  black: 'c-k',
};

/** Which rim goes along with a colour. */
const RIMS: Record<string, number> = { blue: 1, yellow: 2, green: 3, red: 5, black: 6 };

/** The colours of all seats, for the results and the replay. */
export const colours = (snapshot: Snapshot, pack: unknown): (SeatColour | null)[] =>
  viewOf({ snapshot }).restaurants.map((restaurant) => {
    const colour = (pack as BossPack).restaurants[restaurant]?.colour;
    return colour ? { colour: `var(--sign-${colour})`, rim: RIMS[colour] ?? 1 } : null;
  });

/** The colour of a seat's restaurant; before it has one, the seat's own. */
export const colourOf = (pack: BossPack, view: BossView, seat: number): string =>
  COLOURS[pack.restaurants[view.restaurants[seat] ?? -1]?.colour ?? ''] ?? `n${(seat % 6) + 1}`;

export interface Wish {
  who: string;
  order: Order;
  counts: number[];
}

/** What a customer wants. */
export function wish(pack: BossPack, customer: number): Wish {
  const { who, order: key } = pack.customers[customer]!;
  const order = pack.orders.find((one) => one.key === key)!;
  return { who, order, counts: INGREDIENTS.map((name) => order[name]) };
}

export const counted = (tokens: number[]): number[] =>
  INGREDIENTS.map((_, kind) => tokens.filter((one) => one === kind).length);

/** A dish as a burger, from bottom to top. */
export function layers(counts: number[]): string[] {
  const [bun = 0, patty = 0, cheese = 0, tomato = 0, lettuce = 0] = counts;
  const filling = [...Array<string>(lettuce).fill('lettuce'), ...Array<string>(tomato).fill('tomato')];
  for (let i = 0; i < Math.max(patty, cheese); i++) {
    if (i < patty) filling.push('beef_patty');
    if (i < cheese) filling.push('cheddar_cheese');
  }
  const bottom = bun ? ['bottom_bun'] : [];
  const middle = Array<string>(Math.max(0, bun - 2)).fill('middle_bun');
  return [...bottom, ...filling, ...middle, ...(bun > 1 ? ['top_bun'] : [])];
}

/** A dish in words: "2 bun, 1 patty". */
export const recipe = (counts: number[]): string =>
  counts.flatMap((n, kind) => (n ? [`${n} ${INGREDIENTS[kind]}`] : [])).join(', ');

/** Who placed which dice where in this round, as the log tells it. */
export function placements(log: Line[]): { seat: number; dice: number[]; card: string }[] {
  return since(log, 'round').flatMap(([event]) => {
    if (event[0] !== 'placed') return [];
    const [, seat, dice, card] = event as [string, number, number | number[], Noun];
    return [{ seat, dice: [dice].flat(), card: String(card) }];
  });
}

/** Which tokens of a cold storage are too fresh to cook: of each kind the last ones. */
export function tooFresh(cold: number[], fresh: number[]): boolean[] {
  const left = counted(fresh);
  return cold.map((kind, i) => cold.slice(i).filter((one) => one === kind).length <= (left[kind] ?? 0));
}

/** The phases of a round in their order, and which of them is under way. */
export function phases(game: GameInfo, view: BossView): { names: string[]; at: number } {
  const { names = {} } = game.kinds.phase ?? {};
  return { names: Object.values(names), at: Object.keys(names).indexOf(view.phase) };
}
