import type { Part } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import type { Sheet } from '../../wire';
import '../deck.css';
import './layout.css';
import './score.css';
import './phone.css';
import { viewOf } from './reading';

export { default as Phase } from './Phase.svelte';
export { default as Places } from './Places.svelte';

export const sounds: Record<string, Sound> = {
  counted: 'turn',
  opened: 'bell',
  flipped: 'card',
  placed: 'pat',
  finished: 'bell',
  last_seconds: 'wood',
  out_of_time: 'wood',
  turned_up: 'card',
  claimed: 'coin',
  paid: 'coin',
  won: 'bell',
};
export const cuts = ['set_up', 'opened', 'begun', 'laid'];

const HEADINGS = [
  { label: 'speed', icon: 'crown' },
  { label: 'orders', icon: 'top_bun' },
  { label: 'size', icon: 'beef_patty' },
  { label: 'Perfect', icon: 'star' },
];

/** Speed, line, size and Perfect coins of all rounds. */
export function parts(sheet: Sheet): Part[][] {
  const { accounts } = viewOf({ sheet });
  return sheet.points.map((_, seat) =>
    HEADINGS.map((heading, i) => ({
      ...heading,
      points: accounts.reduce((sum, round) => sum + round[seat]![i]!, 0),
    })),
  );
}
