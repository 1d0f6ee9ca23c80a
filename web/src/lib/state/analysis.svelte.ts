/** The chances of one game, asked for again and again until the server has worked them out. */

import type { Chances, ChancesAnswer } from '../../wire';
import { Refusal, get, sentence } from '../net/api';

const A_WHILE = 2000; // milliseconds

export class Analysis {
  chances: Chances | null = $state.raw(null);
  ahead = $state(0);
  trouble = $state('');
  private timer: ReturnType<typeof setTimeout> | null = null;
  private stopped = false;

  constructor(
    private readonly id: string,
    private readonly ask: (path: string) => Promise<ChancesAnswer> = get,
  ) {}

  get waiting(): boolean {
    return !this.chances && !this.trouble;
  }

  /** Asks now, and again after a while if they are not there yet. */
  async look(): Promise<void> {
    this.trouble = '';
    try {
      const answer = await this.ask(`/api/tables/${this.id}/chances`);
      [this.chances, this.ahead] = [answer.chances, answer.ahead];
      if (!answer.ready) this.later();
    } catch (error) {
      if (error instanceof Refusal && error.code === 'offline') this.later();
      else this.trouble = sentence(error);
    }
  }

  stop(): void {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private later(): void {
    if (!this.stopped) this.timer = setTimeout(() => void this.look(), A_WHILE);
  }
}
