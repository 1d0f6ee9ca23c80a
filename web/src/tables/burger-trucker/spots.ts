/** The spots of face-up cards in the centre. A card keeps its spot while it lies there. A spot that was just
 * left stays empty for a moment, so that no other card slips under a finger. */

export interface Spot {
  card: number;
  /** The seat that took it; null while it lies there. */
  taker: number | null;
}

export type Spots = (Spot | null)[];

/** The spots after a change of the face-up cards; a card that left gets its taker. */
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

/** The spots after the one of a taken card is released. */
export function rested(spots: Spots, card: number): Spots {
  const left = spots.map((spot) => (spot?.card === card && spot.taker !== null ? null : spot));
  while (left.length && left.at(-1) === null) left.pop();
  return left;
}

export const same = (a: Spots, b: Spots): boolean =>
  a.length === b.length && a.every((spot, i) => spot === b[i]);

/** Row and column (from 1) of a spot: spread over the grid; further spots lie below it. */
export function cell(spot: number, cols: number, rows: number): [number, number] {
  const all = cols * rows;
  const at = spot < all ? (spot * stride(all) + Math.floor(cols / 2)) % all : spot;
  return [Math.floor(at / cols) + 1, (at % cols) + 1];
}

/** A step that visits each of `all` places once, without visiting neighbours in a row. */
function stride(all: number): number {
  const shared = (a: number, b: number): number => (b ? shared(b, a % b) : a);
  let step = Math.max(1, Math.round(all * 0.382));
  while (shared(step, all) !== 1) step += 1;
  return step;
}
