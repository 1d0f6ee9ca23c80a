/**
 * Work that is done after the next frame. Measuring elements right after a change forces the browser to lay
 * out the page in the same long task; after the frame, measuring is free.
 */

export interface Postponed {
  /** Schedule it after the next frame, once, however often it is called. */
  soon(): void;
  /** Run it now, if it is scheduled. */
  now(): void;
  /** Cancel it. */
  never(): void;
}

/** Return an action that can be postponed until the page is drawn. */
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

/** Milliseconds until a failed request is repeated. */
const AGAIN = 5000;

/**
 * Fetch, after the page is drawn, something that is not needed to draw it. Returns a function that stops it.
 */
export function afterwards<T>(fetch: () => Promise<T>, take: (fetched: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const fetching = postponed(() => {
    fetch().then(
      (fetched) => stopped || take(fetched),
      () => stopped || (timer = setTimeout(fetching.soon, AGAIN)),
    );
  });
  fetching.soon();
  return () => {
    stopped = true;
    clearTimeout(timer);
    fetching.never();
  };
}
