/** A kitchen timer that rings at the end. It compares times, so that delayed ticks do not slow it down. */

export class KitchenTimer {
  left = $state(0);
  state: 'ready' | 'running' | 'paused' | 'out' = $state('ready');
  private end = 0;
  private beat: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly seconds: number,
    private readonly ring: () => void,
    private readonly now: () => number = () => Date.now(),
  ) {
    this.left = seconds;
  }

  start(seconds = this.state === 'paused' ? this.left : this.seconds): void {
    this.end = this.now() + seconds * 1000;
    this.state = 'running';
    clearInterval(this.beat);
    this.beat = setInterval(() => this.look(), 250);
    this.look();
  }

  pause(): void {
    this.look();
    if (this.state === 'running') this.stop('paused');
  }

  reset(): void {
    this.stop('ready');
    this.left = this.seconds;
  }

  private look(): void {
    this.left = Math.max(0, (this.end - this.now()) / 1000);
    if (this.left > 0 || this.state !== 'running') return;
    this.stop('out');
    this.ring();
  }

  private stop(state: KitchenTimer['state']): void {
    clearInterval(this.beat);
    this.state = state;
  }
}
