/** What lies under the hand at a table of Burger Up: which half of a card is up, and whether the Spatula is
 * held. */

import { createContext } from 'svelte';
import { key, kindOf, lit } from '../../lib/input/options';
import type { Play } from '../../lib/state/play.svelte';
import type { Noun } from '../../wire';
import { type State, type UpPack, alike, cardOf, faceOf } from '../deck';
import { readers } from '../reading';

/** The zones of Burger Up, Party Up and Solo Up; what only some of them have may be absent. */
export interface UpView {
  pending: number[];
  order_coins?: number[];
  asked: string[][];
  market: number[];
  discard: number[];
  coins: number[];
  spatulas: string[];
  upgraded: boolean[];
  completed: number[][];
  burgers: number[][][];
  wanted: string[][];
  heights: number[][];
  sizes: string[][];
  pays: number[][];
  prospects: State[][][][];
  hands: number[][];
  deck: number[];
  order_deck: number[];
  hand_limit: number;
  round?: number;
  turn: number;
  phase?: string;
  placements_left?: number;
  last_round?: boolean;
  idle?: number;
  level?: string;
  step?: string;
  hold_price?: number;
  gone?: number[];
}

export const { viewOf, packOf } = readers<UpView, UpPack>();

export class Bench {
  halves: Record<number, number> = $state({});
  spatula = $state(false);

  /** What the game calls a half of a card that is placed. */
  readonly kind: string;

  constructor(readonly play: Play) {
    this.kind = kindOf(play.game.verbs.place?.nouns[0] ?? 'face');
  }

  view = $derived.by(() => viewOf(this.play));
  /** What could be touched if nothing were picked. */
  private readonly start = $derived.by(() => lit(this.play.all, [], this.play.shown));
  private readonly verbs = $derived.by(() => new Set(this.play.all.map((choice) => choice.action[0])));
  private readonly first = $derived.by(() => this.play.picked[0]);
  /** The face that is about to be placed. */
  face = $derived.by(() => (this.first?.kind === this.kind ? (this.first.noun as number) : null));
  /** The card in a burger that the Spatula is about to lift, with all above it. */
  lifted = $derived.by(() => (this.first?.kind === 'card' ? (this.first.noun as number) : null));
  /** The face of it that counts. */
  liftedFace = $derived.by(
    () =>
      (this.view.burgers[this.play.eyes] ?? []).flat().find((face) => cardOf(face) === this.lifted) ?? null,
  );
  /** The burger that is about to be served. */
  serving = $derived.by(() => (this.first?.kind === 'burger' ? (this.first.noun as number) : null));
  canLift = $derived.by(() => this.verbs.has('scrape') || this.verbs.has('shift'));
  holds = $derived.by(() => this.spatula && this.canLift);

  get pack(): UpPack {
    return packOf(this.play);
  }

  offers(verb: string): boolean {
    return this.verbs.has(verb);
  }

  open(kind: string, noun: Noun): boolean {
    return this.start.has(key(kind, noun));
  }

  up(card: number): number {
    return this.halves[card] ?? 0;
  }

  isOpen(card: number): boolean {
    return (
      this.open('card', card) ||
      this.open(this.kind, faceOf(card, 0)) ||
      this.open(this.kind, faceOf(card, 1))
    );
  }

  /** A card of the hand: it is thrown away, lifted up with the half that fits, or turned. */
  tapHand(card: number): void {
    if (this.offers('toss')) return void this.play.play(['toss', card]);
    if (this.face !== null && cardOf(this.face) === card) return this.turn();
    const other = faceOf(card, 1 - this.up(card));
    if (!this.open(this.kind, faceOf(card, this.up(card))) && this.open(this.kind, other))
      this.halves[card] = 1 - this.up(card);
    this.pick(card);
  }

  private pick(card: number): void {
    const noun = faceOf(card, this.up(card));
    this.spatula = false;
    if (this.open(this.kind, noun)) this.play.picked = [{ kind: this.kind, noun }];
    // The server says why not, with its rule.
    else if (this.play.yours) void this.play.play(['place', noun, 0]);
  }

  turn(): void {
    if (this.face === null || alike(this.pack, cardOf(this.face))) return;
    const card = cardOf(this.face);
    this.halves[card] = 1 - this.up(card);
    this.play.picked = [{ kind: this.kind, noun: faceOf(card, this.up(card)) }];
  }

  isTarget(burger: number): boolean {
    if (this.face !== null) return this.play.offers(['place', this.face, burger]);
    return this.play.isLit('burger', burger);
  }

  tapBurger(burger: number): void {
    if (this.face !== null) void this.play.play(['place', this.face, burger]);
    else if (this.serving === burger) this.play.picked = [];
    else if (this.play.isLit('burger', burger) || this.open('burger', burger))
      void this.play.tap('burger', burger);
  }

  /** The burgers that could be served as an order now. */
  serves(order: number): number[] {
    return this.play.all
      .filter(({ action }) => action[0] === 'serve' && action[2] === order)
      .map(({ action }) => action[1] as number);
  }

  /** Lit if the burger is picked already, or if there is only one it could be. */
  isServed(order: number): boolean {
    return this.serving !== null
      ? this.play.isLit('order', order)
      : this.face === null && this.serves(order).length === 1;
  }

  tapOrder(order: number): void {
    const burger = this.serving ?? this.serves(order)[0] ?? 0;
    if (this.play.yours) void this.play.play(['serve', burger, order]);
  }

  hold(): void {
    this.play.picked = [];
    this.spatula = !this.spatula;
  }

  /** Nothing is scraped by the first touch: the key that does it comes with the picked layer. */
  lift(card: number): void {
    if (this.lifted === card) this.play.picked = [];
    else if (this.open('card', card)) this.play.picked = [{ kind: 'card', noun: card }];
  }

  /** Steps back by one noun; says whether there was any. */
  back(): boolean {
    if (this.play.picked.length || !this.spatula) return this.play.back();
    this.spatula = false;
    return true;
  }
}

const [useBench, setBench] = createContext<Bench>();
export { useBench };
export const provideBench = (play: Play): Bench => setBench(new Bench(play));
