/** What is picked at a table of Hanaburger beyond the nouns of the server: the clue that is about to be
 * said. */

import { createContext } from 'svelte';
import type { Play } from '../../lib/state/play.svelte';
import { type HanaPack, bears, packOf, viewOf } from './reading';

export class Pick {
  /** Good only for the options it was chosen from. */
  private chosen: { clue: string; from: unknown } | null = $state.raw(null);

  constructor(readonly play: Play) {}

  view = $derived.by(() => viewOf(this.play));
  /** Hints point at ends of cards, not at whole cards. */
  ends = $derived.by(
    () => this.play.settings.hint_detail === 'end' || this.play.settings.placing === 'blind',
  );
  clues = $derived.by(() =>
    this.play.all.filter(({ action }) => action[0] === 'tell').map(({ action }) => String(action[1])),
  );
  clue = $derived.by(() =>
    this.chosen?.from === this.play.sheet.options && this.clues.length ? this.chosen.clue : null,
  );
  slot = $derived.by(() =>
    this.play.picked[0]?.kind === 'slot' ? (this.play.picked[0].noun as number) : null,
  );

  get pack(): HanaPack {
    return packOf(this.play);
  }

  /** The cards of a hand on which a clue is printed. */
  touched(seat: number, clue: string): number[] {
    return (this.view.hands[seat] ?? []).flatMap((card, slot) =>
      card >= 0 && bears(this.pack, card, clue) ? [slot] : [],
    );
  }

  tapClue(clue: string): void {
    if (this.clue === clue) this.say();
    else this.chosen = { clue, from: this.play.sheet.options };
  }

  say(): void {
    if (this.clue !== null) void this.play.play(['tell', this.clue]);
  }

  /** A card is never played by the first touch: the keys ask whether it is placed or discarded. */
  tapSlot(slot: number): void {
    if (this.play.isLit('slot', slot) || this.slot !== null)
      this.play.picked = this.slot === slot ? [] : [{ kind: 'slot', noun: slot }];
    else if (this.play.yours) void this.play.play(['place', slot]); // the server says why not, with its rule
  }

  back(): boolean {
    if (this.clue === null) return this.play.back();
    this.chosen = null;
    return true;
  }
}

const [usePick, setPick] = createContext<Pick>();
export { usePick };
export const providePick = (play: Play): Pick => setPick(new Pick(play));
