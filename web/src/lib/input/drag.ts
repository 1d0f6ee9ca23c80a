/**
 * Dragging by mouse, pen or finger. The window tracks the pointer, so that redrawing the element does not end
 * a drag.
 */

import type { Attachment } from 'svelte/attachments';

/** The state of a drag: the thing, and its position in pixels of the window. */
export interface DragHolder<T> {
  carried: T | null;
  at: [number, number];
  lift(thing: T): void;
  /** Called at the end, with the `data-onto` of the place below the pointer, or null. */
  drop(onto: string | null): unknown;
  /** Whether the browser may scroll with the finger until a drag has begun. */
  readonly pans?: boolean;
}

/** Pixels; a shorter movement is a click. */
const SLIP = 8;

const target = (x: number, y: number): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-onto]') ?? null;
const below = (x: number, y: number): string | null => target(x, y)?.dataset.onto ?? null;

/** Ignore the click that follows a drag. */
export function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}

function follow<T>(holder: DragHolder<T>, thing: T, down: PointerEvent): void {
  let begun = false;
  const ending = new AbortController();
  const own = (event: PointerEvent): boolean => event.pointerId === down.pointerId;
  const move = (event: PointerEvent): void => {
    if (!own(event)) return;
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLIP;
    if (!begun && far) holder.lift(thing);
    begun ||= far;
    if (begun) holder.at = [event.clientX, event.clientY];
  };
  const up = (event: PointerEvent): void => {
    if (!own(event)) return;
    ending.abort();
    if (!begun) return;
    swallowClick();
    void holder.drop(event.type === 'pointerup' ? below(event.clientX, event.clientY) : null);
  };
  addEventListener('pointermove', move, { signal: ending.signal });
  // Otherwise a quick drag becomes a fling, and the next touch only stops it.
  const keep = (event: TouchEvent): void => {
    if ((begun || !holder.pans) && event.cancelable) event.preventDefault();
  };
  addEventListener('touchmove', keep, { signal: ending.signal, passive: false });
  addEventListener('pointerup', up, { signal: ending.signal });
  addEventListener('pointercancel', up, { signal: ending.signal });
}

export const draggable =
  <T>(holder: DragHolder<T>, thing: (spot: EventTarget | null) => T | null): Attachment<HTMLElement> =>
  (element) => {
    const down = (event: PointerEvent): void => {
      const held = thing(event.target);
      if (held && event.button === 0 && event.isPrimary) follow(holder, held, event);
    };
    element.addEventListener('pointerdown', down);
    return () => element.removeEventListener('pointerdown', down);
  };

/** What happens when a thing is picked up and put down. */
export interface Carrying {
  /** Returns whether it can be carried. `spot` is the touched element. */
  lift(spot: Element): boolean;
  drop(onto: string | null): unknown;
}

/** A copy of the element that follows the pointer; the place below it is marked. */
class Copy implements DragHolder<HTMLElement> {
  carried: HTMLElement | null = null;
  readonly pans = true;
  private over: HTMLElement | null = null;

  constructor(
    private readonly carrying: Carrying,
    private readonly spot: Element,
  ) {}

  lift(element: HTMLElement): void {
    if (!this.carrying.lift(this.spot)) return;
    // A cover is invisible: carry the burger below it.
    const burger = element.matches('.cover') ? element.parentElement?.querySelector('.burger') : null;
    const shape = (burger ?? element) as HTMLElement;
    const copy = shape.cloneNode(true) as HTMLElement;
    const { width, height } = shape.getBoundingClientRect();
    copy.dataset.copy = '';
    copy.inert = true;
    delete copy.dataset.flip;
    Object.assign(copy.style, { width: `${width}px`, height: `${height}px` });
    element.parentElement?.append(copy);
    this.carried = copy;
  }

  set at([x, y]: [number, number]) {
    if (!this.carried) return;
    this.carried.style.translate = `calc(${x}px - 50%) calc(${y}px - 60%)`;
    this.mark(target(x, y));
  }

  drop(onto: string | null): void {
    if (!this.carried) return;
    this.carried.remove();
    this.mark(null);
    void this.carrying.drop(onto);
  }

  private mark(over: HTMLElement | null): void {
    if (over === this.over) return;
    this.over?.removeAttribute('data-over');
    over?.setAttribute('data-over', '');
    this.over = over;
  }
}

/** Makes an element draggable to places with `data-onto`. A drag does the same as two clicks. */
export const carried =
  (carrying: Carrying): Attachment<HTMLElement> =>
  (element) => {
    element.dataset.carry = '';
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !event.isPrimary) return;
      follow(new Copy(carrying, event.target as Element), element, event);
    };
    const stay = (event: Event): void => event.preventDefault(); // no native drag of the picture
    element.addEventListener('pointerdown', down);
    element.addEventListener('dragstart', stay);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('dragstart', stay);
    };
  };

/** The half of a card that was touched; null for the whole card, as by keyboard. */
export const halfOf = (spot: EventTarget | null): 0 | 1 | null => {
  const half = spot instanceof Element ? spot.closest('.half') : null;
  return half === null ? null : half.matches('.other') ? 1 : 0;
};
