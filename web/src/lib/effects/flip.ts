/** Motion by FLIP on the Web Animations API: short, never in the way of a touch, none where it is not
 * wanted. What lies elsewhere travels there; what is new is turned up, flies from whoever brought it, or
 * drops in. */

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

/** Lets everything that lies elsewhere now travel there from where it lay, and brings in what is new;
 * `origin` is where it comes from. All is measured before anything moves. Says how many are new. */
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

/** What travels now; to ask the element itself would have the page measured again. */
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

/** From a place that may be much larger or smaller: it keeps its own size on the way. */
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

/** Face down, then up and large for a moment, so that everybody has seen it. */
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

/** A card that one has got: with the hand that came round, or just drawn. */
function appear(element: HTMLElement, is: DOMRect, scene: Scene, origin: DOMRect | null): void {
  if (scene.motions.has('pass') && origin) return fly(element, origin, is, scene.tempo, 200 * scene.tempo);
  const frames = [
    { transform: 'translateY(14px)', opacity: 0 },
    { transform: 'none', opacity: 1 },
  ];
  animate(element, frames, { duration: MOVE * scene.tempo });
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
