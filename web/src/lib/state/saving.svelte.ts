/** Counts messages that are not confirmed. After a moment the player is told that they are being saved. */

import { SAVING, UNCONFIRMED } from '../text/saving';

/** Milliseconds after which an answer is late, and very late. */
const A_MOMENT = 600;
const LONG = 10_000;

export class Saving {
  private sent = $state(0);
  private late = $state(0);
  private veryLate = $state(0);

  get isUnderWay(): boolean {
    return this.sent > 0;
  }

  get isLate(): boolean {
    return this.late > 0;
  }

  get words(): string {
    return this.isLate ? SAVING : '';
  }

  /** A second line. */
  get more(): string {
    return this.veryLate ? UNCONFIRMED : '';
  }

  async until<T>(answer: Promise<T>): Promise<T> {
    this.sent += 1;
    const settled = [
      counted(A_MOMENT, (by) => (this.late += by)),
      counted(LONG, (by) => (this.veryLate += by)),
    ];
    try {
      return await answer;
    } finally {
      this.sent -= 1;
      for (const settle of settled) settle();
    }
  }
}

/** Count one more after some milliseconds. The returned function cancels that, or counts one less. */
function counted(ms: number, count: (by: 1 | -1) => void): () => void {
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    count(1);
  }, ms);
  return () => (over ? count(-1) : clearTimeout(timer));
}
