import { tallied } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import './burgerfuck.css';

export { default as Phase } from './Phase.svelte';
export { default as Table } from './BurgerfuckTable.svelte';

export const sounds: Record<string, Sound> = {
  dropped: 'pat',
  four: 'bell',
  grid_full: 'scrape',
  played: 'card',
  struck: 'card',
  contention: 'dice',
  drew: 'card',
  burned: 'sizzle',
  sacrificed: 'sizzle',
  took_tokens: 'coin',
  scrapped: 'scrape',
  won: 'bell',
};
export const cuts = ['dealt', 'turn'];

/** A game of places: nothing adds up to its points. */
export const parts = tallied({});
