/** Text for screen readers: the log and then the question, at most one message a second. */

class Announcer {
  text = $state('');
  private queue: string[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;

  say(...lines: string[]): void {
    this.queue.push(...lines.filter(Boolean));
    this.timer ??= setTimeout(() => this.next(), 60);
  }

  private next(): void {
    // Join what has gathered. If there is too much, drop the oldest lines.
    this.text = this.queue.slice(-12).join(' ');
    this.queue = [];
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.queue.length) this.say();
    }, 1000);
  }
}

export const announcer = new Announcer();
