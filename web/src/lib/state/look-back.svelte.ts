/**
 * What has happened since the player's last decision: where it begins in the log, and a recording to watch it
 * again.
 */

import type { Snapshot, Update } from '../../wire';
import { patched } from './snapshot';

/** The number of updates that can be watched again. */
const KEPT = 80;
const PROMPT = 'Looking back at what happened since your last turn. A tap or a key ends it.';

export class SinceTurn {
  /** The number of the first log line after the decision. */
  from: number | null = $state(null);
  running = $state(false);
  /** The number of recorded updates. */
  length = $state(0);
  private base: Snapshot | null = null;
  private reel: Update[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Start a recording at a snapshot: the player has just decided. */
  begin(snapshot: Snapshot): void {
    this.stop();
    [this.base, this.reel, this.length] = [snapshot, [], 0];
    this.from = snapshot.log_from + snapshot.log.length;
  }

  /** Record an update. Real-time games are not recorded. */
  hear(update: Update): void {
    if (!this.base || this.base.time) return;
    this.reel.push(update);
    while (this.reel.length > KEPT) this.base = patched(this.base, this.reel.shift()!);
    this.length = this.reel.length;
  }

  /** Drop the recording, because updates were missed. The log lines stay marked. */
  forget(): void {
    this.stop();
    [this.base, this.reel, this.length] = [null, [], 0];
  }

  /** Play the recording. `show` returns the milliseconds that a step is shown. */
  start(show: (snapshot: Snapshot, update: Update | null) => number, end: () => void): void {
    if (!this.base || !this.reel.length) return;
    const steps: (Update | null)[] = [null, ...this.reel];
    let snapshot = muted(this.base);
    const next = (i: number): void => {
      if (i === steps.length) {
        this.stop();
        return end();
      }
      const update = steps[i]!;
      if (update) snapshot = muted(patched(snapshot, update));
      this.timer = setTimeout(() => next(i + 1), show(snapshot, update));
    };
    this.running = true;
    next(0);
  }

  /** Stop. Returns whether the recording was playing. */
  stop(): boolean {
    clearTimeout(this.timer);
    const { running } = this;
    this.running = false;
    return running;
  }
}

/** A past snapshot, without options. */
const muted = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  options: [],
  anytime: [],
  undo: null,
  prompt: PROMPT,
});
