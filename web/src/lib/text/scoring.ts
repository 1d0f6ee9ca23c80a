/** Where the points of a seat come from, added up from the log. */

import type { GameInfo, Noun, Sheet } from '../../wire';

export interface Part {
  label: string;
  icon: string;
  points: number;
}

/** One kind of income: which event tells it, which of its nouns is the amount, and with which sign. */
export interface Income {
  event: string;
  part: number;
  amount: string;
  sign?: 1 | -1;
}

type Heading = Omit<Part, 'points'>;

/** For each seat its parts; what no event tells of goes to the last one. */
export function added(sheet: Sheet, game: GameInfo, incomes: Income[], headings: Heading[]): Part[][] {
  const { log, points } = sheet;
  const sums = points.map(() => headings.map(() => 0));
  for (const [event] of log) {
    for (const income of incomes.filter((one) => one.event === event[0])) {
      const nouns = (game.events[income.event]?.nouns ?? []).map((noun) => noun.split(':'));
      const seats = event[1 + nouns.findIndex((noun) => noun.at(-1) === 'seat')];
      const amount = event[1 + nouns.findIndex(([name]) => name === income.amount)];
      for (const seat of [seats].flat() as Noun[]) {
        const own = sums[Number(seat)];
        if (own) own[income.part]! += (income.sign ?? 1) * Number(amount);
      }
    }
  }
  return sums.map((own, seat) => {
    own[own.length - 1]! += points[seat]! - own.reduce((a, b) => a + b, 0);
    return headings.map((heading, i) => ({ ...heading, points: own[i]! }));
  });
}
