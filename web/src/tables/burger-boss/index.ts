import { type Part, added } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import type { GameInfo, Sheet } from '../../wire';
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

const HEADINGS = [
  { label: 'sales', icon: 'top_bun' },
  { label: 'mission', icon: 'star' },
  { label: 'old dishes', icon: 'beef_patty' },
  { label: 'to begin with, less what was spent', icon: 'coin' },
];
const INCOMES = [
  { event: 'sold', part: 0, amount: 'total' },
  { event: 'mission', part: 1, amount: 'price' },
  { event: 'recycled', part: 2, amount: 'price' },
  { event: 'grill_sale', part: 2, amount: 'price' },
];
export const parts = (sheet: Sheet, game: GameInfo): Part[][] => added(sheet, game, INCOMES, HEADINGS);
