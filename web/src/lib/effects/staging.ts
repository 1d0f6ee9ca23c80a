/**
 * A queue of updates that are shown one after the other, each for its time. It knows nothing about tables,
 * and never delays a player who must decide.
 */

/** How urgent the queue is: nobody waits, a player who wants to watch is asked, or show everything now. */
export type Press = 'none' | 'soon' | 'now';

/** The timers of the browser, replaced in tests. */
export interface Timers {
  later(call: () => void, ms: number): unknown;
  never(timer: unknown): void;
}

const TIMERS: Timers = {
  later: (call, ms) => setTimeout(call, ms),
  never: (timer) => clearTimeout(timer as number),
};

/** Milliseconds for everything that is queued, once a player is asked. */
export const PATIENCE = 1500;
/** With more updates than this, everything is shown at once. */
export const MOST = 6;

interface Staged<T> {
  update: T;
  length: number;
}

export class Staging<T> {
  private waiting: Staged<T>[] = [];
  private timer: unknown = null;
  private pressed = false;

  constructor(
    private readonly show: (updates: T[]) => void,
    private readonly timers: Timers = TIMERS,
  ) {}

  /** The number of updates that are not shown yet. */
  get behind(): number {
    return this.waiting.length;
  }

  push(update: T, length: number, press: Press = 'none'): void {
    this.waiting.push({ update, length });
    if (press === 'now' || this.waiting.length > MOST) return this.skip();
    if (press === 'soon') this.pressed = true;
    if (this.timer === null) this.next();
    else if (press === 'soon') this.rest(PATIENCE);
  }

  /** Show everything that is queued as one update. The next one may follow immediately. */
  skip(): void {
    const all = this.cleared();
    if (!all.length) return;
    this.show(all.map((one) => one.update));
    this.rest(Math.max(...all.map((one) => one.length)));
  }

  /** Drop everything that is queued. */
  clear(): void {
    this.cleared();
  }

  private cleared(): Staged<T>[] {
    if (this.timer !== null) this.timers.never(this.timer);
    [this.timer, this.pressed] = [null, false];
    return this.waiting.splice(0);
  }

  private next(): void {
    this.timer = null;
    const first = this.waiting.shift();
    if (!first) return void (this.pressed = false);
    this.show([first.update]);
    this.rest(first.length);
  }

  /** Wait until the next update is due; sooner, the more are queued. */
  private rest(length: number): void {
    if (this.timer !== null) this.timers.never(this.timer);
    const share = this.pressed ? PATIENCE / (this.waiting.length + 1) : Infinity;
    const due = Math.min(share, length / (1 + this.waiting.length / 2));
    this.timer = this.timers.later(() => this.next(), due);
  }
}
