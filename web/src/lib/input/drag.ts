/** Things that can be dragged: by mouse, pen or finger alike. A drag is held by the window, so no redrawing
 * ends it. */

import type { Attachment } from 'svelte/attachments';

/** Whoever carries: what, and where it is in pixels of the window. */
export interface DragHolder<T> {
  carried: T | null;
  at: [number, number];
  lift(thing: T): void;
  /** Let go over a place that is marked by `data-onto`, or over nothing. */
  drop(onto: string | null): unknown;
}

/** Less than this is a touch, not a drag. */
const SLIP = 8;

const below = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-onto]')?.dataset.onto ?? null;

/** The click that follows a drag was not meant. */
function swallowClick(): void {
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
  // Else a quick drag ends as a fling, and the browser takes the next touch for the one that stops it.
  addEventListener('touchmove', (event) => event.preventDefault(), { signal: ending.signal, passive: false });
  addEventListener('pointerup', up, { signal: ending.signal });
  addEventListener('pointercancel', up, { signal: ending.signal });
}

export const draggable =
  <T>(holder: DragHolder<T>, thing: () => T | null): Attachment<HTMLElement> =>
  (element) => {
    const down = (event: PointerEvent): void => {
      const held = thing();
      if (held && event.button === 0 && event.isPrimary) follow(holder, held, event);
    };
    element.addEventListener('pointerdown', down);
    return () => element.removeEventListener('pointerdown', down);
  };
