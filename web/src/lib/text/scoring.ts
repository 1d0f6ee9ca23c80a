/** Where the points of a seat come from, added up from the log. */

import type { Line, Noun } from '../../wire';

export interface Part {
  label: string;
  icon: string;
  points: number;
}

/** One kind of income: which event tells it, at which places its seats and its amount stand, and with which
 * sign. */
export interface Income {
  event: string;
  part: number;
  seats: number;
  amount: number;
  sign?: 1 | -1;
}

type Heading = Omit<Part, 'points'>;

/** For each seat its parts; what no event tells of goes to the last one. */
export function added(log: Line[], incomes: Income[], headings: Heading[], points: number[]): Part[][] {
  const sums = points.map(() => headings.map(() => 0));
  for (const [event] of log) {
    for (const income of incomes.filter((one) => one.event === event[0])) {
      for (const seat of [event[income.seats]].flat() as Noun[]) {
        const own = sums[Number(seat)];
        if (own) own[income.part]! += (income.sign ?? 1) * Number(event[income.amount]);
      }
    }
  }
  return sums.map((own, seat) => {
    own[own.length - 1]! += points[seat]! - own.reduce((a, b) => a + b, 0);
    return headings.map((heading, i) => ({ ...heading, points: own[i]! }));
  });
}
