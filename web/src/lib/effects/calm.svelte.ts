/** Calm text: while others act, a line changes every 3 s at most, or 1.5 s where time runs. What the player
 * must answer is shown at once. */

export const CALM = 3000;
export const LIVE = 1500;

export class Calm {
  text = $state('');
  private next: string;
  private changed = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    text: string,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.text = this.next = text;
  }

  /** Shows a text, at once if it is urgent; of several within the pause only the last one is shown. */
  set(text: string, urgent: boolean, pause = CALM): void {
    this.next = text;
    const left = this.changed + pause - this.now();
    if (urgent || left <= 0) this.show();
    else this.timer ??= setTimeout(() => this.show(), left);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private show(): void {
    this.stop();
    if (this.text === this.next) return;
    this.text = this.next;
    this.changed = this.now();
  }
}
