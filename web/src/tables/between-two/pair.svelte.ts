/** Selection state of the Between Two Burgers table: picked cards, and the half that is up. */

import { createContext } from 'svelte';
import type { Play } from '../../lib/state/play.svelte';
import type { Step } from '../../lib/input/action-chain';
import type { Action } from '../../wire';
import { type UpPack, alike, cardOf, faceOf, half, turnHinted } from '../deck';
import { packOf, viewOf } from './reading';

export class Pair {
  halves: Record<number, number> = $state({});
  /** Valid only while the options are the ones they were chosen from; the last touched card comes last. */
  private chosen: { cards: number[]; from: unknown } = $state.raw({ cards: [], from: null });

  constructor(readonly play: Play) {}

  view = $derived.by(() => viewOf(this.play));
  /** The verb asked of this seat: choose two cards, which one goes left, or which half shows. */
  asked = $derived.by(() => this.play.all.find((choice) => !choice.anytime)?.action[0] ?? '');
  sealed = $derived.by(() => this.view.picks[this.play.viewer] ?? []);
  open = $derived.by(() => this.view.revealed[this.play.viewer] ?? []);
  beside = $derived.by(() => this.view.beside[this.play.viewer] ?? [0, 0]);
  /** Whether all seats have the same burgers, and so one score. */
  together = $derived.by(() => {
    const [own, ...others] = this.view.beside.map((two) => two.toSorted().join());
    return others.length > 0 && others.every((two) => two === own);
  });
  /** The card whose half is asked for. */
  private readonly halved = $derived.by(() => {
    const show = this.play.all.find(({ action }) => action[0] === 'show');
    return show ? cardOf(show.action[1] as number) : null;
  });
  /** The picked cards: up to two to lay down, or one to place. */
  picks: number[] = $derived.by(() =>
    this.chosen.from === this.play.snapshot.options && this.play.live ? this.chosen.cards : [],
  );
  picked = $derived.by(() => this.halved ?? this.picks.at(-1) ?? null);
  /** How many cards are still to be laid down. */
  lacking = $derived.by(() => (this.asked === 'choose' ? 2 - this.sealed.length : 1));
  ready = $derived.by(() => this.halved !== null || this.picks.length === this.lacking);
  face = $derived.by(() => (this.picked === null ? null : faceOf(this.picked, this.up(this.picked))));
  /** Where the picked card would go: left, right, or not settled yet. */
  side = $derived.by(() =>
    this.halved === null ? null : this.view.sent_left[this.play.viewer] === this.halved ? 0 : 1,
  );

  get pack(): UpPack {
    return packOf(this.play);
  }

  /** Whether the hint of the server speaks of a card or of one of its halves. */
  isHinted(card: number): boolean {
    const [verb, noun] = this.play.hint?.action ?? [];
    if (verb === 'choose') return this.play.advisedNouns('card').includes(card);
    return verb === 'show' ? cardOf(noun as number) === card : verb === 'left' && noun === card;
  }

  /** Whether the filled key does what the hint says. */
  isGoHinted(): boolean {
    const [verb, noun] = this.play.hint?.action ?? [];
    if (verb !== this.asked) return false;
    return verb === 'show' ? noun === this.face : this.picks.every((card) => this.isHinted(card));
  }

  followHint(): void {
    turnHinted(this.play, 'face', this.halves, null);
  }

  up(card: number): number {
    return this.halves[card] ?? 0;
  }

  isLit(card: number): boolean {
    return this.play.isLit('card', card) || this.halved === card;
  }

  isPicked(card: number): boolean {
    return card === this.halved || this.picks.includes(card);
  }

  tap(card: number, half: 0 | 1 | null): void {
    if (this.asked === 'choose' && this.isPicked(card)) this.pick(card, half);
    else if (card === this.picked) this.turn();
    else if (this.pick(card, half)) return;
    else if (this.play.yours)
      void this.play.play([
        this.asked || 'choose',
        this.asked === 'show' ? faceOf(card, this.up(card)) : card,
      ]); // the server says why not
  }

  /** Pick a card with the half that was touched. A third pick replaces the older of two; picking a picked
   * card to lay down unpicks it. */
  pick(card: number, half: 0 | 1 | null): boolean {
    if (!this.play.isLit('card', card)) return false;
    const others = this.picks.filter((one) => one !== card);
    const kept = this.lacking > 1 ? others.slice(1 - this.lacking) : [];
    const back = this.asked === 'choose' && this.picks.includes(card);
    this.chosen = { cards: back ? others : [...kept, card], from: this.play.snapshot.options };
    if (half === 1 && this.asked === 'left' && !alike(this.pack, card)) this.halves[card] = 1 - this.up(card);
    return true;
  }

  turn(): void {
    if (this.picked !== null && !alike(this.pack, this.picked) && !this.play.refrains)
      this.halves[this.picked] = 1 - this.up(this.picked);
  }

  /** The action of the filled key: seal the picked cards, send one left, or lay the half that is up. */
  go(): void {
    if (this.face === null || !this.ready) return;
    if (this.asked === 'left') this.send(0);
    else if (this.asked === 'show') void this.play.play(['show', this.face]);
    else void this.play.run(...this.picks.map((card) => ({ action: ['choose', card] satisfies Action })));
  }

  /** Send the picked card to a side and the other card to the other side, each with the half that is up. The
   * server asks only for the left card, and for its half first. */
  send(side: 0 | 1): void {
    const other = this.open.find((card) => card !== this.picked);
    const cards = side === 0 ? [this.picked, other] : [other, this.picked];
    const [left, right] = cards.map((card) => card ?? -1) as [number, number];
    void this.play.run({ action: ['left', left] }, this.shown(left), this.shown(right));
  }

  private shown(card: number): Step {
    const face = faceOf(card, this.up(card));
    return { action: ['show', face], words: half(this.pack, face).name, may: alike(this.pack, card) };
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
    if (!this.picks.length) return this.play.back();
    this.chosen = { cards: this.picks.slice(0, -1), from: this.play.snapshot.options };
    return true;
  }
}

const [usePair, setPair] = createContext<Pair>();
export { usePair };
export const providePair = (play: Play): Pair => setPair(new Pair(play));
