import { tallied } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import './burger-boss.css';

export { default as Phase } from './Phase.svelte';
export { default as Table } from './BurgerBossTable.svelte';
export { colours } from './reading';

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

export const parts = tallied({ cash: 'coin', grills: 'beef_patty', mission: 'star' });
