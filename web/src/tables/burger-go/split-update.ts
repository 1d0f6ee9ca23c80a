/** Splits an update, so that the last cards of a round are shown before the next round is dealt. */

import type { Line, Snapshot, Update } from '../../wire';
import { type GoView, viewOf } from './reading';

type Rows = Pick<GoView, 'rows' | 'beneath'>;

/** The first part of an update that shows cards and deals new ones: what is seen of it before the deal. */
export function splitUpdate(snapshot: Snapshot, update: Update): Update | null {
  const dealt = update.log.findIndex(([event]) => event[0] === 'dealt');
  const shown = update.log.findLastIndex(([event], i) => i < dealt && ['shown', 'sauced'].includes(event[0]));
  if (shown < 0) return null;
  const log = update.log.slice(0, shown + 1);
  const view = viewOf({ snapshot });
  const empty = view.hands.map(() => []);
  const set = { view: { ...log.reduce(laid, view), hands: empty, choices: empty }, options: [] };
  return { ...update, version: update.version - 1, set, log };
}

function laid({ rows, beneath }: Rows, [[name, seat, face, sauce]]: Line): Rows {
  const own = (one: number): boolean => one === seat;
  if (name === 'shown')
    return {
      rows: rows.map((row, one) => (own(one) ? [...row, face as number] : row)),
      beneath: beneath.map((under, one) => (own(one) ? [...under, -1] : under)),
    };
  if (name !== 'sauced') return { rows, beneath };
  const below = rows[seat as number]?.indexOf(sauce as number) ?? -1;
  return { rows, beneath: beneath.map((under, one) => (own(one) ? under.with(-1, below) : under)) };
}
