import { tallied } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';

export { default as Phase } from './Phase.svelte';
export { default as Table } from './HanaburgerTable.svelte';

export const sounds: Record<string, Sound> = {
  hinted: 'turn',
  hinted_ends: 'turn',
  discarded: 'card',
  cleaned: 'scrape',
  laid: 'pat',
  mistaken: 'wood',
  served: 'bell',
  defeated: 'wood',
  finished: 'bell',
};
export const cuts = ['opened', 'deck_empty', 'finished', 'defeated'];

/** The parts of the common score. */
export const parts = tallied({ size: 'beef_patty', perfect: 'star', laid: 'top_bun' });
