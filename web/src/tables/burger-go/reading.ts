/** Burger Go! as it lies on the table: which tile stands where. It reads what the view says and decides
 * nothing. */

import type { Half } from '../../pieces/Card.svelte';
import type { GoView, Pack as GoPack } from '../../views/burger-up';
import { signed } from '../../lib/text/words';
import { cardOf, faceOf, foodOf } from '../deck';
import { readers } from '../view';

export type { GoPack, GoView };

export const { viewOf, packOf } = readers<GoView, GoPack>();

export const GROUPS = ['salad', 'cheese', 'meat', 'bun'] as const;
export type Group = (typeof GROUPS)[number];
export const TITLES: Record<Group, string> = {
  salad: 'Salad',
  cheese: 'Cheese & Egg',
  meat: 'Meat on Sauce',
  bun: 'Middle Buns',
};

/** What a group pays, in as few words as it takes. */
export const pays = ({ burger_go: paid }: GoPack): Record<Group, string> => ({
  salad: `most ${paid.most_salads}, second ${paid.second_salads}`,
  cheese: 'by how many you have',
  meat: `on Sauce ${paid.meat_on_sauce}, alone ${paid.meat_alone}`,
  bun: `most ${signed(paid.most_buns)}, fewest ${signed(-paid.fewest_buns)}`,
});

/** One ingredient of a row, or a Meat with its Sauce. */
export interface Tile {
  faces: number[];
  layers: string[];
  label: string;
  number: string;
  waits: boolean;
}

export { cardOf, faceOf };

/** One half of a card: its name, its type, and its drawing. */
export function half(pack: GoPack, face: number): Half {
  const card = pack.cards[cardOf(face)]!;
  const printed = face & 1 ? card.b : card.a;
  return { name: printed.name, type: printed.type, food: foodOf(pack, printed.name) };
}

/** Whether turning the card changes anything. */
export const alike = (pack: GoPack, card: number): boolean =>
  half(pack, faceOf(card, 0)).name === half(pack, faceOf(card, 1)).name;

const groupOf = (type: string): Group => (type === 'sauce' ? 'meat' : (type as Group));

/** A row sorted by type, each tile with the number it was played with; Meat stands on its Sauce. */
export function tiles(pack: GoPack, row: number[], beneath: number[]): Record<Group, Tile[]> {
  const groups: Record<Group, Tile[]> = { salad: [], cheese: [], meat: [], bun: [] };
  row.forEach((face, place) => {
    const own = half(pack, face);
    if (own.type === 'sauce' && beneath.includes(place)) return;
    const under = beneath[place]! >= 0 ? row[beneath[place]!]! : null;
    groups[groupOf(own.type)].push(
      under === null ? single(own, face, place) : stacked(pack, under, beneath[place]!, own, face, place),
    );
  });
  return groups;
}

function single(own: Half, face: number, place: number): Tile {
  const waits = own.type === 'sauce';
  const label = `${own.name}, card ${place + 1}${waits ? ', waits for Meat' : ''}`;
  return { faces: [face], layers: [own.food], label, number: `${place + 1}`, waits };
}

function stacked(pack: GoPack, under: number, below: number, own: Half, face: number, place: number): Tile {
  const sauce = half(pack, under);
  const label = `${own.name} on ${sauce.name}, cards ${below + 1} and ${place + 1}`;
  return {
    faces: [under, face],
    layers: [sauce.food, own.food],
    label,
    number: `${below + 1}+${place + 1}`,
    waits: false,
  };
}
