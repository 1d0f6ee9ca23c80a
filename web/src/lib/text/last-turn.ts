/** What a seat did last, in the words of the log. */

import type { Line } from '../../wire';

/** Lines that are told of one turn at most. */
const MOST = 4;

/** Where time runs, a line begins with it. */
const TIME = /^\d+:\d\d /;

/** The rules that a line rests on: the log has them. */
const RULES = / \([A-Z]{2}-[R\d]+(, [A-Z]{2}-[R\d]+)*\)/g;

interface Teller {
  sheet: { log: Line[] };
  seats: { name: string }[];
  seatOf(event: Line[0]): number | null;
}

/** The last lines in a row that say what a seat did, without its name; lines of nobody do not count. */
export function lastTurn(teller: Teller, seat: number): string {
  const { log } = teller.sheet;
  const name = teller.seats[seat]?.name ?? '';
  const lines: string[] = [];
  for (let i = log.length - 1; name && i >= 0 && lines.length < MOST; i--) {
    const [event, line] = log[i]!;
    const words = unruled(line.replace(TIME, ''));
    const whose = teller.seatOf(event);
    if (whose === seat && words.startsWith(name)) lines.unshift(unnamed(words, name));
    else if (whose !== null && lines.length) break;
  }
  return lines.join(' ');
}

/** A line without the rules that it rests on. */
export const unruled = (line: string): string => line.replace(RULES, '');

/** "Ann: 6 to the Bakery." and "Ann passes." as one would say them beside her name. */
function unnamed(line: string, name: string): string {
  const rest = line.slice(name.length).replace(/^[:\s]+/, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
