/** The stock of each room, and which of it a dish lacks. */

import { type Dish, type KitchenPack, type KitchenView, areaOf } from './reading';

export type Piece = 'ingredient' | 'spice';

export interface Stock {
  area: number;
  kind: Piece;
  /** How many lie there, kind by kind. */
  counts: number[];
}

/** Pieces to be put on one plate, one after the other. */
export interface Filling extends Stock {
  nouns: number[];
}

const ROOMS = ['storage-a', 'storage-b', 'storage-c'];

export function stocks(pack: KitchenPack, view: Pick<KitchenView, 'rooms' | 'bag'>): Stock[] {
  const rooms = view.rooms.map((counts, room): Stock => {
    return { area: areaOf(pack, ROOMS[room] ?? ''), kind: 'ingredient', counts };
  });
  return [...rooms, { area: areaOf(pack, 'greenhouse'), kind: 'spice', counts: view.bag }];
}

/** The missing pieces of a dish that this stock has. */
export function wants(
  dish: Pick<Dish, 'missing_food' | 'missing_spices'>,
  { kind, counts }: Stock,
): number[] {
  const missing = kind === 'spice' ? dish.missing_spices : dish.missing_food;
  return missing.flatMap((n, noun) => Array<number>(Math.min(n, counts[noun] ?? 0)).fill(noun));
}
