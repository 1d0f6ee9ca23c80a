/** Texts about bots: ranks, names in the order in which they are given, and faces. */

import { address } from '../router/base';
import { RANKS, type Rank, type SeatKind } from '../../wire';

const STAFF = Object.values(RANKS).flatMap((rank) => rank.staff);

/** Whether a seat is a bot's. */
export const isRank = (kind: string): kind is Rank => Object.hasOwn(RANKS, kind);

/** The title of a bot's rank. */
export const strength = (kind: SeatKind): string => (isRank(kind) ? RANKS[kind].title : '');

/** "812 (780–840)", or "under 280" if the bot nearly always loses; empty if it was not measured. */
export function rated(ratings: Record<string, number[]>, kind: SeatKind): string {
  const [rating, low, high] = ratings[kind] ?? [];
  if (rating === undefined) return '';
  if (low! < 0) return `under ${high}`;
  return low === high ? `${rating}` : `${rating} (${low}–${high})`;
}

/** The picture of a bot; null for a name that is no bot's. */
export const faceOf = (name: string): string | null => {
  const first = name.replace(/ \d+$/, '');
  return STAFF.includes(first) ? address(`/pieces/faces/${first.toLowerCase()}.svg`) : null;
};

/** Names for new bots, as the server will give them. */
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
