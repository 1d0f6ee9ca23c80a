/** Motion by FLIP on the Web Animations API: short, never in the way of a touch, none where it is not
 * wanted. */

import type { Attachment } from 'svelte/attachments';

const MOVE = 260;
const LAND = 380;
const EASE = 'cubic-bezier(.2, .8, .2, 1)';
const SETTLE = 'cubic-bezier(.3, 1.5, .5, 1)';

type Places = Map<string, DOMRect>;

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const flippers = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-flip]')];

/** Where everything that can travel lies now. */
export function places(root: Element | null): Places {
  const rects: Places = new Map();
  if (!root || still()) return rects;
  for (const element of flippers(root)) {
    const rect = element.getBoundingClientRect();
    if (rect.width) rects.set(element.dataset.flip!, rect);
  }
  return rects;
}

/** Lets everything that lies elsewhere now travel there from where it lay, and what is new drop in. */
export function travel(root: Element | null, before: Places): void {
  if (!root) return;
  if (still()) return;
  for (const element of flippers(root)) {
    const was = before.get(element.dataset.flip!);
    if (was) glide(element, was);
    else if (before.size && element.dataset.drop !== undefined) land(element);
  }
}

function glide(element: HTMLElement, was: DOMRect): void {
  const is = element.getBoundingClientRect();
  const [dx, dy] = [was.left - is.left, was.top - is.top];
  if (!is.width || Math.hypot(dx, dy) < 2) return;
  const scale = Math.min(was.width / is.width, 3);
  const from = `translate(${dx}px, ${dy}px) scale(${scale})`;
  stop(element);
  element.animate(
    [
      { transform: from, transformOrigin: '0 0' },
      { transform: 'none', transformOrigin: '0 0' },
    ],
    {
      duration: MOVE,
      easing: EASE,
      id: 'flip',
    },
  );
}

function land(element: HTMLElement): void {
  stop(element);
  const frames = [
    { transform: 'translateY(-60px)', opacity: 0 },
    { transform: 'none', opacity: 1 },
  ];
  element.animate(frames, { duration: LAND, easing: SETTLE, id: 'flip' });
}

/** A new action ends the old motion. */
function stop(element: HTMLElement): void {
  for (const motion of element.getAnimations()) if (motion.id === 'flip') motion.cancel();
}

/** What was refused shakes once. */
export const shakes =
  (refused: unknown): Attachment =>
  (element) => {
    if (refused) shake(element);
  };

function shake(element: Element): void {
  if (still()) return;
  const steps = [0, -6, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  element.animate(steps, { duration: 240, easing: 'ease-out' });
}
