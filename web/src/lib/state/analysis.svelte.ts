/** The chances along a finished game. The request is repeated until the server has computed them. */

import type { Chances, ChancesAnswer } from '../../wire';
import { Refusal, get, sentence } from '../net/api';

const A_WHILE = 2000; // milliseconds
/** Temporary refusals: milliseconds until the next try, and a sentence for the player meanwhile. */
const PASSING: Record<string, { wait: number; words: string }> = {
  offline: { wait: A_WHILE, words: 'The server does not answer; it is asked again.' },
  'too-many': {
    wait: 5 * A_WHILE,
    words: 'Many games are being looked through already; this one follows by itself.',
  },
};
const CROWDED = 'The server had too much else to do just now; this game is tried again by itself.';
/** The code of a refusal that is final. */
const FINAL = 'no-chances';

const passes = ({ code, status }: Refusal): { wait: number; words: string } | undefined =>
  PASSING[code] ?? (status >= 500 ? { wait: 5 * A_WHILE, words: CROWDED } : undefined);

export class Analysis {
  chances: Chances | null = $state.raw(null);
  ahead = $state(0);
  trouble = $state('');
  /** Why it takes longer; the request is repeated all the same. */
  delay = $state('');
  /** Whether the player may try again. */
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

  /** Request the chances now, and again later if they are not ready. */
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
