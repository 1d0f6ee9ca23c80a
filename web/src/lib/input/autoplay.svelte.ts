/** What is answered for you where there is nothing to choose. The server does it, at a pace that tells
 * nothing; this device remembers whether you want it. */

import { untrack } from 'svelte';
import type { SeatHabits, SeatInfo, Sheet } from '../../wire';
import { session } from '../state/session.svelte';

export type Wish = Pick<SeatHabits, 'forced' | 'windows' | 'hold'>;
type Kept = Pick<SeatHabits, 'forced' | 'windows'>;

/** What the server has yet to be told, so that it does as this device wants; null if it does, or cannot. */
export function unlike(sheet: Sheet | null, seats: SeatInfo[], kept: Kept): Kept | null {
  if (!sheet?.habits || sheet.over || sheet.seat === null) return null;
  if (seats[sheet.seat]?.kind !== 'person') return null; // a bot plays for you, and decides by itself
  const { forced, windows } = sheet.habits;
  return forced === kept.forced && windows === kept.windows ? null : kept;
}

/** What ends that which is being answered: the hold, or else the habit of such answers. */
export function stopped(habits: SeatHabits): Partial<Wish> {
  if (habits.hold !== 'ask') return { hold: 'ask' };
  return habits.can_hold ? { windows: false } : { forced: false };
}

/** Tells the server after each welcome and each turn of a switch, and never else: another window of yours may
 * want it otherwise. To be called where effects are. */
export function followSwitches(
  welcomes: () => number,
  asks: () => [Sheet | null, SeatInfo[]],
  tell: (wish: Partial<Wish>) => unknown,
): void {
  $effect(() => {
    const { forced, windows } = session.switches;
    welcomes();
    const wish = untrack(() => unlike(...asks(), { forced, windows }));
    if (wish) tell(wish);
  });
}
