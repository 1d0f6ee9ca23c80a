/** Small texts that many screens use. */

import type { SeatInfo } from '../../wire';
import { strength } from './bots';

export const LETTERS = ['salad', 'sauce', 'meat', 'cheese', 'bun'] as const;

/** "2–6", or "3–5, 7" if numbers are missing between. */
export function span(seats: number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < seats.length;) {
    let j = i;
    while (seats[j + 1] === seats[j]! + 1) j++;
    parts.push(i === j ? `${seats[i]}` : `${seats[i]}–${seats[j]}`);
    i = j + 1;
  }
  return parts.join(', ');
}

/** A note on a seat: a bot, a bot that stands in, or away; empty for a player who is here. */
export const chairWords = (chair: SeatInfo | undefined): string => {
  if (!chair || (chair.kind === 'person' && chair.here)) return '';
  if (chair.kind === 'person') return 'away';
  return standsIn(chair) ? `${chair.bot} plays` : `bot · ${strength(chair.kind)}`;
};

/** The same, but empty for bots. */
export const keptBy = (chair: SeatInfo | undefined): string =>
  chair && (chair.kind === 'person' || standsIn(chair)) ? chairWords(chair) : '';

/** Whether a bot plays for the seat's player. */
export const standsIn = (chair: SeatInfo): boolean => Boolean(chair.bot) && chair.bot !== chair.name;

/** "Ann", "Ann and Ben", "Ann, Ben and Cem". */
export function listed(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The initial of a name, with the number of a numbered one. */
export function initial(name: string): string {
  const letter = ([...name.trim()][0] ?? '?').toUpperCase();
  return letter + (/\s(\d)$/.exec(name)?.[1] ?? '');
}

/** "tie_break" as a heading. */
export const heading = (key: string): string => {
  const words = key.replace(/_/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** "1:05" for 65 seconds. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** "coin" or "coins": the word for an amount that stands by itself. */
export const unitOf = (n: number, one: string, many = `${one}s`): string => (n === 1 ? one : many);

/** "10–20 min" or "15 min"; empty if it was not measured. */
export const minutes = ([from, to]: number[]): string =>
  from === undefined ? '' : from === to ? `${from} min` : `${from}–${to} min`;

/** "+6", "−3", "0". */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
