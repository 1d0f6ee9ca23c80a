/**
 * What the layout of a game draws: a snapshot, what is playable, picked or mentioned in it, and what a click
 * does.
 */

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
  Snapshot,
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
/** Fetches log lines that were not sent with the snapshot. */
export type Earlier = (before: number) => Promise<LogPage>;

const NOTHING: ReadonlySet<string> = new Set();

export class Play {
  snapshot: Snapshot = $state.raw() as Snapshot;
  seats: SeatInfo[] = $state.raw([]);
  live = $state(true);
  picked: Thing[] = $state.raw([]);
  spoken: ReadonlySet<string> = $state.raw(NOTHING);
  /** Things that rivals have just used. */
  touched: ReadonlySet<string> = $state.raw(NOTHING);
  hint: HintGiven | null = $state.raw(null);
  /** The rules and card texts, once they are loaded. */
  book: GameWords | null = $state.raw(null);
  /** The colour of a seat, in games that have their own. */
  colour: (seat: number) => string | null = $state.raw(() => null);
  /** Whether a chain of answers is being sent. */
  busy = $state(false);
  /** Why the last chain stopped. */
  stopped = $state('');
  /** Plays and undos that are not confirmed and shown yet. */
  readonly moving = new Saving();
  /** Whether the current click or key press began while the table was waiting. */
  early = false;
  readonly chain = new Chain({
    offers: (action) => this.offers(action),
    send: (action) => this.send(action),
    next: () => new Promise((go) => this.following.push(go)),
  });
  private following: (() => void)[] = [];
  /** Kinds of nouns that the layout shows on the table. */
  shown: ReadonlySet<string> = $state.raw(NOTHING);

  all: Choice[] = $derived.by(() =>
    this.live ? choices(this.snapshot.options, this.snapshot.anytime, this.game.verbs) : [],
  );
  lights: Map<string, Choice[]> = $derived(lit(this.all, this.picked, this.shown));
  keys: Choice[] = $derived(keys(this.all, this.picked, this.shown));
  yours = $derived.by(() => decides(this.snapshot) && !this.looking);
  /** The seat at the bottom of the screen: the viewer's own, or seat 0. */
  viewer = $derived(this.snapshot.seat ?? 0);

  constructor(
    readonly game: GameInfo,
    readonly pack: unknown,
    snapshot: Snapshot,
    seats: SeatInfo[],
    private readonly send: Send,
    /** Whether this is a replay. */
    private readonly past = false,
    /** The options of the table. */
    readonly settings: Record<string, unknown> = {},
    private readonly earlier: Earlier | null = null,
  ) {
    this.snapshot = snapshot;
    this.seats = seats;
  }

  /** Whether nobody plays here: a replay, or a spectator. */
  get looking(): boolean {
    return this.past || this.snapshot.seat === null;
  }

  /**
   * Whether answers are blocked until the last one is confirmed. Where time runs, only once the confirmation
   * is late.
   */
  get waits(): boolean {
    return this.snapshot.time ? this.moving.isLate : this.moving.isUnderWay;
  }

  /** Whether a click now could be meant for an earlier question. */
  get refrains(): boolean {
    return this.waits || this.early;
  }

  take(snapshot: Snapshot): void {
    const asked = snapshot.options !== this.snapshot.options || snapshot.anytime !== this.snapshot.anytime;
    this.snapshot = snapshot;
    for (const go of this.following.splice(0)) go();
    if (!asked) return;
    this.picked = surviving(this.all, this.picked);
    this.hint = null;
  }

  /** Load the log lines before the first one. */
  async fetchEarlier(): Promise<void> {
    if (!this.earlier || !this.snapshot.log_from) return;
    const page = await this.earlier(this.snapshot.log_from);
    this.snapshot = extended(this.snapshot, page);
  }

  shows(...kinds: string[]): void {
    this.shown = new Set(kinds);
  }

  name(seat: number): string {
    return seat === this.snapshot.seat && !this.looking
      ? 'You'
      : (this.seats[seat]?.name ?? `Seat ${seat + 1}`);
  }

  /** "Your hand" for a player, "Ada’s hand" for a spectator. */
  own(what: string): string {
    return this.looking ? `${this.seats[this.viewer]?.name ?? 'Somebody'}’s ${what}` : `Your ${what}`;
  }

  zone<T>(name: string): T {
    return this.snapshot.view[name] as T;
  }

  /** The other seats in table order, from the next one. */
  get others(): number[] {
    const n = this.seats.length;
    return Array.from({ length: n - 1 }, (_, i) => (this.viewer + 1 + i) % n);
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

  /** Whether the hint of the server is exactly this action. */
  advises(action: Action): boolean {
    return this.hint !== null && same(this.hint.action, action);
  }

  /** The nouns of one kind in the whole move of the hint, in order. */
  advisedNouns(kind: string): Noun[] {
    const { hint } = this;
    return (hint?.move ?? (hint ? [hint.action] : [])).flatMap(([verb, ...nouns]) =>
      nouns.filter((_, i) => kindOf(this.game.verbs[verb]?.nouns[i] ?? '') === kind),
    );
  }

  /** A card in full words, for screen readers. */
  told(kind: string, noun: Noun): string {
    return this.explaining.told?.[kind]?.[String(noun)] ?? '';
  }

  /** The texts of the deck: a custom deck brings its own, the house deck uses the book. */
  get explaining(): Explaining {
    const own = this.pack as Explaining;
    return own.told ? own : (this.book ?? {});
  }

  /** What a click would play, if that is unique. */
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

  /** Send the next answer of an action that was begun before clicks were blocked. */
  async goOn(action: Action): Promise<boolean> {
    this.chain.end();
    this.stopped = '';
    return this.send(action);
  }

  /** Send several answers for one gesture. If the table does not offer one, the prompt says so. */
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

  /** Keys of the things that a log line mentions. */
  speaksOf(event: Spoken): string[] {
    const kinds = this.game.events?.[event[0]]?.nouns.map(kindOf) ?? [];
    return event.slice(1).flatMap((noun, i) => {
      const kind = kinds[i];
      return kind === undefined ? [] : [noun].flat().map((one) => key(kind, one as Noun));
    });
  }

  /** The seat that a log line is about; null if there is none. */
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
