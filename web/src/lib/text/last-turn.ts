/** What a seat did last, in the words of the log. */

import type { Line } from '../../wire';

/** Lines that are told of one turn at most. */
const MOST = 4;

interface Teller {
  sheet: { log: Line[] };
  seats: { name: string }[];
  seatOf(event: Line[0]): number | null;
}

/** The last lines in a row that speak of a seat, without its name; those of nobody in between left out. */
export function lastTurn(teller: Teller, seat: number): string {
  const { log } = teller.sheet;
  const lines: string[] = [];
  for (let i = log.length - 1; i >= 0 && lines.length < MOST; i--) {
    const whose = teller.seatOf(log[i]![0]);
    if (whose === seat) lines.unshift(log[i]![1]);
    else if (whose !== null && lines.length) break;
  }
  const name = teller.seats[seat]?.name ?? '';
  return lines.map((line) => unnamed(line, name)).join(' ');
}

/** "Ann: 6 to the Bakery." and "Ann passes." as one would say them beside her name. */
function unnamed(line: string, name: string): string {
  if (!name || !line.startsWith(name)) return line;
  const rest = line.slice(name.length).replace(/^[:\s]+/, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
