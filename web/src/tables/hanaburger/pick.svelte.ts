/** Selection state of the Hanaburger table: the picked card, and the clue that is about to be told. */

import { createContext } from 'svelte';
import type { Step } from '../../lib/input/action-chain';
import type { Carrying } from '../../lib/input/drag';
import type { Play } from '../../lib/state/play.svelte';
import { VACANT } from '../deck';
import { type HanaPack, bears, packOf, viewOf } from './reading';

export class Pick {
  /** Valid only while the options are the ones it was chosen from. */
  private chosen: { clue: string; from: unknown } | null = $state.raw(null);

  /** The clue under the mouse on another player's card. */
  pointed: { seat: number; clue: string } | null = $state.raw(null);

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
    this.chosen?.from === this.play.snapshot.options && this.clues.length ? this.chosen.clue : null,
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

  /** Set the clue under the mouse on another player's card. */
  point(seat: number, clue: string | null): void {
    this.pointed = clue === null ? null : { seat, clue };
  }

  /** Begin a hint to a player. A clue that the mouse points at is told at once, since the cards it touches
   * are highlighted already. After a touch it is only selected. */
  async turnTo(seat: number, clue: string | null): Promise<void> {
    const seen = clue !== null && this.pointed?.seat === seat && this.pointed.clue === clue;
    this.point(seat, null);
    const tell: Step[] = seen ? [{ action: ['tell', clue], may: true }] : [];
    await this.play.run({ action: ['hint', seat] }, ...tell);
    if (clue !== null && this.clues.includes(clue)) this.aim(clue);
  }

  /** The cards of a hand that the selected clue would touch. */
  lights(seat: number): number[] {
    if (this.view.hinting === seat && this.clue !== null) return this.touched(seat, this.clue);
    return this.pointed?.seat === seat ? this.touched(seat, this.pointed.clue) : [];
  }

  /** Select a clue; the cards it would touch are highlighted. */
  aim(clue: string | null): void {
    this.chosen = clue === null ? null : { clue, from: this.play.snapshot.options };
  }

  /** By touch the first tap selects the clue and the second tells it; mouse and keyboard tell it at once. */
  tapClue(clue: string, finger: boolean): void {
    const seen = this.clue === clue;
    this.aim(clue);
    if (seen || !finger) this.say();
  }

  say(): void {
    if (this.clue !== null) void this.play.play(['tell', this.clue]);
  }

  /** Select a card of the own hand; the keys then offer to place or discard it. */
  tapSlot(slot: number): void {
    if (this.play.isLit('slot', slot) || this.slot !== null)
      this.play.picked = this.slot === slot ? [] : [{ kind: 'slot', noun: slot }];
    else if (this.play.yours) void this.play.play(['place', slot]); // the server says why not, with its rule
  }

  // -- a card and where it goes

  /** Whether the picked card, or the one that was turned up, can go to a burger. */
  isTarget(burger: number): boolean {
    const picked = this.slot !== null && this.play.offers(['place', this.slot]);
    return picked ? this.view.orders[burger] !== VACANT : this.play.isLit('burger', burger);
  }

  tapBurger(burger: number): void {
    if (this.slot === null) void this.play.tap('burger', burger);
    else this.lay(this.slot, burger);
  }

  /** Place a card on a burger. The server asks for the burger only if the card fits both. */
  private lay(slot: number, burger: number): void {
    void this.play.run({ action: ['place', slot] }, { action: ['onto', burger], may: true });
  }

  carry(slot: number): Carrying {
    return {
      lift: () => {
        if (!this.play.isLit('slot', slot) && this.slot !== slot) return false;
        this.play.picked = [{ kind: 'slot', noun: slot }];
        return true;
      },
      drop: (onto) => this.drop(slot, onto ?? ''),
    };
  }

  private drop(slot: number, onto: string): void {
    const [kind, number] = onto.split(':');
    if (kind === 'burger' && this.isTarget(Number(number))) this.lay(slot, Number(number));
    else if (kind === 'discards') void this.play.play(['discard', slot]);
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
