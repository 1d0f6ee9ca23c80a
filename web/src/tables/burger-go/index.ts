import { tallied } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import './burger-go.css';

export { splitUpdate } from './split-update';
export { default as Phase } from './Phase.svelte';
export { default as Table } from './BurgerGoTable.svelte';

export const sounds: Record<string, Sound> = {
  shown: 'card',
  sauced: 'sizzle',
  handed_on: 'scrape',
  round_paid: 'coin',
  dealt: 'card',
  won: 'bell',
};
export const cuts = ['dealt', 'handed_on', 'reshuffled'];

export const parts = tallied({
  salad: ['lettuce', 'salad'],
  cheese: ['cheddar_cheese', 'cheese'],
  meat: ['beef_patty', 'meat'],
  buns: ['middle_bun', 'bun'],
});
