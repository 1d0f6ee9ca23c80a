import { added } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import './layout.css';

export { default as Phase } from './Phase.svelte';
export { default as Places } from './Places.svelte';

export const sounds: Record<string, Sound> = {
  rolled: 'dice',
  placed: 'pat',
  brought: 'pat',
  cooked: 'sizzle',
  sold: 'coin',
  drew: 'card',
  order: 'dice',
  left: 'scrape',
  won: 'bell',
};
export const cuts = ['round', 'order'];

export const parts = added(
  { label: 'sales', icon: 'top_bun', incomes: { sold: 'total' } },
  { label: 'mission', icon: 'star', incomes: { mission: 'price' } },
  { label: 'old dishes', icon: 'beef_patty', incomes: { recycled: 'price', grill_sale: 'price' } },
  { label: 'to begin with, less what was spent', icon: 'coin' },
);
