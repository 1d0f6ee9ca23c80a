/** A replay: its position, the seat it is seen from, and the steps that are loaded. */

import type { LogPage, ReplayStep } from '../../wire';
import { get, patiently, withQuery } from '../net/api';

export class Replay {
  at = $state(0);
  actions = $state(0);
  viewer: number | null = $state(null);
  running = $state(false);
  private readonly steps = new Map<string, Promise<ReplayStep>>();
  private timer: ReturnType<typeof setInterval> | null = null;
  private wanted = 0;

  constructor(
    private readonly id: string,
    eyes: number | null,
    private readonly show: (step: ReplayStep) => void,
  ) {
    this.viewer = eyes;
  }

  /** Show a step. Of several requests only the last is shown. */
  async go(at: number): Promise<void> {
    const wish = ++this.wanted;
    const step = await this.step(Math.max(0, this.actions ? Math.min(at, this.actions) : at), this.viewer);
    if (wish !== this.wanted) return;
    [this.at, this.actions] = [step.at, step.actions];
    this.show(step);
    if (this.at >= this.actions) this.stop();
  }

  /** Load log lines before those of the step. */
  async earlier(before: number): Promise<LogPage> {
    const { at, viewer: eyes } = this;
    const step = await get<ReplayStep>(withQuery(`/api/tables/${this.id}/replay`, { at, eyes, before }));
    return step.sheet;
  }

  through(eyes: number | null): void {
    this.viewer = eyes;
    void this.go(this.at);
  }

  toggle(): void {
    if (this.running) return this.stop();
    this.running = true;
    this.timer = setInterval(() => void this.go(this.at + 1), 1000);
  }

  stop(): void {
    this.running = false;
    if (this.timer) clearInterval(this.timer);
  }

  private step(at: number, eyes: number | null): Promise<ReplayStep> {
    const name = `${at} ${eyes}`;
    const path = withQuery(`/api/tables/${this.id}/replay`, { at, eyes });
    const asked = this.steps.get(name) ?? patiently(() => get<ReplayStep>(path));
    asked.catch(() => this.steps.delete(name));
    this.steps.set(name, asked);
    return asked;
  }
}
