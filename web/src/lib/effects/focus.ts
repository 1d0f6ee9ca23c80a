/** Where the focus goes when the element that had it is gone: browsers move it to the body, far from
 * everything. */

import { typing } from '../input/keyboard';

const FRAMES = 300; // about five seconds

/** Moves the focus to the first heading in sight once it is loaded, unless it is somewhere by then. Returns
 * a function that stops waiting. */
export function focusHeading(): () => void {
  let frame = 0;
  const look = (): void => {
    if (document.activeElement !== document.body) return;
    const heading = [...document.querySelectorAll<HTMLElement>('main h1, .bar h1, main h2')].find((one) =>
      one.checkVisibility(),
    );
    if (!heading || document.querySelector('.state.loading')) {
      if (frame++ < FRAMES) request = requestAnimationFrame(look);
      return;
    }
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  let request = requestAnimationFrame(look);
  return () => cancelAnimationFrame(request);
}

/** Moves the focus of a keyboard to the question, whose answers are the next Tab stops. */
export function focusQuestion(): void {
  const isByKey = document.documentElement.hasAttribute('data-keyboard');
  if (!isByKey || typing(document.activeElement) || document.querySelector('dialog[open]')) return;
  document.querySelector<HTMLElement>('#question')?.focus({ preventScroll: true });
}
