import { tallied } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import './kitchen-rush.css';

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

const goal = tallied({ goal: 'verified' });
/** The shared result: how much of the goal was reached, in percent. */
export const parts: typeof goal = (...given) =>
  goal(...given).map((own) => own.map((part) => ({ ...part, of: 100 })));
