import { type Part, added } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import type { GameInfo, Sheet } from '../../wire';

export { default as Phase } from './Phase.svelte';
export { default as Places } from './Places.svelte';

export const sounds: Record<string, Sound> = {};
export const cuts = ['round', 'dealt'];
export const parts = (sheet: Sheet, game: GameInfo): Part[][] =>
  added(sheet, game, [], [{ label: 'points', icon: 'coin' }]);
