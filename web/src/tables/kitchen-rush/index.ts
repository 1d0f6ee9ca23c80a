import { tallied } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import './pieces.css';
import './layout.css';
import './summary.css';
import './phone.css';

export { default as Phase } from './Phase.svelte';
export { default as Table } from './KitchenRushTable.svelte';
export { default as Story } from './Story.svelte';

export const sounds: Record<string, Sound> = {
  started: 'bell',
  placed: 'pat',
  ran_out: 'scrape',
  seated: 'card',
  drink: 'coin',
  ordered: 'card',
  plated: 'pat',
  served: 'bell',
  cooked: 'sizzle',
  flared: 'sizzle',
  shops: 'coin',
  office_card: 'card',
  time_up: 'bell',
  paid: 'coin',
  award: 'bell',
  strikes: 'wood',
};
export const cuts = ['set_up', 'started', 'closing', 'time_up'];

/** All have the same: so much of the goal. */
export const parts = tallied({ goal: 'verified' });
