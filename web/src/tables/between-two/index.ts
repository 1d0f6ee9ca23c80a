import type { Hue, Part } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import type { Snapshot } from '../../wire';
import './between-two.css';
import { PARTS, viewOf } from './reading';

export { default as Phase } from './Phase.svelte';
export { default as Table } from './BetweenTwoTable.svelte';

export const sounds: Record<string, Sound> = {
  decided: 'card',
  turned_up: 'card',
  laid: 'pat',
  wished: 'turn',
  handed_on: 'scrape',
  dealt: 'card',
  won: 'bell',
};
export const cuts = ['dealt', 'handed_on', 'thrown_away'];

const ICONS = ['lettuce', 'ketchup', 'beef_patty', 'cheddar_cheese', 'middle_bun'];

/** The five parts of the burger that counts, the lower one. */
export function parts(snapshot: Snapshot): Part[][] {
  const view = viewOf({ snapshot });
  return view.beside.map((two) => {
    const low = two.toSorted((a, b) => view.totals[a]! - view.totals[b]!)[0]!;
    return PARTS.map(([type, label], i) => ({
      label,
      icon: ICONS[i]!,
      hue: type as Hue,
      points: view.parts[low]![i]!,
    }));
  });
}
