/** A table that lies above something else is drawn as much smaller as it takes to be seen whole. */

import type { Attachment } from 'svelte/attachments';

const TALL = 790; // px that the tallest table takes on a desk
const PHONE = '(max-width: 760px)'; // where tables scroll anyway

/** Tells the style sheet how much smaller, and how tall the table is before that. */
export const fitted: Attachment<HTMLElement> = (frame) => {
  const fit = (): void => {
    const scale = matchMedia(PHONE).matches ? 1 : Math.min(1, frame.clientHeight / TALL);
    frame.style.setProperty('--smaller', scale.toFixed(3));
    frame.style.setProperty('--tall', `${frame.clientHeight / scale}px`);
  };
  const watch = new ResizeObserver(fit);
  watch.observe(frame);
  fit();
  return () => watch.disconnect();
};
