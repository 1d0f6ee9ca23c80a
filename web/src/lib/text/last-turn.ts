/** The last turn of a seat, from the log. */

import type { Line } from '../../wire';

/** The most lines of one turn. */
const MOST = 4;

/** The time at the start of a line in real-time games. */
const TIME = /^\d+:\d\d /;

/** References to rules at the end of a line. */
const RULES = / \([A-Z]{2}-[R\d]+(, [A-Z]{2}-[R\d]+)*\)/g;

interface Teller {
  snapshot: { log: Line[] };
  seats: { name: string }[];
  seatOf(event: Line[0]): number | null;
}

/** The last consecutive lines about a seat, without its name. Lines about no seat are skipped. */
export function lastTurn(teller: Teller, seat: number): string {
  const { log } = teller.snapshot;
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

/** A line without its references to rules. */
export const unruled = (line: string): string => line.replace(RULES, '');

/** A line without its subject, to be shown beside the name. */
function unnamed(line: string, name: string): string {
  const rest = line.slice(name.length).replace(/^[:\s]+/, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
