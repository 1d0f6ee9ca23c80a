/** The chances of one game, asked for again and again until the server has worked them out. */

import type { Chances, ChancesAnswer } from '../../wire';
import { Refusal, get, sentence } from '../net/api';

const A_WHILE = 2000; // milliseconds
/** Refusals that pass by themselves: how long one waits before the next try, and what is said meanwhile. */
const PASSING: Record<string, { wait: number; words: string }> = {
  offline: { wait: A_WHILE, words: 'The server does not answer; it is asked again.' },
  'too-many': {
    wait: 5 * A_WHILE,
    words: 'Many games are being looked through already; this one follows by itself.',
  },
};
const CROWDED = 'The server had too much else to do just now; this game is tried again by itself.';
/** What no asking changes. */
const FINAL = 'no-chances';

const passes = ({ code, status }: Refusal): { wait: number; words: string } | undefined =>
  PASSING[code] ?? (status >= 500 ? { wait: 5 * A_WHILE, words: CROWDED } : undefined);

export class Analysis {
  chances: Chances | null = $state.raw(null);
  ahead = $state(0);
  trouble = $state('');
  /** Why it takes longer than it should; asked again all the same. */
  delay = $state('');
  /** Whether asking once more could help where there was trouble. */
  hopeful = $state(false);
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
      [this.chances, this.ahead, this.delay] = [answer.chances, answer.ahead, answer.tries ? CROWDED : ''];
      if (!answer.ready) this.later(A_WHILE);
    } catch (error) {
      this.refused(error);
    }
  }

  stop(): void {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private refused(error: unknown): void {
    const passing = error instanceof Refusal ? passes(error) : undefined;
    if (passing) {
      this.delay = passing.words;
      return this.later(passing.wait);
    }
    this.trouble = sentence(error);
    this.hopeful = !(error instanceof Refusal && error.code === FINAL);
  }

  private later(wait: number): void {
    if (!this.stopped) this.timer = setTimeout(() => void this.look(), wait);
  }
}
