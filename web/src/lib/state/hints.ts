/** Hints: advice of a bot, which gets better while the server thinks. */

import type { HintGiven } from '../../wire';
import { announcer } from '../effects/announce.svelte';
import { told } from '../text/hint';
import type { Play } from './play.svelte';

export class Hints {
  /** False once the viewer has closed the hint or played: later advice is ignored. */
  private wanted = false;

  constructor(
    private readonly request: () => Promise<unknown>,
    private readonly stop: () => void,
  ) {}

  async ask(): Promise<void> {
    this.wanted = true;
    await this.request();
  }

  /** Shows a hint. The first and the last one are read out. */
  receive(hint: HintGiven, play: Play): void {
    if (!this.wanted || (hint.action[0] !== 'wait' && !play.offers(hint.action))) return;
    if (!play.hint || hint.done) announcer.say(`Advice: ${told(hint)}`);
    play.hint = hint;
  }

  /** Ignores advice on a decision that was just made. */
  forget(): void {
    this.wanted = false;
  }

  /** Removes the hint, and stops the server if it still thinks. */
  close(play: Play | null): void {
    if (this.wanted && play?.hint?.done === false) this.stop();
    this.wanted = false;
    if (play) play.hint = null;
  }
}
