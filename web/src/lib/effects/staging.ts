/** Updates wait here for their turn to be seen: in order, each for its time, and never in the way of somebody
 * who is asked. It knows no table: what is shown, and for how long, it is told. */

/** Who waits for what is still to be shown: nobody, somebody who likes to watch, or somebody now. */
export type Press = 'none' | 'soon' | 'now';

/** What waiting needs of a browser, so that a test can stand in for it. */
export interface Timers {
  later(call: () => void, ms: number): unknown;
  never(timer: unknown): void;
}

const TIMERS: Timers = {
  later: (call, ms) => setTimeout(call, ms),
  never: (timer) => clearTimeout(timer as number),
};

/** Milliseconds for all that is left, once somebody is asked. */
export const PATIENCE = 1500;
/** Whoever is further behind catches up at once. */
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

  /** How many have not been shown yet. */
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

  /** Shows all that waits, as one; the next may follow at once. */
  skip(): void {
    const all = this.cleared();
    if (!all.length) return;
    this.show(all.map((one) => one.update));
    this.rest(Math.max(...all.map((one) => one.length)));
  }

  /** Forgets all that waits. */
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

  /** Leaves what is shown its time: less of it the more there is behind. */
  private rest(length: number): void {
    if (this.timer !== null) this.timers.never(this.timer);
    const share = this.pressed ? PATIENCE / (this.waiting.length + 1) : Infinity;
    const due = Math.min(share, length / (1 + this.waiting.length / 2));
    this.timer = this.timers.later(() => this.next(), due);
  }
}
