/** How every table is read: the view and the pack of its game, and what its log told last. It decides
 * nothing. */

import type { Play } from '../lib/state/play.svelte';
import type { Line, Spoken } from '../wire';

interface Readers<View, Pack> {
  viewOf: (play: { snapshot: { view: unknown } }) => View;
  packOf: (play: Pick<Play, 'pack'>) => Pack;
}

/** View and pack as one game has them. */
export const readers = <View, Pack>(): Readers<View, Pack> => ({
  viewOf: ({ snapshot }) => snapshot.view as View,
  packOf: ({ pack }) => pack as Pack,
});

/** Which line told of one of these last; -1 if none did. */
export const lastAt = (log: Line[], ...names: string[]): number =>
  log.findLastIndex(([event]) => names.includes(event[0]));

export const lastTold = (log: Line[], ...names: string[]): Spoken | null =>
  log[lastAt(log, ...names)]?.[0] ?? null;

/** The lines after the last one that told of this; all of them if none did. */
export const since = (log: Line[], name: string): Line[] => log.slice(lastAt(log, name) + 1);
