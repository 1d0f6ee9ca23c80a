import { tallied } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import './ninja-burger.css';

export { default as Phase } from './Phase.svelte';
export { default as Table } from './NinjaBurgerTable.svelte';

export const sounds: Record<string, Sound> = {
  threw: 'dice',
  drew: 'card',
  drew_mission: 'card',
  played: 'card',
  times: 'card',
  bought: 'coin',
  agreed: 'coin',
  refused: 'scrape',
  money_gained: 'coin',
  succeeded: 'bell',
  mission_failed: 'scrape',
  won: 'bell',
};
export const cuts = ['round', 'phase'];

export const parts = tallied({ begin: 'ninja', won: 'honor', lost: 'coin5_lost' });
