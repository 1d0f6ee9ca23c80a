/** What is open on the screen of a table: a tab on a phone, the rules drawer, the list of keys. */

import { getContext, setContext } from 'svelte';
import type { LiveTable } from './table.svelte';

export class Ui {
  tab = $state('table');
  drawer = $state(false);
  rule: string | null = $state(null);
  help = $state(false);
  invite = $state(false);
  /** Absent in a replay. */
  liveTable: LiveTable | null = $state.raw(null);
  /** Names of events that cut the receipt: a round, a phase. */
  cuts: ReadonlySet<string> = $state.raw(new Set<string>());

  rules(id: string | null = null): void {
    this.rule = id;
    this.drawer = true;
  }

  /** Closes what lies on top; says whether there was anything. */
  close(): boolean {
    const open = this.drawer || this.tab !== 'table';
    this.drawer = false;
    this.tab = 'table';
    return open;
  }
}

const UI = Symbol('ui');
export const provideUi = (ui: Ui): Ui => setContext(UI, ui);
export const useUi = (): Ui => getContext<Ui>(UI);
