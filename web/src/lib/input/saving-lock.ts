/** What could be touched while the last answer is being saved: it keeps its place and the ring, and waits. */

import { LIT } from './keyboard';

const ANSWERS = `${LIT}, .prompt .keys .key.go, .undo, .habits button`;

/** Whether a tap on it would be an answer. */
export const waiting = (spot: EventTarget | null): boolean =>
  spot instanceof Element && spot.closest(ANSWERS) !== null;

/** Says of all answers that they wait, or that they can be given again. */
export function markWaiting(root: Element | null, on: boolean): void {
  for (const marked of root?.querySelectorAll('[aria-disabled]') ?? [])
    marked.removeAttribute('aria-disabled');
  if (!on) return;
  for (const answer of root?.querySelectorAll(ANSWERS) ?? []) answer.setAttribute('aria-disabled', 'true');
}
