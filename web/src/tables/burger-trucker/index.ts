import { tallied } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import './burger-trucker.css';

export { default as Phase } from './Phase.svelte';
export { default as Table } from './BurgerTruckerTable.svelte';

export const sounds: Record<string, Sound> = {
  counted: 'turn',
  opened: 'bell',
  flipped: 'card',
  placed: 'pat',
  finished: 'bell',
  last_seconds: 'wood',
  out_of_time: 'wood',
  turned_up: 'card',
  claimed: 'coin',
  paid: 'coin',
  won: 'bell',
};
export const cuts = ['set_up', 'opened', 'begun', 'laid'];

/** Speed, orders, size and Perfect coins of all rounds. */
export const parts = tallied({ speed: 'crown', line: 'top_bun', size: 'beef_patty', perfect: 'star' });
