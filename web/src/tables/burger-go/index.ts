import { added } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import './layout.css';

export { default as Phase } from './Phase.svelte';
export { default as Places } from './Places.svelte';

export const sounds: Record<string, Sound> = {
  shown: 'card',
  sauced: 'sizzle',
  handed_on: 'scrape',
  round_paid: 'coin',
  dealt: 'card',
  won: 'bell',
};
export const cuts = ['dealt', 'handed_on', 'reshuffled'];

/** What the Middle Buns brought or cost is what is left. */
export const parts = added(
  { label: 'Salad', icon: 'lettuce', incomes: { most_salads: 'each', second_salads: 'each' } },
  { label: 'Cheese & Egg', icon: 'cheddar_cheese', incomes: { cheese_paid: 'coins' } },
  { label: 'Meat on Sauce', icon: 'beef_patty', incomes: { meat_paid: 'coins' } },
  { label: 'Middle Buns', icon: 'middle_bun' },
);
