/** Which card is meant: a piece says it by `data-of`, or by the key under which it is followed in flight. */

import type { Noun } from '../../wire';
import type { Thing } from './options';

const PIECES = '[data-of], [data-flip]';

/** Whether a kind has such a card, so that there is something to say. */
export type Known = (kind: string, noun: Noun) => boolean;

/** The card that an element shows, if it is one. */
export function cardAt(element: Element, known: Known): Thing | null {
  const { of, flip } = (element as HTMLElement).dataset;
  const [, kind, noun] = /^([a-z_]+)[:-](.+)$/.exec(of ?? flip ?? '') ?? [];
  return kind !== undefined && noun !== undefined && known(kind, noun) ? { kind, noun } : null;
}

/** The piece around or inside an element that shows a card: a touch may meet a cover that lies on it. */
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

/** All cards in sight, in the order of the page; equal ones once. */
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

/** A drawing of a piece with the classes of all that it lies in, so that it looks the same elsewhere; nothing
 * of it can be touched. */
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

/** How much larger a piece may be drawn. */
export const enlarged = (width: number, height: number): number =>
  Math.max(1, Math.min(2.2, 220 / width, 300 / height));

export interface Spot {
  left: number;
  top: number;
}

/** Where a card of some size lies beside what it explains, never on it: right, left, below, above. */
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
