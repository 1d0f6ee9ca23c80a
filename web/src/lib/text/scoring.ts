/** Where the points of a seat come from, added up from the log. */

import type { GameInfo, Noun, Sheet } from '../../wire';

export interface Part {
  label: string;
  icon: string;
  points: number;
}

/** A part, and the incomes that belong to it: the event that tells of one and which of its nouns is the
 * amount. */
interface Heading extends Omit<Part, 'points'> {
  incomes?: Record<string, string>;
  sign?: 1 | -1;
}

/** For each seat its parts; what no event tells of goes to the last one. */
export const added =
  (...headings: Heading[]) =>
  (sheet: Sheet, game: GameInfo): Part[][] => {
    const told = headings.map((heading) => sums(sheet, game, heading));
    return sheet.points.map((points, seat) => {
      const rest = points - told.reduce((sum, own) => sum + own[seat]!, 0);
      return headings.map(({ label, icon }, i) => ({
        label,
        icon,
        points: told[i]![seat]! + (i === headings.length - 1 ? rest : 0),
      }));
    });
  };

/** What the events of a part brought, by seat. */
function sums({ log, points }: Sheet, game: GameInfo, { incomes = {}, sign = 1 }: Heading): number[] {
  const own = points.map(() => 0);
  for (const [event] of log) {
    if (!Object.hasOwn(incomes, event[0])) continue;
    const nouns = (game.events[event[0]]?.nouns ?? []).map((noun) => noun.split(':'));
    const seats = event[1 + nouns.findIndex((noun) => noun.at(-1) === 'seat')];
    const amount = event[1 + nouns.findIndex(([name]) => name === incomes[event[0]])];
    for (const seat of [seats].flat() as Noun[])
      if (Number(seat) in own) own[Number(seat)]! += sign * Number(amount);
  }
  return own;
}

/** Seats by place, the first ones first; seats that share a place stay in the order of the table. */
export const ranked = (places: number[]): number[] =>
  places.map((_, seat) => seat).toSorted((a, b) => places[a]! - places[b]!);
