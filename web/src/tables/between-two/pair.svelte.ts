/** What is picked at a table of Between Two Burgers: cards of the hand, and the half that is up. */

import { createContext } from 'svelte';
import type { Play } from '../../lib/state/play.svelte';
import { type UpPack, alike, cardOf, faceOf } from '../deck';
import { packOf, viewOf } from './reading';

export class Pair {
  halves: Record<number, number> = $state({});
  /** Good only for the options it was chosen from. */
  private chosen: { card: number; from: unknown } | null = $state.raw(null);

  constructor(readonly play: Play) {}

  view = $derived.by(() => viewOf(this.play));
  /** What is asked of this seat: two cards, which one goes left, or which half shows. */
  asked = $derived.by(() => this.play.all.find((choice) => !choice.anytime)?.action[0] ?? '');
  sealed = $derived.by(() => this.view.picks[this.play.eyes] ?? []);
  open = $derived.by(() => this.view.revealed[this.play.eyes] ?? []);
  beside = $derived.by(() => this.view.beside[this.play.eyes] ?? [0, 0]);
  /** The card whose half is asked for. */
  private readonly halved = $derived.by(() => {
    const show = this.play.all.find(({ action }) => action[0] === 'show');
    return show ? cardOf(show.action[1] as number) : null;
  });
  picked = $derived.by(
    () =>
      this.halved ??
      (this.chosen?.from === this.play.sheet.options && this.play.live ? this.chosen.card : null),
  );
  face = $derived.by(() => (this.picked === null ? null : faceOf(this.picked, this.up(this.picked))));
  /** Where the picked card would go: left, right, or not settled yet. */
  side = $derived.by(() =>
    this.halved === null ? null : this.view.sent_left[this.play.eyes] === this.halved ? 0 : 1,
  );

  get pack(): UpPack {
    return packOf(this.play);
  }

  /** Whether the hint of the server speaks of a card or of one of its halves. */
  isHinted(card: number): boolean {
    const [verb, noun] = this.play.hint?.action ?? [];
    return verb === 'show'
      ? cardOf(noun as number) === card
      : noun === card && verb !== 'unwish' && verb !== 'wish';
  }

  up(card: number): number {
    return this.halves[card] ?? 0;
  }

  isLit(card: number): boolean {
    return this.play.isLit('card', card) || this.halved === card;
  }

  tap(card: number): void {
    if (card === this.picked) this.turn();
    else if (this.play.isLit('card', card)) this.chosen = { card, from: this.play.sheet.options };
    else if (this.play.yours)
      void this.play.play([
        this.asked || 'choose',
        this.asked === 'show' ? faceOf(card, this.up(card)) : card,
      ]); // the server says why not
  }

  turn(): void {
    if (this.picked !== null && !alike(this.pack, this.picked))
      this.halves[this.picked] = 1 - this.up(this.picked);
  }

  /** The key that goes on: seals the picked card, sends it left, or lays the half that is up. */
  go(): void {
    if (this.picked === null || this.face === null) return;
    void this.play.play(this.asked === 'show' ? ['show', this.face] : [this.asked, this.picked]);
  }

  /** Sends the picked card to a side; only the left one has a name in the rules, the other goes right. */
  send(side: 0 | 1): void {
    const other = this.open.find((card) => card !== this.picked);
    const card = side === 0 ? this.picked : other;
    if (card !== null && card !== undefined) void this.play.play(['left', card]);
  }

  canSend(side: 0 | 1): boolean {
    const other = this.open.find((card) => card !== this.picked);
    return (
      this.asked === 'left' &&
      this.picked !== null &&
      this.play.isLit('card', side === 0 ? this.picked : (other ?? -1))
    );
  }

  back(): boolean {
    if (this.chosen === null) return this.play.back();
    this.chosen = null;
    return true;
  }
}

const [usePair, setPair] = createContext<Pair>();
export { usePair };
export const providePair = (play: Play): Pair => setPair(new Pair(play));
