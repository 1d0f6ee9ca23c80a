/**
 * Chains of answers: one gesture that stands for several answers. Each is sent once the table offers it; an
 * action that is not offered is never sent. This module knows no rules.
 */

import type { Action } from '../../wire';

export interface Step {
  action: Action;
  /** What the step means, for the message that it is not possible. */
  words?: string;
  /** Skip the step if it is not offered. */
  may?: boolean;
  /** Wait for the step while this returns true, because it will be offered later. */
  wait?: () => boolean;
}

/** The part of a table that a chain uses. */
export interface Chained {
  offers(action: Action): boolean;
  /** Resolves when the action is refused, or when its result is shown. */
  send(action: Action): Promise<boolean>;
  /** Resolves with the next snapshot. */
  next(): Promise<void>;
}

export class Chain {
  /** The number of answers that the last chain gave. One undo takes them all back, as far as that is free. */
  given = 0;
  private number = 0;

  constructor(private readonly table: Chained) {}

  /** End the chain: the player has done something else. */
  end(): void {
    this.number += 1;
    this.given = 0;
  }

  /**
   * Send the answers one after the other. Returns the step that was not possible; null if all were sent, one
   * was refused, or the chain was ended.
   */
  async run(steps: Step[]): Promise<Step | null> {
    this.end();
    const own = this.number;
    for (const step of steps) {
      const open = await this.opens(step, own);
      if (own !== this.number) return null;
      if (!open && !step.may) return step;
      if (!open) continue;
      if (!(await this.table.send(step.action)) || own !== this.number) return null;
      this.given += 1;
    }
    return null;
  }

  /** Whether undo has to take back one more answer of the chain. */
  takesBack(): boolean {
    this.given = Math.max(0, this.given - 1);
    return this.given > 0;
  }

  private async opens(step: Step, own: number): Promise<boolean> {
    while (!this.table.offers(step.action)) {
      if (!step.wait?.() || own !== this.number) return false;
      await this.table.next();
    }
    return true;
  }
}
