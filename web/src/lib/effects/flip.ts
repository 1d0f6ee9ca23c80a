/**
 * FLIP animations with the Web Animations API. Pieces that moved travel from their old place; new ones turn
 * over, fly in from their owner, or drop in. Animations never block input, and respect reduced motion.
 */

import type { Attachment } from 'svelte/attachments';
import { type Scene, still } from './scene';

const MOVE = 320;
const LAND = 420;
const FLY = 460;
const TURN = 1000;
const STAGGER = 70;
const EASE = 'cubic-bezier(.2, .8, .2, 1)';
const SETTLE = 'cubic-bezier(.3, 1.5, .5, 1)';

export type Places = Map<string, DOMRect>;

const flippers = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-flip]')];

/** Positions of all pieces that can travel. */
export function places(root: Element | null): Places {
  const rects: Places = new Map();
  if (!root || still()) return rects;
  for (const element of flippers(root)) {
    const rect = element.getBoundingClientRect();
    if (rect.width) rects.set(element.dataset.flip!, rect);
  }
  return rects;
}

/**
 * Animate each moved piece from its old position, and bring in new ones from `origin`. Measures everything
 * before it animates. Returns the number of new pieces.
 */
export function travel(root: Element, before: Places, scene: Scene, origin: DOMRect | null): number {
  if (!before.size) return 0;
  const measured = flippers(root).map((element) => ({ element, is: element.getBoundingClientRect() }));
  let [turned, fresh] = [0, 0];
  for (const { element, is } of measured) {
    if (!is.width) continue;
    const was = before.get(element.dataset.flip!);
    if (!was && element.dataset.drop !== undefined) fresh += 1;
    if (was) glide(element, was, is, scene.tempo);
    else if (element.dataset.drop === undefined) appear(element, is, scene, origin);
    else if (scene.motions.has('reveal')) turnUp(element, scene.tempo, turned++);
    else if (origin) fly(element, origin, is, scene.tempo);
    else land(element, scene.tempo);
  }
  return fresh;
}

const from = (was: DOMRect, is: DOMRect, scale: number): string =>
  `translate(${was.left - is.left}px, ${was.top - is.top}px) scale(${scale})`;

/** Running animations. Asking the element itself would force a layout. */
const travelling = new WeakMap<Element, Animation>();

function animate(element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): void {
  travelling.get(element)?.cancel();
  const how = { easing: EASE, fill: 'backwards' as const, id: 'flip', ...timing };
  travelling.set(element, element.animate(frames, how));
}

function glide(element: HTMLElement, was: DOMRect, is: DOMRect, tempo: number): void {
  if (Math.hypot(was.left - is.left, was.top - is.top) < 2) return;
  const frames = [
    { transform: from(was, is, Math.min(was.width / is.width, 3)), transformOrigin: '0 0' },
    { transform: 'none', transformOrigin: '0 0' },
  ];
  animate(element, frames, { duration: MOVE * tempo });
}

/** Fly in from a place of any size; the piece keeps its own size. */
function fly(element: HTMLElement, origin: DOMRect, is: DOMRect, tempo: number, delay = 0): void {
  const [dx, dy] = [
    origin.left + origin.width / 2 - is.left - is.width / 2,
    origin.top + origin.height / 2 - is.top - is.height / 2,
  ];
  const frames = [
    { transform: `translate(${dx}px, ${dy}px) scale(.6)`, opacity: 0.4 },
    { transform: `translate(${dx * 0.35}px, ${dy * 0.35}px) scale(1.12)`, opacity: 1, offset: 0.55 },
    { transform: 'none', opacity: 1 },
  ];
  animate(element, frames, { duration: FLY * tempo, delay });
}

/** Turn a piece over, enlarged for a moment so that everybody sees it. */
function turnUp(element: HTMLElement, tempo: number, nth: number): void {
  const frames = [
    { transform: 'perspective(600px) rotateY(90deg) scale(1.25)', opacity: 0 },
    { transform: 'perspective(600px) rotateY(0) scale(1.35)', opacity: 1, offset: 0.35 },
    { transform: 'perspective(600px) rotateY(0) scale(1.35)', opacity: 1, offset: 0.7 },
    { transform: 'none', opacity: 1 },
  ];
  animate(element, frames, { duration: TURN * tempo, delay: Math.min(nth * STAGGER, 420) * tempo });
}

function land(element: HTMLElement, tempo: number): void {
  const frames = [
    { transform: 'translateY(-60px)', opacity: 0 },
    { transform: 'none', opacity: 1 },
  ];
  animate(element, frames, { duration: LAND * tempo, easing: SETTLE });
}

/** Bring in a card that was passed to this hand or drawn. */
function appear(element: HTMLElement, is: DOMRect, scene: Scene, origin: DOMRect | null): void {
  if (scene.motions.has('pass') && origin) return fly(element, origin, is, scene.tempo, 200 * scene.tempo);
  const frames = [
    { transform: 'translateY(14px)', opacity: 0 },
    { transform: 'none', opacity: 1 },
  ];
  animate(element, frames, { duration: MOVE * scene.tempo });
}

/** Shake an element once when something was refused. */
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
