import { tallied } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import './burger-up.css';

export { default as Phase } from './Phase.svelte';
export { default as Table } from './BurgerUpTable.svelte';

export const sounds: Record<string, Sound> = {
  bought: 'coin',
  placed: 'pat',
  shifted: 'scrape',
  scraped: 'scrape',
  served: 'bell',
  paid: 'coin',
  upgraded: 'bell',
  tossed: 'card',
  drew: 'card',
  walked_off: 'wood',
  held: 'coin',
  won: 'bell',
};
export const cuts = ['turn_begins', 'last_round'];

/** Coins, Spatula and, where seats compete, the bonus for most orders. */
export const parts = tallied({ coins: 'coin', spatula: 'spatula', most: 'top_bun' });
