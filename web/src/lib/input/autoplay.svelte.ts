/**
 * Automatic answers. The server gives them, at a pace that reveals nothing. This device remembers whether the
 * player wants them.
 */

import { untrack } from 'svelte';
import type { SeatAutoAnswers, SeatInfo, Snapshot } from '../../wire';
import { session } from '../state/session.svelte';

export type Wish = Pick<SeatAutoAnswers, 'forced' | 'windows' | 'hold'>;
type Kept = Pick<SeatAutoAnswers, 'forced' | 'windows'>;

/** The habits to send so that the server does what this device wants; null if nothing is to be sent. */
export function unlike(snapshot: Snapshot | null, seats: SeatInfo[], kept: Kept): Kept | null {
  if (!snapshot?.habits || snapshot.over || snapshot.seat === null) return null;
  if (seats[snapshot.seat]?.kind !== 'person') return null; // a bot plays for this seat and decides by itself
  const { forced, windows } = snapshot.habits;
  return forced === kept.forced && windows === kept.windows ? null : kept;
}

/** The change that ends the current automatic answer: the hold, or else the habit. */
export function stopped(habits: SeatAutoAnswers): Partial<Wish> {
  if (habits.hold !== 'ask') return { hold: 'ask' };
  return habits.can_hold ? { windows: false } : { forced: false };
}

/**
 * Send the habits after each welcome and each turn of a switch, but at no other time: another window of the
 * same player may want something else. Call it where effects are allowed.
 */
export function followSwitches(
  welcomes: () => number,
  asks: () => [Snapshot | null, SeatInfo[]],
  tell: (wish: Partial<Wish>) => unknown,
): void {
  $effect(() => {
    const { forced, windows } = session.switches;
    welcomes();
    const wish = untrack(() => unlike(...asks(), { forced, windows }));
    if (wish) tell(wish);
  });
}
