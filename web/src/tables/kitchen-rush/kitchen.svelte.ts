/** What a touch, a drag or a key means at a table of Kitchen Rush. What may be done is read off the
 * options, nothing else. */

import { createContext } from 'svelte';
import type { LiveTable } from '../../lib/state/table.svelte';
import type { Step } from '../../lib/input/action-chain';
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
import { type Filling, type Piece, stocks, wants } from './shelves';

/** Something that is carried by a finger or a mouse. */
export interface Carried {
  kind: 'timer' | Piece | 'size' | 'dish';
  noun: number;
  /** The room it lies in, where a timer has to go first. */
  from?: number;
}

const isPiece = (kind: Carried['kind']): kind is Piece => kind === 'ingredient' || kind === 'spice';

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
  job: Job = $derived.by(() => this.view.doing[this.play.viewer] ?? {});
  /** The room of this seat's open action, or -1. */
  working = $derived.by(() => this.job.area ?? -1);
  placings = $derived.by(() => this.choices('place'));
  /** The timer that was taken in hand on purpose. */
  timer = $derived.by(() => this.pickedOf('timer'));
  piece = $derived.by(
    () => this.play.picked.find(({ kind }) => kind === 'ingredient' || kind === 'spice') ?? null,
  );
  board: Dish[] = $derived.by(() => this.view.boards[this.play.viewer] ?? []);
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

  /** Groups equal timers in hand; a tap on a group uses the timer that can be placed. */
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

  /** Places a timer. If that is not legal the server still gets the action, and says why not. */
  async tapArea(area: number): Promise<void> {
    const choice = this.sends(area);
    const own = this.view.timers.filter(({ owner }) => owner === this.play.viewer);
    const meant =
      this.timer ??
      (own.find(({ state }) => state === 'in hand') ?? own.find(({ state }) => state === 'run out') ?? own[0])
        ?.timer;
    if (meant === undefined || this.play.looking) return;
    await this.do(choice?.action ?? ['place', meant, area], `area:${area}`);
    this.play.picked = [];
  }

  /** Sends a timer and goes on with what was touched there, by one gesture. */
  async goTo(area: number, ...steps: Step[]): Promise<void> {
    const choice = this.sends(area);
    if (choice) await this.play.run({ action: choice.action }, ...steps);
    else await this.tapArea(area);
  }

  // -- pieces and plates

  /** Goes to the chosen plate, or the only one that lacks it; touched twice, to the first that does. */
  async tapPiece(kind: Piece, noun: number): Promise<void> {
    const fits = this.fillings.filter(({ action, kinds }) => kinds[0] === kind && action[1] === noun);
    const lacking = this.lacking(kind, noun);
    const wanted = fits.filter(({ action }) => lacking.includes(Number(action[2])));
    const again = this.piece?.kind === kind && this.piece.noun === noun;
    const only = [fits, wanted].find((some) => some.length === 1)?.[0];
    const meant = fits.find(({ action }) => action[2] === this.plate) ?? only ?? (again && wanted[0]);
    if (!meant) return this.play.tap(kind, noun);
    this.play.picked = [];
    await this.do(meant.action, `dish:${meant.action[2]}`);
  }

  /** The own dishes that lack a piece, as the board shows it, and have a plate. */
  private lacking(kind: Piece, noun: number): number[] {
    return this.board
      .filter(({ size, missing_food, missing_spices }) => {
        const missing = kind === 'spice' ? missing_spices : missing_food;
        return size >= 0 && (missing[noun] ?? 0) > 0;
      })
      .map(({ dish }) => dish);
  }

  /** Takes a piece from a room; a timer is placed there first. */
  async fetch(kind: Piece, noun: number, area: number, onto = this.lacking(kind, noun)[0]): Promise<void> {
    await this.goTo(area, ...(onto === undefined ? [] : [this.laying(kind, noun, onto)]));
  }

  /** What a dish lacks and where it lies: where one works, or else in the room that a timer can go to and
   * that has the most of it. */
  filling(dish: Dish): Filling | null {
    if (dish.size < 0 || dish.spoiled) return null;
    const ways = stocks(this.pack, this.view).flatMap((stock) => {
      const open = this.working < 0 ? this.sends(stock.area) !== null : this.working === stock.area;
      const nouns = open ? wants(dish, stock) : [];
      return nouns.length ? [{ ...stock, nouns }] : [];
    });
    return ways.toSorted((a, b) => b.nouns.length - a.nouns.length)[0] ?? null;
  }

  /** Puts all of it on the plate, by one gesture. */
  async fill(dish: Dish): Promise<void> {
    const way = this.filling(dish);
    if (!way) return;
    const steps = way.nouns.map((noun) => ({ ...this.laying(way.kind, noun, dish.dish), may: true }));
    if (this.working === way.area) await this.play.run(...steps);
    else await this.goTo(way.area, ...steps);
  }

  private laying(kind: Piece, noun: number, dish: number): Step {
    const action: Action = [kind === 'spice' ? 'season' : 'take', noun, dish];
    const { name } = (kind === 'spice' ? this.pack.spice : this.pack.ingredient)[noun]!;
    return { action, words: `${name} on the plate` };
  }

  async tapSize(size: number): Promise<void> {
    const fits = this.platings.filter(({ action }) => action[2] === size);
    if (fits.length === 1) await this.do(fits[0]!.action, `dish:${fits[0]!.action[1]}`);
    else this.taken = this.taken === size ? null : size;
  }

  /** Whether a timer can go to the dining room now. */
  get takesOrders(): boolean {
    return this.sends(areaOf(this.pack, 'dining')) !== null;
  }

  /** Takes the order and lays the plates that are asked for; a timer goes to the dining room first, unless
   * one is there. */
  async takeOrder(table: number): Promise<void> {
    const card = this.view.tables[table] ?? -1;
    const plates = this.recipes.flatMap((recipe, dish): Step[] =>
      recipe.card === card ? [{ action: ['plate', dish, recipe.plate - 1], may: true }] : [],
    );
    const order: Step = { action: ['order', table], words: 'Taking that order' };
    if (this.offered('order', table)) await this.play.run(order, ...plates);
    else await this.goTo(areaOf(this.pack, 'dining'), order, ...plates);
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
    if (meant === 'choose' && this.chosen === dish.dish) {
      this.chosen = null;
      await this.fill(dish);
    } else if (meant === 'choose') this.chosen = dish.dish;
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
    if (thing?.kind === 'dish' && kind === 'area' && this.sends(Number(number)))
      return this.goTo(Number(number), { action: ['cook', thing.noun], words: 'Cooking it' });
    const cooked =
      thing?.kind === 'dish' && kind === 'area' && Number(number) === this.working
        ? this.board.find(({ dish }) => dish === thing.noun)
        : undefined;
    if (cooked) await this.tapDish(cooked);
    this.play.picked = [];
    this.taken = null;
  }

  private async lay(thing: Carried, dish: number): Promise<void> {
    const { from } = thing;
    if (from !== undefined && isPiece(thing.kind)) return this.fetch(thing.kind, thing.noun, from, dish);
    if (thing.kind === 'size') await this.do(['plate', dish, thing.noun], `dish:${dish}`);
    else if (thing.kind === 'ingredient' || thing.kind === 'spice')
      await this.do([thing.kind === 'spice' ? 'season' : 'take', thing.noun, dish], `dish:${dish}`);
  }

  // -- the server's answer

  async do(action: Action, where = '', sure = false): Promise<void> {
    this.refused = null;
    clearTimeout(this.forgetting);
    const sentence = sure ? undefined : this.view.cautions[this.play.viewer]?.[action.join(' ')];
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
