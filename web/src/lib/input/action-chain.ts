/** Chains: one gesture that stands for several small answers. The first is sent, then each further one once
 * the table has moved on and offers it; nothing is ever sent that is not offered. No rule is known here. */

import type { Action } from '../../wire';

/** One answer of a chain. */
export interface Step {
  action: Action;
  /** What it means to whoever made the gesture, for the case that it is not open. */
  words?: string;
  /** It is left out where it is not asked for. */
  may?: boolean;
  /** As long as this holds it is worth waiting for: time has to pass before it is open. */
  wait?: () => boolean;
}

/** The table as a chain sees it. */
export interface Chained {
  offers(action: Action): boolean;
  /** Resolves once it is refused, or once the sheet shows what came of it. */
  send(action: Action): Promise<boolean>;
  /** Resolves with the next sheet. */
  next(): Promise<void>;
}

export class Chain {
  /** How many answers the last chain gave: one undo takes them all back, as far as that is free. */
  given = 0;
  private number = 0;

  constructor(private readonly table: Chained) {}

  /** Whatever is done beside a chain ends it. */
  end(): void {
    this.number += 1;
    this.given = 0;
  }

  /** Gives the answers one after the other. Null if all were given, or the step that was not open; a
   * refusal and a chain that was ended in between leave nothing to say. */
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

  /** Whether one more answer of the chain is to be taken back after this one. */
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
