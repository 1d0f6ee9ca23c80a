/** Who the bots are: the ranks with their staff, in the order in which they sit down, and their faces. */

import { address } from '../router/base';
import { RANKS, type Rank, type SeatKind } from '../../wire';

const STAFF = Object.values(RANKS).flatMap((rank) => rank.staff);

/** Whether a bot of some rank sits there. */
export const isRank = (kind: string): kind is Rank => Object.hasOwn(RANKS, kind);

/** How well a bot of a rank plays, in a word. */
export const strength = (kind: SeatKind): string => (isRank(kind) ? RANKS[kind].title : '');

/** "812 (780–840)" in one game, "under 280" for who nearly always loses; nothing where nobody measured. */
export function rated(ratings: Record<string, number[]>, kind: SeatKind): string {
  const [rating, low, high] = ratings[kind] ?? [];
  if (rating === undefined) return '';
  if (low! < 0) return `under ${high}`;
  return low === high ? `${rating}` : `${rating} (${low}–${high})`;
}

/** The face of somebody who has one; a namesake has the same. */
export const faceOf = (name: string): string | null => {
  const first = name.replace(/ \d+$/, '');
  return STAFF.includes(first) ? address(`/pieces/faces/${first.toLowerCase()}.svg`) : null;
};

/** A name for each of the seats that is a bot's, as the server will give it; none is taken already. */
export function botNames(kinds: SeatKind[], taken: string[]): string[] {
  const used = new Set(taken);
  return kinds.map((kind) => {
    if (!isRank(kind)) return '';
    const name = freeName(RANKS[kind].staff, used);
    used.add(name);
    return name;
  });
}

function freeName(staff: string[], used: Set<string>): string {
  for (let number = 1; ; number++) {
    const names = staff.map((name) => (number === 1 ? name : `${name} ${number}`));
    const free = names.find((name) => !used.has(name));
    if (free !== undefined) return free;
  }
}
