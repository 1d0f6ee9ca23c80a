import type { Part } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import type { Sheet } from '../../wire';
import '../deck.css';
import './layout.css';

export { default as Phase } from './Phase.svelte';
export { default as Places } from './Places.svelte';

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

/** Coins, Spatula and, where seats compete, the bonus for most orders; told when the game is over. */
export function parts(sheet: Sheet): Part[][] {
  const told = sheet.log.map(([event]) => event).filter(([name]) => name === 'scored');
  return sheet.points.map((points, seat) => {
    const alone = told.length === 1;
    const [coins, spatula, bonus] = (
      alone ? told[0]!.slice(1) : (told.find((event) => event[1] === seat) ?? []).slice(2)
    ) as number[];
    return [
      { label: 'coins', icon: 'coin', points: coins ?? points },
      { label: 'Spatula', icon: 'spatula', points: spatula ?? 0 },
      ...(alone ? [] : [{ label: 'most orders', icon: 'top_bun', points: bonus ?? 0 }]),
    ];
  });
}
