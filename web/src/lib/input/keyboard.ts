/** Play by keyboard: arrow keys inside a place, Tab between places, letters for the buttons of the table. */

import type { Attachment } from 'svelte/attachments';
import { postponed } from '../effects/batched-layout';

const REACHABLE = 'button:not([disabled]), a[href], input:not([type="hidden"]), [data-reach]';
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Marks the root element while the keyboard is in use, so that styles can show the focus. WebKit does not
 * apply `:focus-visible` to an element that a script focuses after a mouse click.
 */
export function markKeyboard(
  page: EventTarget,
  root: { toggleAttribute(name: string, on: boolean): unknown },
): void {
  const mark = (on: boolean) => (): void => void root.toggleAttribute('data-keyboard', on);
  page.addEventListener('keydown', mark(true), true);
  page.addEventListener('pointerdown', mark(false), true);
}

const reachable = (place: Element): HTMLElement[] =>
  [...place.querySelectorAll<HTMLElement>(REACHABLE)].filter((element) => element.offsetParent !== null);

/** Roving tabindex: Tab reaches one element of a place, arrow keys the others. */
function rove(all: HTMLElement[], to: HTMLElement | undefined): void {
  for (const element of all) element.tabIndex = element === to ? 0 : -1;
}

/** The index of the nearest element in a direction. Distance across it counts twice. */
export function nearest(from: DOMRect, all: { rect: DOMRect }[], [x, y]: [number, number]): number {
  let best = -1;
  let least = Infinity;
  all.forEach(({ rect }, i) => {
    const dx = rect.left + rect.width / 2 - from.left - from.width / 2;
    const dy = rect.top + rect.height / 2 - from.top - from.height / 2;
    const along = dx * x + dy * y;
    const far = along + 2 * Math.abs(dx * y + dy * x);
    if (along > 1 && far < least) [best, least] = [i, far];
  });
  return best;
}

/** Makes a place one Tab stop, with arrow keys, Home and End inside. */
export const place: Attachment<HTMLElement> = (element) => {
  const settling = postponed(() => {
    const all = reachable(element);
    const chosen = all.find((one) => one === document.activeElement) ?? all.find((one) => one.tabIndex === 0);
    rove(all, chosen ?? all[0]);
  });
  const keydown = (event: KeyboardEvent): void => {
    const all = reachable(element);
    const here = all.find((one) => one === event.target);
    if (!here || typing(here) || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = target(event.key, here, all);
    if (!next) return;
    event.preventDefault();
    rove(all, next);
    next.focus();
  };
  const focusin = (event: FocusEvent): void => rove(reachable(element), event.target as HTMLElement);
  const watch = new MutationObserver(settling.soon);
  watch.observe(element, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  });
  addEventListener('keydown', settling.now, true); // before Tab moves the focus
  element.addEventListener('keydown', keydown);
  element.addEventListener('focusin', focusin);
  settling.soon();
  return () => {
    watch.disconnect();
    settling.never();
    removeEventListener('keydown', settling.now, true);
    element.removeEventListener('keydown', keydown);
    element.removeEventListener('focusin', focusin);
  };
};

function target(pressed: string, here: HTMLElement, all: HTMLElement[]): HTMLElement | undefined {
  if (pressed === 'Home') return all[0];
  if (pressed === 'End') return all.at(-1);
  const way = ARROWS[pressed];
  if (!way) return undefined;
  const rects = all.map((one) => ({ rect: one.getBoundingClientRect() }));
  const neighbour = all[nearest(here.getBoundingClientRect(), rects, way)];
  return neighbour ?? all[all.indexOf(here) + way[0] + way[1]]; // at an edge, continue in page order
}

export const LIT = 'button.lit, button[data-lit], .prompt .key[data-key]';

/** Focus the next playable element after the focused one. */
export function nextLit(root: Element | null): void {
  const all = [...(root?.querySelectorAll<HTMLElement>(LIT) ?? [])].filter(
    (one) => one.offsetParent !== null,
  );
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[(at + 1) % all.length]?.focus();
}

/** Whether the element takes text. */
export const typing = (element: EventTarget | null): boolean =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !['radio', 'checkbox', 'button'].includes(element.type));

/** Whether the event repeats because Enter is held down. */
export const repeats = (event: Event): boolean =>
  event instanceof KeyboardEvent && event.repeat && event.key === 'Enter' && !typing(event.target);

/** Run the shortcut of a key, unless the player types or a dialog is open. */
export function shortcut(event: KeyboardEvent, keys: Record<string, () => void>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.defaultPrevented) return;
  if (typing(event.target) && event.key !== 'Escape') return;
  if (document.querySelector('dialog[open], :popover-open')) return;
  const call = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!call) return;
  event.preventDefault();
  call();
}
