/** Finds the card that an element shows: from `data-of`, or from its animation key `data-flip`. */

import type { Noun } from '../../wire';
import type { Thing } from './options';

const PIECES = '[data-of], [data-flip]';

/** Whether there is an explanation of this card. */
export type Known = (kind: string, noun: Noun) => boolean;

/** The card that an element shows; null if it shows none. */
export function cardAt(element: Element, known: Known): Thing | null {
  const { of, flip } = (element as HTMLElement).dataset;
  const [, kind, noun] = /^([a-z_]+)[:-](.+)$/.exec(of ?? flip ?? '') ?? [];
  return kind !== undefined && noun !== undefined && known(kind, noun) ? { kind, noun } : null;
}

/** The element around or inside another one that shows a card. A click may meet a transparent cover. */
export function pieceAt(element: Element | null, known: Known): HTMLElement | null {
  for (let at = element?.closest<HTMLElement>(PIECES) ?? null; at; at = outer(at))
    if (cardAt(at, known)) return at;
  const inside = [...(element?.querySelectorAll<HTMLElement>(PIECES) ?? [])].filter((one) =>
    cardAt(one, known),
  );
  return inside.length === 1 ? inside[0]! : null;
}

const outer = (element: Element): HTMLElement | null =>
  element.parentElement?.closest<HTMLElement>(PIECES) ?? null;

/** All visible cards in page order; of equal ones the first. */
export function cardsIn(root: ParentNode, known: Known): HTMLElement[] {
  const seen = new Set<string>();
  return [...root.querySelectorAll<HTMLElement>(PIECES)].filter((element) => {
    const card = element.checkVisibility() ? cardAt(element, known) : null;
    if (!card || seen.has(`${card.kind}:${card.noun}`)) return false;
    seen.add(`${card.kind}:${card.noun}`);
    return true;
  });
}

const LIVELY = /^(data-|id$|tabindex$|aria-)/;
const STATES = ['lit', 'picked', 'off', 'hinted', 'spoken', 'lifted'];

/** A copy of a piece inside copies of its ancestors, so that the same styles apply. It cannot be clicked. */
export function drawing(element: HTMLElement, root: Element): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  const { width, height } = element.getBoundingClientRect();
  for (const one of [copy, ...copy.querySelectorAll<HTMLElement>('*')]) {
    for (const { name } of [...one.attributes]) if (LIVELY.test(name)) one.removeAttribute(name);
    one.classList.remove(...STATES);
  }
  for (const cover of copy.querySelectorAll('.cover, .sr, .key')) cover.remove();
  Object.assign(copy.style, { width: `${width}px`, height: `${height}px` });
  copy.classList.add('copied');
  let shell = copy;
  for (let at = element.parentElement; at && at !== root; at = at.parentElement) {
    const around = document.createElement('div');
    around.className = at.className;
    around.style.cssText = `${at.style.cssText}; display: contents !important`;
    around.append(shell);
    shell = around;
  }
  return shell;
}

/** The scale at which a piece is enlarged. */
export const enlarged = (width: number, height: number): number =>
  Math.max(1, Math.min(2.2, 220 / width, 300 / height));

export interface Spot {
  left: number;
  top: number;
}

/** Where to put an explanation of some size: beside the card, never on it. */
export function beside(
  of: DOMRect,
  wide: number,
  tall: number,
  window: { width: number; height: number },
): Spot {
  const GAP = 12;
  const within = (at: number, size: number, room: number): number =>
    Math.max(GAP, Math.min(at, room - size - GAP));
  const top = within(of.top, tall, window.height);
  if (of.right + GAP + wide + GAP <= window.width) return { left: of.right + GAP, top };
  if (of.left - GAP - wide >= GAP) return { left: of.left - GAP - wide, top };
  const left = within(of.left, wide, window.width);
  if (of.bottom + GAP + tall + GAP <= window.height) return { left, top: of.bottom + GAP };
  return { left, top: Math.max(GAP, of.top - GAP - tall) };
}
