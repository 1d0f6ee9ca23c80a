/** The Burger Up pack as it is printed: halves of cards, orders, sizes. It reads the deck and decides
 * nothing. */

import type { Play } from '../lib/state/play.svelte';
import type { Half } from '../pieces/Card.svelte';
import type { Check, Pack as UpPack, State, TopBun } from '../views/burger-up';

export type { State, TopBun, UpPack };

/** A half with everything that is printed on it. */
export interface Printed extends Half {
  next: string;
  perfect: boolean;
}

/** A row of a ticket: what is asked for, with its drawing, and one state for each burger. */
export interface Need {
  words: string;
  icon: string | null;
  type: string;
  bars: boolean;
  states: State[];
}

export const VACANT = -2;
export const cardOf = (face: number): number => face >> 1;
export const faceOf = (card: number, half: number): number => card * 2 + half;

/** Turns up the halves that the hint places or shows, except on the card that is picked. */
export function turnHinted(
  play: Play,
  kind: string,
  halves: Record<number, number>,
  picked: number | null,
): void {
  for (const face of play.advisedNouns(kind) as number[])
    if (cardOf(face) !== picked) halves[cardOf(face)] = face & 1;
}

export function half(pack: UpPack, face: number): Printed {
  const card = pack.cards[cardOf(face)]!;
  const printed = face & 1 ? card.b : card.a;
  return { ...printed, food: foodOf(pack, printed.name) };
}

export const foodOf = (pack: { ingredients: { id: string; name: string }[] }, name: string): string =>
  pack.ingredients.find((one) => one.name === name)?.id ?? 'beef_patty';

/** Whether turning the card changes anything. */
export const alike = (pack: UpPack, card: number): boolean => {
  const { a, b } = pack.cards[card]!;
  return a.name === b.name && a.perfect === b.perfect;
};

/** "Salad", and "anything" where whatever one likes may follow. */
export const typeName = (type: string): string => ASKED[type] ?? type;
const ASKED: Record<string, string> = {
  salad: 'Salad',
  sauce: 'Sauce',
  meat: 'Meat',
  cheese: 'Cheese',
  bun: 'Middle Bun',
  any: 'anything',
};

/** What a hand card says aloud: which half is up, then the card in the server's words. */
export const cardWords = (pack: UpPack, card: number, up: number, told: string): string =>
  `${half(pack, faceOf(card, up)).name} is up. ${told}`;

export const layersOf = (pack: UpPack, stack: number[]): string[] => [
  'bottom_bun',
  ...stack.map((face) => half(pack, face).food),
];

/** A burger in words, from bottom to top. */
export const stackWords = (pack: UpPack, stack: number[]): string =>
  stack.length
    ? `bottom to top: ${stack.map((face) => half(pack, face).name).join(', ')}`
    : 'an empty Bottom Bun';

/** About how tall a burger is, in units of 1/200 of its width, so that it can be drawn to fit. */
export const tall = (layers: number, more = 0): number => 58 + 26 * (layers + more);

/** The rows of a ticket; the height comes first and is left out where any will do. */
export function needsOf(pack: UpPack, bun: TopBun, words: string[], columns: State[][]): Need[] {
  const rows = words.map((said, i): Need => {
    const states = columns.map((column) => column[i + 1] ?? 'possible');
    return { words: said, states, ...drawn(pack, i ? bun.checks[i - 1] : undefined) };
  });
  return anySize(bun) ? rows.slice(1) : rows;
}

export const anySize = (bun: TopBun): boolean => bun.min_ingredients <= 1 && bun.max_ingredients === null;

/** For each size whether the order takes burgers of it. */
export const sizesOf = (pack: UpPack, bun: TopBun): boolean[] =>
  pack.sizes.map(
    (size) => (size.max ?? Infinity) >= bun.min_ingredients && size.min <= (bun.max_ingredients ?? Infinity),
  );

function drawn(pack: UpPack, check: Check | undefined): Pick<Need, 'icon' | 'type' | 'bars'> {
  if (!check) return { icon: 'top_bun', type: '', bars: false };
  if (check.name) return { icon: foodOf(pack, check.name), type: '', bars: false };
  const type = pack.types.some((one) => one.id === check.keyword.toLowerCase())
    ? check.keyword.toLowerCase()
    : 'any';
  return { icon: null, type, bars: check.kind === 'no_keyword' };
}

export const MARKS: Record<State, string> = { met: '✓', possible: '·', impossible: '✕' };
export const SAID: Record<State, string> = {
  met: 'met',
  possible: 'still possible',
  impossible: 'impossible',
};
