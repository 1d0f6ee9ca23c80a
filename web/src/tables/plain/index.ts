import { tallied } from '../../lib/text/scoring';
import type { Sound } from '../../lib/effects/sound';
import './plain.css';

export { default as Phase } from './Phase.svelte';
export { default as Table } from './PlainTable.svelte';

export const sounds: Record<string, Sound> = {};
export const cuts = ['round', 'dealt'];
export const parts = tallied({});
