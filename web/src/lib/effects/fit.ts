/** Scales a table down until it fits into the area above other content. */

import type { Attachment } from 'svelte/attachments';

const TALL = 790; // px that the tallest table takes on a desk
const PHONE = '(max-width: 760px)';
const NARROW = 620; // px that a table makes do with on a phone
const TRIES = 3; // a table that is taller still is drawn smaller still
const LEAST = 0.5; // of its size, for smaller cannot be read

/** Set `--smaller` (the scale) and `--tall` (the height before scaling) for the style sheet. */
export const fitted: Attachment<HTMLElement> = (frame) => {
  const fit = (): void => {
    const tall = matchMedia(PHONE).matches ? NARROW : TALL;
    let scale = Math.min(1, frame.clientHeight / tall);
    for (let tries = 0; tries < TRIES; tries++) {
      frame.style.setProperty('--smaller', scale.toFixed(3));
      frame.style.setProperty('--tall', `${frame.clientHeight / scale}px`);
      const over = frame.scrollHeight / frame.clientHeight;
      if (over < 1.01 || scale < LEAST) return;
      scale /= over;
    }
  };
  const watch = new ResizeObserver(fit);
  watch.observe(frame);
  fit();
  return () => watch.disconnect();
};
