/** Touches, drags and keys at the Burger Trucker table. What is possible is read from the options only. */

import { createContext } from 'svelte';
import type { LiveTable } from '../../lib/state/table.svelte';
import type { Step } from '../../lib/input/action-chain';
import type { Play } from '../../lib/state/play.svelte';
import type { Action } from '../../wire';
import { VACANT, alike, faceOf, half } from '../deck';
import { type TruckPack, ownerOf, packOf, viewOf } from './reading';
import { type Spots, laid, rested, same } from './spots';

/** A card that is dragged; from the hand it is one of its halves. */
export interface Carried {
  card: number;
  face: number | null;
  /** Which half of a card in the centre was touched: the upper one or the other. */
  touched?: 0 | 1 | null;
}

/** How long (ms) the spot of a taken card stays, and how long if this player reached for it, too. */
const REST = 1300;
const READING = 4000;
/** How long (ms) a card that does not fit is shown before the next is flipped. */
const LOOK = 600;

export class Truck {
  spots: Spots = $state.raw([]);
  carried: Carried | null = $state.raw(null);
  at: [number, number] = $state.raw([0, 0]);
  /** The face under the pointer, previewed on the burger. */
  pointed: number | null = $state(null);
  /** What was refused lately: the card it was about, or the burger. */
  refused: { where: string; sentence: string } | null = $state.raw(null);
  /** Counts presses and releases of what flips cards. */
  private press = 0;
  private forgetting: ReturnType<typeof setTimeout> | undefined;
  private readonly resting = new Map<number, ReturnType<typeof setTimeout>>();

  constructor(
    readonly play: Play,
    private readonly liveTable: () => LiveTable | null,
  ) {}

  view = $derived.by(() => viewOf(this.play));
  clock = $derived.by(() => this.view.clock);
  held = $derived.by(() => this.view.held[this.play.viewer] ?? VACANT);
  fits: ReadonlySet<number> = $derived.by(() => new Set(this.view.fits[this.play.viewer]));
  /** The halves of the held card that can be placed now. */
  placings: number[] = $derived.by(() => this.verbs('place').map(([, face]) => Number(face)));
  grabs: ReadonlySet<number> = $derived.by(() => new Set(this.verbs('grab').map(([, card]) => Number(card))));

  get pack(): TruckPack {
    return packOf(this.play);
  }

  get holds(): boolean {
    return this.held !== VACANT;
  }

  /** The face that would lie on the burger: the one pointed at, else the only one that can be placed. */
  get ghost(): number | null {
    if (this.pointed !== null && this.fits.has(this.pointed)) return this.pointed;
    return this.placings.length === 1 ? this.placings[0]! : null;
  }

  private verbs(verb: string): Action[] {
    return this.play.all.filter(({ action }) => action[0] === verb).map(({ action }) => action);
  }

  offers(verb: string): boolean {
    return this.play.all.some(({ action }) => action[0] === verb);
  }

  /** The half that lies uppermost: one that fits, if only one does. */
  up(card: number): number {
    const fitting = this.fitting(card);
    return fitting.length === 1 && fitting[0] === faceOf(card, 1) ? 1 : 0;
  }

  /** The halves that fit the burger; while a card is held that can go there, those that fit after it. */
  fitting(card: number): number[] {
    const { lays, pack } = this;
    const asked = lays === null || card === this.held ? null : half(pack, lays).next;
    return [faceOf(card, 0), faceOf(card, 1)].filter((face) =>
      asked === null ? this.fits.has(face) : asked === 'any' || half(pack, face).type === asked,
    );
  }

  /** The half of the held card that is meant by going on: the only one that can be placed. */
  get lays(): number | null {
    const [face] = this.placings;
    return face !== undefined && (this.placings.length === 1 || alike(this.pack, this.held)) ? face : null;
  }

  /** Whether a touch takes the card: with empty hands, or after placing the held card on the burger. */
  reaches(card: number): boolean {
    return this.grabs.has(card) || (this.lays !== null && this.fitting(card).length > 0);
  }

  // -- the centre

  /** Update the spots from the snapshot. */
  lay(): void {
    const { view } = this;
    const spots =
      view.clock.phase === 'build' ? laid(this.spots, view.face_up, (card) => ownerOf(view, card)) : [];
    if (same(spots, this.spots)) return;
    this.spots = spots;
    for (const spot of spots) {
      const resting = spot !== null && this.resting.has(spot.card);
      if (spot && spot.taker !== null && !resting) this.rest(spot.card, REST);
      else if (spot && spot.taker === null && resting) this.stir(spot.card);
    }
  }

  /** Cancel the release of a spot whose card came back. */
  private stir(card: number): void {
    clearTimeout(this.resting.get(card));
    this.resting.delete(card);
  }

  private rest(card: number, time: number): void {
    clearTimeout(this.resting.get(card));
    this.resting.set(
      card,
      setTimeout(() => this.wake(card), time),
    );
  }

  private wake(card: number): void {
    this.resting.delete(card);
    const ring = document.activeElement?.closest<HTMLElement>(`[data-card="${card}"]`);
    this.spots = rested(this.spots, card);
    if (ring)
      document
        .querySelector<HTMLElement>('.spread button.lit, .prompt [data-key]')
        ?.focus({ preventScroll: true });
  }

  isLost(card: number): boolean {
    return this.refused?.where === `card:${card}`;
  }

  /** Take a card. If one of its halves is to be placed at once, place it as soon as that is possible: the
   * server allows it only a moment after taking the card. */
  async grab(card: number, straight: number | null = null): Promise<void> {
    if (this.play.looking) return;
    if (this.swaps || (this.holds && this.reaches(card)))
      return this.play.run(
        ...this.freeing,
        { action: ['grab', card], wait: this.freed },
        ...this.on(card, straight),
      );
    if (!(await this.do(['grab', card], `card:${card}`))) {
      if (this.resting.has(card)) this.rest(card, READING);
    } else if (straight !== null) {
      await this.play.run(...this.on(card, straight));
    }
  }

  private on(card: number, face: number | null): Step[] {
    if (face === null) return [];
    const words = `${half(this.pack, face).name} on the burger`;
    return [{ action: ['place', face], words, wait: () => this.held === card }];
  }

  async flip(): Promise<void> {
    const flip: Step = { action: ['flip'], wait: this.freed };
    if (this.freeing.length && this.view.pile.length) await this.play.run(...this.freeing, flip);
    else if (!this.play.looking) await this.do(['flip'], 'pile');
  }

  /** Flip a card. While the key, mouse or finger is held down, flip on until a card fits; each card stays in
   * hand long enough to be seen. */
  async flipOn(): Promise<void> {
    const own = (this.press += 1);
    await this.flip();
    while (await this.goesOn(own))
      await this.play.run(
        { action: ['put_back'], may: true },
        { action: ['flip'], may: true, wait: this.freed },
      );
  }

  letGo(): void {
    this.press += 1;
  }

  private async goesOn(press: number): Promise<boolean> {
    await new Promise((go) => setTimeout(go, LOOK));
    const { phase } = this.clock;
    return (
      press === this.press &&
      phase === 'build' &&
      this.view.pile.length > 0 &&
      !this.fitting(this.held).length
    );
  }

  /** Whether the held card fits nowhere, so that it is put back before another card is taken. */
  get swaps(): boolean {
    return this.holds && !this.placings.length && this.offers('put_back');
  }

  /** The steps that empty the hand before another card is taken. */
  get freeing(): Step[] {
    if (this.lays !== null) return this.on(this.held, this.lays);
    return this.swaps ? [{ action: ['put_back'] }] : [];
  }

  private readonly freed = (): boolean => this.clock.phase === 'build' && !this.holds;

  // -- the hand and the burger

  place(face: number): void {
    this.pointed = null;
    void this.do(['place', face], 'burger');
  }

  putBack(): void {
    void this.do(['put_back'], 'burger');
  }

  // -- drag

  lift(thing: Carried): void {
    this.carried = thing;
    this.pointed = thing.face ?? this.fitting(thing.card)[0] ?? null;
  }

  async drop(onto: string | null): Promise<void> {
    const thing = this.carried;
    this.carried = this.pointed = null;
    if (!thing || !onto) return;
    const [kind, noun] = onto.split(':');
    if (thing.face === null)
      return void (onto === 'burger' && (await this.grab(thing.card, this.meant(thing))));
    if (kind === 'card') await this.trade(Number(noun));
    else if (onto === 'burger') this.place(thing.face);
    else if (onto === 'centre') this.putBack();
  }

  /** Put the held card back and take the card it was dropped on. */
  private trade(card: number): Promise<void> {
    const grab: Step = { action: ['grab', card], words: 'Taking that one instead', wait: this.freed };
    return this.play.run({ action: ['put_back'] }, grab);
  }

  /** The half that was touched, if it fits; else the only one that does. */
  private meant({ card, touched }: Carried): number | null {
    const fitting = this.fitting(card);
    if (touched !== undefined && touched !== null) {
      const face = faceOf(card, touched === 0 ? this.up(card) : 1 - this.up(card));
      if (fitting.includes(face)) return face;
    }
    return fitting.length === 1 ? fitting[0]! : null;
  }

  // -- the server's answer

  async do(action: Action, where = ''): Promise<boolean> {
    this.refused = null;
    clearTimeout(this.forgetting);
    if (await this.play.play(action)) return true;
    const liveTable = this.liveTable();
    if (!liveTable?.refusal) return false;
    const sentence = this.named(liveTable.refusal.sentence);
    liveTable.refusal = { ...liveTable.refusal, sentence };
    this.refused = { where, sentence };
    this.forgetting = setTimeout(() => (this.refused = null), READING);
    return false;
  }

  /** The sentence with player names instead of seat numbers. */
  private named(sentence: string): string {
    return sentence.replace(/\bseat (\d)\b/g, (said, n) => this.play.seats[Number(n) - 1]?.name ?? said);
  }
}

export const [useTruck, provideTruck] = createContext<Truck>();
