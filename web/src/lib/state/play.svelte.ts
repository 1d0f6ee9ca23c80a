/** What a layout draws from: one sheet, what of it is lit, picked or spoken of, and what a touch does. */

import { getContext, setContext } from 'svelte';
import { Chain, type Step } from '../input/action-chain';
import type {
  Action,
  SeatInfo,
  GameInfo,
  GameWords,
  HintGiven,
  LogPage,
  Noun,
  Sheet,
  Spoken,
} from '../../wire';
import {
  type Choice,
  type Thing,
  choices,
  key,
  keys,
  kindOf,
  lit,
  same,
  surviving,
  touch,
} from '../input/options';
import type { Explaining } from '../text/card-text';
import { Saving } from './saving.svelte';
import { decides, extended } from './snapshot';

export type Send = (action: Action) => Promise<boolean>;
/** Where lines of the log come from that were not sent with the sheet. */
export type Earlier = (before: number) => Promise<LogPage>;

const NOTHING: ReadonlySet<string> = new Set();

export class Play {
  sheet: Sheet = $state.raw() as Sheet;
  seats: SeatInfo[] = $state.raw([]);
  live = $state(true);
  picked: Thing[] = $state.raw([]);
  spoken: ReadonlySet<string> = $state.raw(NOTHING);
  /** What others have just done something with. */
  touched: ReadonlySet<string> = $state.raw(NOTHING);
  hint: HintGiven | null = $state.raw(null);
  /** The rules and the cards in words, once they have come. */
  book: GameWords | null = $state.raw(null);
  /** The colours of the seats, where a game has its own. */
  colour: (seat: number) => string | null = $state.raw(() => null);
  /** A chain is under way. */
  busy = $state(false);
  /** What a chain could not go on with, in words. */
  stopped = $state('');
  /** What was played or taken back and is not confirmed and shown yet. */
  readonly moving = new Saving();
  /** The tap or key of this moment was begun while the table waited. */
  early = false;
  readonly chain = new Chain({
    offers: (action) => this.offers(action),
    send: (action) => this.send(action),
    next: () => new Promise((go) => this.following.push(go)),
  });
  private following: (() => void)[] = [];
  /** The kinds of nouns that the layout shows as things one can touch. */
  shown: ReadonlySet<string> = $state.raw(NOTHING);

  all: Choice[] = $derived.by(() =>
    this.live ? choices(this.sheet.options, this.sheet.anytime, this.game.verbs) : [],
  );
  lights: Map<string, Choice[]> = $derived(lit(this.all, this.picked, this.shown));
  keys: Choice[] = $derived(keys(this.all, this.picked, this.shown));
  yours = $derived.by(() => decides(this.sheet) && !this.looking);
  /** The seat at the bottom of the screen. */
  eyes = $derived(this.sheet.seat ?? 0);

  constructor(
    readonly game: GameInfo,
    readonly pack: unknown,
    sheet: Sheet,
    seats: SeatInfo[],
    private readonly send: Send,
    /** Nobody plays here, whoever's eyes it is seen with: a replay. */
    private readonly past = false,
    /** The options the table was set with. */
    readonly settings: Record<string, unknown> = {},
    private readonly earlier: Earlier | null = null,
  ) {
    this.sheet = sheet;
    this.seats = seats;
  }

  /** Whether it is only looked at: a replay, or a spectator's chair. */
  get looking(): boolean {
    return this.past || this.sheet.seat === null;
  }

  /** Until the last answer is confirmed nothing is taken for the next. Where time runs hands are quick: there
   * the table waits once the confirmation is late. */
  get waits(): boolean {
    return this.sheet.time ? this.moving.isLate : this.moving.isUnderWay;
  }

  /** Whether what is done now would be meant for something that is not asked any more. */
  get refrains(): boolean {
    return this.waits || this.early;
  }

  take(sheet: Sheet): void {
    const asked = sheet.options !== this.sheet.options || sheet.anytime !== this.sheet.anytime;
    this.sheet = sheet;
    for (const go of this.following.splice(0)) go();
    if (!asked) return;
    this.picked = surviving(this.all, this.picked);
    this.hint = null;
  }

  /** Fetches the lines before the first of the log, where there are any. */
  async fetchEarlier(): Promise<void> {
    if (!this.earlier || !this.sheet.log_from) return;
    const page = await this.earlier(this.sheet.log_from);
    this.sheet = extended(this.sheet, page);
  }

  shows(...kinds: string[]): void {
    this.shown = new Set(kinds);
  }

  name(seat: number): string {
    return seat === this.sheet.seat && !this.looking ? 'You' : (this.seats[seat]?.name ?? `Seat ${seat + 1}`);
  }

  /** "Your hand" to whoever plays, "Ada’s hand" to whoever looks on. */
  own(what: string): string {
    return this.looking ? `${this.seats[this.eyes]?.name ?? 'Somebody'}’s ${what}` : `Your ${what}`;
  }

  zone<T>(name: string): T {
    return this.sheet.view[name] as T;
  }

  /** The seats after one's own, in the order of the table. */
  get others(): number[] {
    const n = this.seats.length;
    return Array.from({ length: n - 1 }, (_, i) => (this.eyes + 1 + i) % n);
  }

  isLit(kind: string, noun: Noun): boolean {
    return this.lights.has(key(kind, noun));
  }

  isPicked(kind: string, noun: Noun): boolean {
    return this.picked.some((thing) => thing.kind === kind && thing.noun === noun);
  }

  isSpoken(kind: string, noun: Noun): boolean {
    return this.spoken.has(key(kind, noun)) || this.touched.has(key(kind, noun));
  }

  isHinted(kind: string, noun: Noun): boolean {
    if (!this.hint) return false;
    const [verb, ...nouns] = this.hint.action;
    return nouns.some((own, i) => own === noun && kindOf(this.game.verbs[verb]?.nouns[i] ?? '') === kind);
  }

  /** A card in the server's words, with all that is printed on it: what a screen reader is told of it. */
  told(kind: string, noun: Noun): string {
    return this.explaining.told?.[kind]?.[String(noun)] ?? '';
  }

  /** A deck of one's own explains itself; for the house deck the book does. */
  get explaining(): Explaining {
    const own = this.pack as Explaining;
    return own.told ? own : (this.book ?? {});
  }

  /** What a touch would do, in words. */
  words(kind: string, noun: Noun): string {
    const left = this.lights.get(key(kind, noun));
    return left?.length === 1 ? left[0]!.words : '';
  }

  async tap(kind: string, noun: Noun): Promise<void> {
    if (this.refrains) return;
    const touched = touch(this.all, this.picked, { kind, noun });
    this.picked = touched.picked;
    this.stopped = '';
    if (touched.play) await this.play(touched.play.action);
  }

  async play(action: Action): Promise<boolean> {
    return !this.refrains && this.goOn(action);
  }

  /** The next answer of something that was begun before: no tap in between stops it. */
  async goOn(action: Action): Promise<boolean> {
    this.chain.end();
    this.stopped = '';
    return this.send(action);
  }

  /** One gesture for several answers; where the table does not go along with it, the prompt says so. */
  async run(...steps: Step[]): Promise<void> {
    if (this.refrains) return;
    this.picked = [];
    this.stopped = '';
    this.busy = true;
    const shut = await this.chain.run(steps);
    this.busy = false;
    if (shut) this.stopped = `${shut.words ?? shut.action[0].replaceAll('_', ' ')}: not open now.`;
  }

  offers(action: Action): boolean {
    return this.all.some((choice) => same(choice.action, action));
  }

  back(): boolean {
    this.stopped = '';
    if (!this.picked.length) return false;
    this.picked = this.picked.slice(0, -1);
    return true;
  }

  /** The things a line of the log speaks of. */
  speaksOf(event: Spoken): string[] {
    const kinds = this.game.events?.[event[0]]?.nouns.map(kindOf) ?? [];
    return event.slice(1).flatMap((noun, i) => {
      const kind = kinds[i];
      return kind === undefined ? [] : [noun].flat().map((one) => key(kind, one as Noun));
    });
  }

  /** The seat that a line of the log is about, if it is one. */
  seatOf(event: Spoken): number | null {
    const named = this.game.events?.[event[0]]?.nouns.map(kindOf).indexOf('seat') ?? -1;
    const seat = named < 0 ? undefined : event[named + 1];
    return typeof seat === 'number' && seat >= 0 ? seat : null;
  }

  light(event: Spoken | null): void {
    this.spoken = event ? new Set(this.speaksOf(event)) : NOTHING;
  }
}

const PLAY = Symbol('play');
export const provide = (play: Play): Play => setContext(PLAY, play);
export const usePlay = (): Play => getContext<Play>(PLAY);
