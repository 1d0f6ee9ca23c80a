import { type Part, added } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import type { GameInfo, Sheet } from '../../wire';
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

const HEADINGS = [
  { label: 'Salad', icon: 'lettuce' },
  { label: 'Cheese & Egg', icon: 'cheddar_cheese' },
  { label: 'Meat on Sauce', icon: 'beef_patty' },
  { label: 'Middle Buns', icon: 'middle_bun' },
];
const INCOMES = [
  { event: 'most_salads', part: 0, amount: 'each' },
  { event: 'second_salads', part: 0, amount: 'each' },
  { event: 'cheese_paid', part: 1, amount: 'coins' },
  { event: 'meat_paid', part: 2, amount: 'coins' },
];
/** What the Middle Buns brought or cost is what is left. */
export const parts = (sheet: Sheet, game: GameInfo): Part[][] => added(sheet, game, INCOMES, HEADINGS);
