/** Where face-up cards lie in the centre. A card keeps its spot for as long as it lies there, and a spot that
 * was just left rests for a moment, so that nothing slips under a finger that meant something else. */

export interface Spot {
  card: number;
  /** Who has taken it; null while it lies there. */
  taker: number | null;
}

export type Spots = (Spot | null)[];

/** The spots once these cards lie face up; whoever took a card that left is looked up. */
export function laid(spots: Spots, faceUp: number[], takerOf: (card: number) => number): Spots {
  const kept = spots.map((spot) => spot && after(spot, faceUp, takerOf));
  const lying = new Set(kept.flatMap((spot) => (spot ? [spot.card] : [])));
  for (const card of faceUp.filter((one) => !lying.has(one))) {
    const free = kept.indexOf(null);
    kept[free < 0 ? kept.length : free] = { card, taker: null };
  }
  return kept;
}

function after(spot: Spot, faceUp: number[], takerOf: (card: number) => number): Spot {
  const lies = faceUp.includes(spot.card);
  if (lies) return spot.taker === null ? spot : { ...spot, taker: null };
  return spot.taker === null ? { ...spot, taker: takerOf(spot.card) } : spot;
}

/** The spots once the one of a card that was taken has rested. */
export function rested(spots: Spots, card: number): Spots {
  const left = spots.map((spot) => (spot?.card === card && spot.taker !== null ? null : spot));
  while (left.length && left.at(-1) === null) left.pop();
  return left;
}

export const same = (a: Spots, b: Spots): boolean =>
  a.length === b.length && a.every((spot, i) => spot === b[i]);

/** Where a spot lies in a grid, row and column from 1: loosely over all of it; what finds no room there
 * lies below. */
export function cell(spot: number, cols: number, rows: number): [number, number] {
  const all = cols * rows;
  const at = spot < all ? (spot * stride(all) + Math.floor(cols / 2)) % all : spot;
  return [Math.floor(at / cols) + 1, (at % cols) + 1];
}

/** A step that comes to each of so many places once, and never to neighbours one after the other. */
function stride(all: number): number {
  const shared = (a: number, b: number): number => (b ? shared(b, a % b) : a);
  let step = Math.max(1, Math.round(all * 0.382));
  while (shared(step, all) !== 1) step += 1;
  return step;
}
