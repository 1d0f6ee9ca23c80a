/** A request that a user starts: whether it runs, and why it failed. */

import { sentence } from '../net/api';

export class Attempt {
  busy = $state(false);
  trouble = $state('');

  async make(step: () => Promise<void>): Promise<void> {
    [this.busy, this.trouble] = [true, ''];
    try {
      await step();
    } catch (error) {
      this.trouble = sentence(error);
    } finally {
      this.busy = false;
    }
  }
}
