/** Whoever wishes so is spared the click where there is nothing to choose, always after the same moment.
 * A sealed answer or a reply is never given so: its pace would show others that there was no choice. */

import type { Action, Sheet } from '../../wire';
import { session } from '../state/session.svelte';

const MOMENT = 1200;

/** The one thing that can be done, if there is but one, no clock hurries and nothing hidden would show. */
export function onlyChoice(sheet: Sheet): Action | null {
  if (sheet.sealed || sheet.over || sheet.time || sheet.anytime.length || sheet.options.length !== 1)
    return null;
  return sheet.options[0]![0];
}

/** Plays it a moment later; to be called where effects are. */
export function playOnlyChoice(sheet: () => Sheet, play: (action: Action) => unknown): void {
  $effect(() => {
    const action = session.switches.single ? onlyChoice(sheet()) : null;
    if (!action) return;
    const timer = setTimeout(() => void play(action), MOMENT);
    return () => clearTimeout(timer);
  });
}
