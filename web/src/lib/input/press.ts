/** Press and hold, by mouse, pen or finger. A shorter press stays a click. */

import type { Attachment } from 'svelte/attachments';
import { swallowClick } from './drag';

/** Milliseconds; a shorter press is a click. */
const HELD = 350;

export interface Pressing {
  begin(spot: Element): unknown;
  end(): unknown;
}

export const pressed =
  ({ begin, end }: Pressing): Attachment<HTMLElement> =>
  (element) => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let begun = false;
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !event.isPrimary) return;
      const spot = event.target as Element;
      waiting = setTimeout(() => {
        begun = true;
        begin(spot);
      }, HELD);
    };
    const up = (event: Event): void => {
      clearTimeout(waiting);
      if (!begun) return;
      begun = false;
      if (event.type === 'pointerup') swallowClick();
      end();
    };
    const menu = (event: Event): void => void (begun && event.preventDefault());
    element.addEventListener('pointerdown', down);
    element.addEventListener('contextmenu', menu);
    for (const kind of ['pointerup', 'pointercancel', 'blur']) addEventListener(kind, up);
    return () => {
      clearTimeout(waiting);
      if (begun) end();
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('contextmenu', menu);
      for (const kind of ['pointerup', 'pointercancel', 'blur']) removeEventListener(kind, up);
    };
  };
