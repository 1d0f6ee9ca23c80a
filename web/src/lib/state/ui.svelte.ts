/**
 * What is open on the screen of a table: a tab on a phone, the rules, the table in words, the list of keys.
 */

import { getContext, setContext } from 'svelte';
import type { LiveTable } from './table.svelte';

export class Ui {
  tab = $state('table');
  drawer = $state(false);
  rule: string | null = $state(null);
  words = $state(false);
  help = $state(false);
  invite = $state(false);
  /** Null in a replay. */
  liveTable: LiveTable | null = $state.raw(null);
  /** Events that divide the log: a round, a phase. */
  cuts: ReadonlySet<string> = $state.raw(new Set<string>());

  rules(id: string | null = null): void {
    this.rule = id;
    this.words = false;
    this.drawer = true;
  }

  /** Open the table in words instead of the rules. */
  tell(): void {
    this.drawer = false;
    this.words = true;
  }

  /** Close everything. Returns whether anything was open. */
  close(): boolean {
    const open = this.drawer || this.words || this.tab !== 'table';
    this.drawer = false;
    this.words = false;
    this.tab = 'table';
    return open;
  }
}

const UI = Symbol('ui');
export const provideUi = (ui: Ui): Ui => setContext(UI, ui);
export const useUi = (): Ui => getContext<Ui>(UI);
