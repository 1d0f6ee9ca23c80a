/** The zones of Between Two Burgers: who shares which burger, and its points by part. */

import type { BetweenView } from '../../views/burger-up';
import { type UpPack, VACANT } from '../deck';
import { readers } from '../view';

export type { BetweenView };

export const { viewOf, packOf } = readers<BetweenView, UpPack>();

export const PARTS: [type: string, name: string][] = [
  ['salad', 'Salad'],
  ['sauce', 'Sauce'],
  ['meat', 'Meat & Patty'],
  ['cheese', 'Cheese & Egg'],
  ['bun', 'Middle Bun'],
];

/** The seats that a burger lies between; the one that has it at its left comes last. */
export const sharers = (view: BetweenView, burger: number): number[] =>
  view.beside.flatMap((two, seat) => (two.includes(burger) ? [seat] : []));

/** The open wishes for a burger. */
export function wishesFor(view: BetweenView, burger: number): { seat: number; face: number }[] {
  return view.wishes.flatMap((two, seat) =>
    (view.beside[seat] ?? []).flatMap((own, side) =>
      own === burger && (two[side] ?? VACANT) !== VACANT ? [{ seat, face: two[side]! }] : [],
    ),
  );
}

/** Rim and colour of the halves of a plate. */
export const rim = (seats: number[]): Record<string, string> => {
  const [a, b] = [(seats[0] ?? 0) % 6, (seats[1] ?? seats[0] ?? 0) % 6];
  return {
    c1: `var(--seat-${a + 1})`,
    p1: `var(--pat-${a + 1})`,
    c2: `var(--seat-${b + 1})`,
    p2: `var(--pat-${b + 1})`,
  };
};
