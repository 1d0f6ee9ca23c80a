import { type Part, added } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import type { GameInfo, Sheet } from '../../wire';
import './pieces.css';
import './layout.css';
import './deal.css';
import './phone.css';

export { default as Phase } from './Phase.svelte';
export { default as Places } from './Places.svelte';

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

const HEADINGS = [
  { label: 'Honor won', icon: 'honor' },
  { label: 'Honor lost', icon: 'coin5_lost' },
  { label: 'to begin with', icon: 'ninja' },
];
const INCOMES = [
  { event: 'honor_gained', part: 0, amount: 'amount' },
  { event: 'honor_lost', part: 1, amount: 'amount', sign: -1 as const },
];
export const parts = (sheet: Sheet, game: GameInfo): Part[][] => added(sheet, game, INCOMES, HEADINGS);
