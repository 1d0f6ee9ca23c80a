/** Marks answers as waiting while the last one is being saved. They keep their place and the focus. */

import { LIT } from './keyboard';

const ANSWERS = `${LIT}, .prompt .keys .key.go, .undo, .habits button`;

/** Whether a click on the element would be an answer. */
export const waiting = (spot: EventTarget | null): boolean =>
  spot instanceof Element && spot.closest(ANSWERS) !== null;

/** Mark all answers as waiting, or as possible again. */
export function markWaiting(root: Element | null, on: boolean): void {
  for (const marked of root?.querySelectorAll('[aria-disabled]') ?? [])
    marked.removeAttribute('aria-disabled');
  if (!on) return;
  for (const answer of root?.querySelectorAll(ANSWERS) ?? []) answer.setAttribute('aria-disabled', 'true');
}
