/** The result of a game, as counted by the server: parts of the points, and other counts. */

import type { Snapshot, Tally } from '../../wire';
import { listed } from './words';

/** The colours of parts, in order, unless a part has the colour of a food. */
export const HUES = ['salad', 'cheese', 'meat', 'bun', 'sauce'] as const;
export type Hue = (typeof HUES)[number];

export interface Part {
  label: string;
  icon: string;
  points: number;
  hue: Hue;
  /** The most points there can be, where the bar is a share of that. */
  of?: number;
}

/** The icon of a part, and its colour if that has a meaning. */
export type Look = string | [icon: string, hue: Hue];

/** The parts of each seat in the server's order, each with the same colour for all seats. */
export const tallied =
  (looks: Record<string, Look>) =>
  (snapshot: Snapshot): Part[][] => {
    const parts = snapshot.tallies.filter(({ part }) => part);
    return snapshot.points.map((_, seat) =>
      parts.map((tally, i) => shown(tally, seat, i, looks[tally.name])),
    );
  };

function shown(tally: Tally, seat: number, i: number, look: Look = 'coin'): Part {
  const [icon, hue] = typeof look === 'string' ? [look, HUES[i % HUES.length]!] : look;
  return { label: tally.title, icon, hue, points: tally.seats[seat] ?? 0 };
}

/** Counts that are no part of the points and not zero for all. */
export const counts = ({ tallies }: Snapshot): Tally[] =>
  tallies.filter(({ part, seats }) => !part && seats.some(Boolean));

/** What decided between seats with equal points; empty if none has as many. */
export function tieBreak({ points, places, tallies }: Snapshot, seat: number): string {
  const level = points.some((own, other) => own === points[seat] && places[other] !== places[seat]);
  const breaker = tallies.find((tally) => tally.breaks_ties);
  return level && breaker ? `level on points; decided by ${breaker.title}: ${breaker.seats[seat]}` : '';
}

/** Seats by place; seats that share a place stay in table order. */
export const ranked = (places: number[]): number[] =>
  places.map((_, seat) => seat).toSorted((a, b) => places[a]! - places[b]!);

/** The headline of the result. */
export function headline(snapshot: Snapshot, mode: string, names: string[], yours: number | null): string {
  const { points, winners, tallies } = snapshot;
  const best = Math.max(...points);
  if (mode === 'solo') return `A score of ${best}.`;
  if (mode === 'cooperative') return together(winners.length > 0, best, yours !== null);
  if (!winners.length) return 'Nobody wins.';
  const others = points.filter((_, seat) => !winners.includes(seat));
  const margin = tallies.some(({ part }) => part) && others.length ? best - Math.max(...others) : 0;
  const verb = winners.length > 1 || winners[0] === yours ? 'win' : 'wins';
  const who = listed(winners.map((seat) => (seat === yours ? 'You' : (names[seat] ?? ''))));
  return `${who} ${verb}${margin > 0 ? ` by ${margin}` : ''}.`;
}

function together(won: boolean, best: number, own: boolean): string {
  if (!won) return own ? 'You lose together.' : 'The team loses.';
  if (best <= 0) return 'A score of 0.';
  return own ? 'You win together.' : 'The team wins.';
}
