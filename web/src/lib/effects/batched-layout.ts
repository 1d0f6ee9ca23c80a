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

/** Milliseconds until something that did not come is asked for again. */
const AGAIN = 5000;

/** Fetches once the page has been drawn what it can be drawn without; what is returned stops it. */
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
