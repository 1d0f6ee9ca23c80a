/** Local state of a Burger Up table: which half of each card is up, what is picked, and whether the Spatula
 * is held. */

import { createContext } from 'svelte';
import { key, kindOf, lit } from '../../lib/input/options';
import type { Step } from '../../lib/input/action-chain';
import type { Play } from '../../lib/state/play.svelte';
import type { Noun } from '../../wire';
import { type State, type UpPack, alike, cardOf, faceOf, half, turnHinted } from '../deck';
import { readers } from '../view';

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
  /** Whether the end of this turn would end the game, by seat. */
  done_ends?: number[][];
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
      (this.view.burgers[this.play.viewer] ?? []).flat().find((face) => cardOf(face) === this.lifted) ?? null,
  );
  /** The burger that is about to be served. */
  serving = $derived.by(() => (this.first?.kind === 'burger' ? (this.first.noun as number) : null));
  /** What is placed before building is asked for first ends what is: buying is over, or the orders go on. */
  private readonly buying = $derived.by(() => this.view.phase === 'market' && this.offers('done'));
  readonly advancing = $derived.by(() => this.offers('advance'));
  private readonly early = $derived.by(() => this.buying || this.advancing);
  private readonly building = $derived.by(() => this.view.phase === 'build' && this.offers('done'));
  canLift = $derived.by(() => this.verbs.has('scrape') || this.verbs.has('shift'));
  holds = $derived.by(() => this.spatula && this.canLift);

  /** Whether the hint lifts a layer of a burger, which takes the Spatula first. */
  get isLiftAdvised(): boolean {
    return ['scrape', 'shift'].includes(this.play.hint?.action[0] ?? '');
  }

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

  /** Turns up the halves that the hint means, so that a touch of the outlined card places them. */
  followHint(): void {
    turnHinted(this.play, this.kind, this.halves, this.face === null ? null : cardOf(this.face));
  }

  isOpen(card: number): boolean {
    return this.open('card', card) || this.placeable(faceOf(card, 0)) || this.placeable(faceOf(card, 1));
  }

  /** A card of the hand: it is thrown away, lifted up with the half that fits, or turned. */
  tapHand(card: number, half: 0 | 1 | null): void {
    if (this.offers('toss')) return void this.play.play(['toss', card]);
    if (this.face !== null && cardOf(this.face) === card) return this.turn();
    // The server says why not, with its rule.
    if (!this.pick(card, half) && this.play.yours)
      void this.play.play(['place', faceOf(card, this.up(card)), 0]);
  }

  /** Picks the half that was touched, or the other one if only that can be placed. */
  pick(card: number, half: 0 | 1 | null): boolean {
    const touched = faceOf(card, half === 1 ? 1 - this.up(card) : this.up(card));
    const face = [touched, touched ^ 1].find((one) => this.placeable(one));
    this.spatula = false;
    if (face === undefined) return false;
    this.halves[card] = face & 1;
    this.play.picked = [{ kind: this.kind, noun: face }];
    return true;
  }

  placeable(face: number): boolean {
    return this.early ? this.aims(face).length > 0 : this.open(this.kind, face);
  }

  /** The own burgers that ask for such a half, before the server offers placements. */
  private aims(face: number): number[] {
    const { type } = half(this.pack, face);
    return (this.view.wanted[this.play.viewer] ?? []).flatMap((asked, burger) =>
      asked === 'any' || asked === type ? [burger] : [],
    );
  }

  turn(): void {
    if (this.play.refrains || this.face === null || alike(this.pack, cardOf(this.face))) return;
    const card = cardOf(this.face);
    this.halves[card] = 1 - this.up(card);
    this.play.picked = [{ kind: this.kind, noun: faceOf(card, this.up(card)) }];
  }

  isTarget(burger: number): boolean {
    if (this.face !== null)
      return this.early
        ? this.aims(this.face).includes(burger)
        : this.play.offers(['place', this.face, burger]);
    return this.play.isLit('burger', burger);
  }

  tapBurger(burger: number): void {
    if (this.face !== null) this.lay(this.face, burger);
    else if (this.serving === burger) this.play.picked = [];
    else if (this.play.isLit('burger', burger) || this.open('burger', burger))
      void this.play.tap('burger', burger);
  }

  /** Places a half on a burger. First ends buying, or lets waiting orders advance. */
  private lay(face: number, burger: number): void {
    if (this.early && !this.isTarget(burger))
      return void (this.play.stopped = `Burger ${burger + 1} does not ask for ${half(this.pack, face).name}.`);
    const goOn: Step[] = this.advancing ? [{ action: ['advance'] }] : this.over(this.buying);
    void this.play.run(...goOn, this.placing(face, burger));
  }

  private placing(face: number, burger: number): Step {
    const words = `${half(this.pack, face).name} on burger ${burger + 1}`;
    return { action: ['place', face, burger], words };
  }

  private readonly over = (ends: boolean): Step[] => (ends ? [{ action: ['done'] }] : []);

  // -- carried cards

  /** A card of the hand or the Market, let go over a burger: bought if need be, and placed. */
  dropOn(onto: string | null, bought: number | null = null): void {
    const [place, number] = (onto ?? '').split(':');
    if (place === 'burger' && bought === null) return this.tapBurger(Number(number));
    const { face } = this;
    if (bought !== null) this.play.picked = [];
    if (place !== 'burger' || face === null || bought === null) return;
    const buy: Step = { action: ['buy', bought] };
    void this.play.run(buy, ...this.over(this.buying), this.placing(face, Number(number)));
  }

  /** A card of the Market is picked as if it were in hand already, with the half that was touched. */
  liftBought(card: number, touched: 0 | 1 | null): boolean {
    if (!this.play.offers(['buy', card])) return false;
    const face = faceOf(card, touched ?? 0);
    const fits = [face, face ^ 1].find((one) => this.aims(one).length) ?? face;
    this.play.picked = [{ kind: this.kind, noun: fits }];
    return true;
  }

  // -- orders

  /** The burgers that could be served as an order now, or that meet it as soon as building is over. */
  serves(order: number): number[] {
    if (!this.buying && !this.building)
      return this.play.all
        .filter(({ action }) => action[0] === 'serve' && action[2] === order)
        .map(({ action }) => action[1] as number);
    const at = this.view.pending.indexOf(order);
    return (this.view.prospects[this.play.viewer] ?? []).flatMap((orders, burger) =>
      orders[at]?.[0] === 'met' ? [burger] : [],
    );
  }

  get servesAny(): boolean {
    return this.view.pending.some((order) => this.serves(order).length > 0);
  }

  /** Lit if the burger is picked, or if there is only one it could be. The Spatula hides the orders. */
  isServed(order: number): boolean {
    return this.serving !== null
      ? this.play.isLit('order', order)
      : this.face === null && !this.holds && this.serves(order).length === 1;
  }

  tapOrder(order: number): void {
    const [met] = this.serves(order);
    const serve: Step = { action: ['serve', this.serving ?? met ?? 0, order], words: 'Serving it' };
    if (met !== undefined && (this.buying || this.building))
      return void this.play.run(...this.over(this.buying), ...this.over(true), serve);
    if (this.play.yours) void this.play.play(serve.action); // the server says why not, with its rule
  }

  /** The rest of a turn by one key: nothing is served where nothing can be, and a card may be thrown away
   * first. */
  finish(toss = false): void {
    const [end, ...more] = [1, 2, 3].map((): Step => ({ action: ['done'], may: true }));
    if (!this.building || this.servesAny) return void this.play.play(['done']);
    void this.play.run(end!, ...(toss ? more.slice(1) : more));
  }

  get ends(): boolean {
    return this.building && !this.servesAny;
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
