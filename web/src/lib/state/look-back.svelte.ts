/** What has happened since one's own last decision: where the log tells it, and a reel to see it again. */

import type { Sheet, Update } from '../../wire';
import { patched } from './snapshot';

/** Updates that are kept to be looked at again. */
const KEPT = 80;
const PROMPT = 'Looking back at what happened since your last turn. A tap or a key ends it.';

export class SinceTurn {
  /** The number of the first line of the log that came after one's decision. */
  from: number | null = $state(null);
  running = $state(false);
  /** How many updates can be looked at again. */
  length = $state(0);
  private base: Sheet | null = null;
  private reel: Update[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** One has decided something, and this is how the table lay. */
  begin(sheet: Sheet): void {
    this.stop();
    [this.base, this.reel, this.length] = [sheet, [], 0];
    this.from = sheet.log_from + sheet.log.length;
  }

  /** Something has happened; where time runs by itself it is not kept. */
  hear(update: Update): void {
    if (!this.base || this.base.time) return;
    this.reel.push(update);
    while (this.reel.length > KEPT) this.base = patched(this.base, this.reel.shift()!);
    this.length = this.reel.length;
  }

  /** Nobody knows what was missed: there is nothing to look at again, though the lines are there. */
  forget(): void {
    this.stop();
    [this.base, this.reel, this.length] = [null, [], 0];
  }

  /** Shows how it lay, then step by step what happened; `show` says how long one looks at it. */
  start(show: (sheet: Sheet, update: Update | null) => number, end: () => void): void {
    if (!this.base || !this.reel.length) return;
    const steps: (Update | null)[] = [null, ...this.reel];
    let sheet = muted(this.base);
    const next = (i: number): void => {
      if (i === steps.length) {
        this.stop();
        return end();
      }
      const update = steps[i]!;
      if (update) sheet = muted(patched(sheet, update));
      this.timer = setTimeout(() => next(i + 1), show(sheet, update));
    };
    this.running = true;
    next(0);
  }

  /** Says whether somebody was looking back. */
  stop(): boolean {
    clearTimeout(this.timer);
    const { running } = this;
    this.running = false;
    return running;
  }
}

/** A sheet of the past, on which nothing can be done. */
const muted = (sheet: Sheet): Sheet => ({ ...sheet, options: [], anytime: [], undo: null, prompt: PROMPT });
