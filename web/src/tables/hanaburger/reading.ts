/** The zones of Hanaburger: hands, hints, and what follows from the hints. */

import type { HanaPack, HanaView } from '../../views/burger-up';
import { type UpPack, faceOf, half } from '../deck';
import { readers } from '../view';

/** One thing that is known of a card. */
export interface Mark {
  clue: string;
  no: boolean;
  /** The end of the card, if hints distinguish ends. */
  end: '' | 'upper' | 'lower';
  /** Not told, but it follows from what was told. */
  follows: boolean;
}

/** What was told of a card, then what it is not, then what follows. */
export function marks(view: HanaView, seat: number, slot: number, ends: boolean): Mark[] {
  const read = (clues: string[] | undefined, no: boolean, end: Mark['end']): Mark[] =>
    (clues ?? []).map((clue) => ({ clue, no, end, follows: false }));
  const said = [
    ...read(view.told[seat]?.[slot], false, ends ? 'upper' : ''),
    ...read(view.told_below[seat]?.[slot], false, 'lower'),
    ...read(view.ruled_out[seat]?.[slot], true, ends ? 'upper' : ''),
    ...read(view.ruled_out_below[seat]?.[slot], true, 'lower'),
  ];
  const known = (facts: string | number | undefined, no: boolean): Mark[] =>
    (typeof facts === 'string' ? facts.split(' ').filter(Boolean) : [])
      .filter((clue) => !said.some((mark) => mark.clue === clue && mark.no === no))
      .map((clue) => ({ clue, no, end: '', follows: true }));
  return [...said, ...known(view.certain[seat]?.[slot], false), ...known(view.excluded[seat]?.[slot], true)];
}

export type { HanaPack, HanaView };

export const { viewOf, packOf } = readers<HanaView, HanaPack>();

export const clueName = (pack: HanaPack, clue: string): string =>
  pack.clues.find((one) => one.id === clue)?.name ?? clue;

/** The ingredient type that a colour clue stands for; null for other clues. */
export const colourType = (pack: UpPack, clue: string): string | null =>
  pack.types.find((type) => type.colour === clue && type.id !== 'bun')?.id ?? null;

/** Whether a clue is printed on a card, at either half. */
export function bears(pack: UpPack, card: number, clue: string): boolean {
  const type = colourType(pack, clue);
  return [0, 1].some((side) => {
    const own = half(pack, faceOf(card, side));
    return type === null ? own.food === clue : own.type === type;
  });
}

/** What is known of a card, as text for screen readers. */
export function said(pack: HanaPack, known: Mark[]): string {
  const of = (no: boolean): string =>
    known
      .filter((mark) => mark.no === no)
      .map((mark) => clueName(pack, mark.clue) + (mark.end ? ` at the ${mark.end} end` : ''))
      .join(', ');
  return `told ${of(false) || 'nothing'}${of(true) ? `; not ${of(true)}` : ''}`;
}

/** The number of cards per ingredient in a pile. */
export function counted(pack: UpPack, cards: number[]): { name: string; food: string; n: number }[] {
  const counts = new Map<string, { name: string; food: string; n: number }>();
  for (const card of cards) {
    const sides = [half(pack, faceOf(card, 0)), half(pack, faceOf(card, 1))];
    for (const side of sides[0]!.name === sides[1]!.name ? sides.slice(1) : sides) {
      const own = counts.get(side.name) ?? { name: side.name, food: side.food, n: 0 };
      counts.set(side.name, { ...own, n: own.n + 1 });
    }
  }
  return [...counts.values()].toSorted((a, b) => b.n - a.n || a.name.localeCompare(b.name));
}
