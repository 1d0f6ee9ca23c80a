/** What a touch, a drag or a key means at a table of Kitchen Rush. What may be done is read off the
 * options, nothing else. */

import { createContext } from 'svelte';
import type { LiveTable } from '../../lib/state/table.svelte';
import type { Choice } from '../../lib/input/options';
import type { Play } from '../../lib/state/play.svelte';
import type { Action, Noun } from '../../wire';
import {
  type Dish,
  type Job,
  type KitchenPack,
  type Recipe,
  type Timer,
  areaOf,
  packOf,
  recipes,
  viewOf,
} from './reading';

/** Something that is carried by a finger or a mouse. */
export interface Carried {
  kind: 'timer' | 'ingredient' | 'spice' | 'size' | 'dish';
  noun: number;
}

export interface Heap {
  timers: Timer[];
  /** The one that is meant by touching the heap. */
  first: Timer;
}

/** How long a refusal stands in its place. */
const READING = 5000;

export class Kitchen {
  /** The plate that pieces go to, until the action is over. */
  private chosen: number | null = $state(null);
  /** A size of plate that waits for its dish. */
  private taken: number | null = $state(null);
  carried: Carried | null = $state.raw(null);
  /** Where the carried thing is, in pixels of the window. */
  at: [number, number] = $state.raw([0, 0]);
  /** Where something was refused lately, and why. */
  refused: { where: string; sentence: string } | null = $state.raw(null);
  /** What would spoil a dish and waits for a second word. */
  doubtful: { action: Action; where: string; sentence: string } | null = $state.raw(null);
  private forgetting: ReturnType<typeof setTimeout> | undefined;
  readonly recipes: Recipe[];

  constructor(
    readonly play: Play,
    private readonly liveTable: () => LiveTable | null,
  ) {
    this.recipes = recipes(packOf(play));
  }

  view = $derived.by(() => viewOf(this.play));
  job: Job = $derived.by(() => this.view.doing[this.play.eyes] ?? {});
  /** The room in which one's own action is open, or -1. */
  working = $derived.by(() => this.job.area ?? -1);
  placings = $derived.by(() => this.choices('place'));
  /** The timer that was taken in hand on purpose. */
  timer = $derived.by(() => this.pickedOf('timer'));
  piece = $derived.by(
    () => this.play.picked.find(({ kind }) => kind === 'ingredient' || kind === 'spice') ?? null,
  );
  board: Dish[] = $derived.by(() => this.view.boards[this.play.eyes] ?? []);
  fillings = $derived.by(() => [...this.choices('take'), ...this.choices('season')]);
  plate = $derived.by(() =>
    this.fillings.some(({ action }) => action[2] === this.chosen) ? this.chosen : null,
  );
  size = $derived.by(() =>
    this.platings.filter(({ action }) => action[2] === this.taken).length > 1 ? this.taken : null,
  );
  platings = $derived.by(() => this.choices('plate'));

  get pack(): KitchenPack {
    return packOf(this.play);
  }

  choices(verb: string): Choice[] {
    return this.play.all.filter(({ action }) => action[0] === verb);
  }

  offered(verb: string, ...nouns: Noun[]): boolean {
    return this.play.offers([verb, ...nouns]);
  }

  isWorking(key: string): boolean {
    return this.working >= 0 && this.working === areaOf(this.pack, key);
  }

  private pickedOf(kind: string): number | null {
    const first = this.play.picked[0];
    return first?.kind === kind ? Number(first.noun) : null;
  }

  // -- timers and rooms

  /** The placing that a touch of a room stands for: of the timer in hand, or of the first that is free. */
  sends(area: number): Choice | null {
    const there = this.placings.filter(({ action }) => action[2] === area);
    return there.find(({ action }) => this.timer === null || action[1] === this.timer) ?? null;
  }

  /** Timers in hand that are alike lie on one heap; whoever touches it means the one that is offered. */
  heaps(timers: Timer[]): Heap[] {
    const heaps: Heap[] = [];
    for (const timer of timers) {
      const like = heaps.find(
        ({ first }) =>
          timer.state === 'in hand' &&
          first.state === 'in hand' &&
          first.owner === timer.owner &&
          first.length === timer.length,
      );
      if (!like) heaps.push({ timers: [timer], first: timer });
      else like.timers.push(timer);
      if (like && this.isFree(timer) && !this.isFree(like.first)) like.first = timer;
    }
    return heaps;
  }

  isFree(timer: Timer): boolean {
    return this.placings.some(({ action }) => action[1] === timer.timer);
  }

  takeInHand(timer: number): void {
    this.play.picked = this.timer === timer ? [] : [{ kind: 'timer', noun: timer }];
  }

  /** Sends a timer; where none may go the server is asked all the same, for it says why not. */
  async tapArea(area: number): Promise<void> {
    const choice = this.sends(area);
    const own = this.view.timers.filter(({ owner }) => owner === this.play.eyes);
    const meant =
      this.timer ??
      (own.find(({ state }) => state === 'in hand') ?? own.find(({ state }) => state === 'run out') ?? own[0])
        ?.timer;
    if (meant === undefined || this.play.looking) return;
    await this.do(choice?.action ?? ['place', meant, area], `area:${area}`);
    this.play.picked = [];
  }

  // -- pieces and plates

  async tapPiece(kind: 'ingredient' | 'spice', noun: number): Promise<void> {
    const fits = this.fillings.filter(({ action, kinds }) => kinds[0] === kind && action[1] === noun);
    const meant =
      fits.find(({ action }) => action[2] === this.plate) ?? (fits.length === 1 ? fits[0] : undefined);
    if (meant) await this.do(meant.action, `dish:${meant.action[2]}`);
    else await this.play.tap(kind, noun);
  }

  async tapSize(size: number): Promise<void> {
    const fits = this.platings.filter(({ action }) => action[2] === size);
    if (fits.length === 1) await this.do(fits[0]!.action, `dish:${fits[0]!.action[1]}`);
    else this.taken = this.taken === size ? null : size;
  }

  /** What touching one of the own dishes does now, if anything. */
  meant(dish: Dish): Choice | 'choose' | null {
    const { piece, size } = this;
    if (piece)
      return (
        this.fillings.find(
          ({ action, kinds }) =>
            kinds[0] === piece.kind && action[1] === piece.noun && action[2] === dish.dish,
        ) ?? null
      );
    if (size !== null)
      return this.platings.find(({ action }) => action[1] === dish.dish && action[2] === size) ?? null;
    const asked = this.play.all.find(
      ({ action, anytime }) =>
        !anytime &&
        ((action[0] === 'cook' && action[1] === dish.dish) ||
          (action[0] === 'serve' && action[1] === dish.card)),
    );
    if (asked) return asked;
    const several = new Set(this.fillings.map(({ action }) => action[2])).size > 1;
    return several && this.fillings.some(({ action }) => action[2] === dish.dish) ? 'choose' : null;
  }

  async tapDish(dish: Dish): Promise<void> {
    const meant = this.meant(dish);
    if (meant === 'choose') this.chosen = this.chosen === dish.dish ? null : dish.dish;
    else if (meant) {
      await this.do(meant.action, `dish:${dish.dish}`);
      this.play.picked = [];
      this.taken = null;
    }
  }

  // -- drag

  lift(thing: Carried): void {
    this.carried = thing;
    if (thing.kind === 'timer') this.play.picked = [{ kind: 'timer', noun: thing.noun }];
    else if (thing.kind === 'size') this.taken = thing.noun;
    else if (thing.kind !== 'dish') this.play.picked = [{ kind: thing.kind, noun: thing.noun }];
  }

  /** Lets go over a room or a dish; over nothing it goes back. */
  async drop(target: string | null): Promise<void> {
    const thing = this.carried;
    this.carried = null;
    const [kind, number] = (target ?? '').split(':');
    if (thing?.kind === 'timer' && kind === 'area') return this.tapArea(Number(number));
    if (thing && kind === 'dish') await this.lay(thing, Number(number));
    const cooked =
      thing?.kind === 'dish' && kind === 'area' && Number(number) === this.working
        ? this.board.find(({ dish }) => dish === thing.noun)
        : undefined;
    if (cooked) await this.tapDish(cooked);
    this.play.picked = [];
    this.taken = null;
  }

  private async lay(thing: Carried, dish: number): Promise<void> {
    if (thing.kind === 'size') await this.do(['plate', dish, thing.noun], `dish:${dish}`);
    else if (thing.kind === 'ingredient' || thing.kind === 'spice')
      await this.do([thing.kind === 'spice' ? 'season' : 'take', thing.noun, dish], `dish:${dish}`);
  }

  // -- the server's answer

  async do(action: Action, where = '', sure = false): Promise<void> {
    this.refused = null;
    clearTimeout(this.forgetting);
    const sentence = sure ? undefined : this.view.cautions[this.play.eyes]?.[action.join(' ')];
    this.doubtful = sentence && this.play.offers(action) ? { action, where, sentence } : null;
    if (this.doubtful) return;
    await this.send(action, where);
  }

  private async send(action: Action, where: string): Promise<void> {
    if (await this.play.play(action)) return;
    const sentence = this.liveTable()?.refusal?.sentence;
    if (!sentence || !where) return;
    this.refused = { where, sentence };
    this.forgetting = setTimeout(() => (this.refused = null), READING);
  }

  back(): boolean {
    if (this.doubtful) {
      this.doubtful = null;
      return true;
    }
    if (this.taken === null && this.chosen === null) return this.play.back();
    this.taken = this.chosen = null;
    return true;
  }
}

export const [useKitchen, provideKitchen] = createContext<Kitchen>();
