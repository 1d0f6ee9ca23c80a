/** Whoever measures the page in the midst of a change has it laid out there and then, in one long task with
 * the change; what is measured once the page is drawn costs nothing. */

export interface Postponed {
  /** Has it done after the next frame, once, however often it is asked for. */
  soon(): void;
  /** Does it at once, if it still waits. */
  now(): void;
  /** Forgets it. */
  never(): void;
}

/** Something that is done after the page has been drawn. */
export function postponed(act: () => void): Postponed {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const never = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
  };
  const now = (): void => {
    if (!frame) return;
    never();
    act();
  };
  const soon = (): void => {
    frame ||= requestAnimationFrame(() => (timer = setTimeout(now)));
  };
  return { soon, now, never };
}
