/** Terms as they are being thought out: nothing is said before the offer, and until then everything can be
 * changed. */

import type { Play } from '../../lib/state/play.svelte';
import type { Action } from '../../wire';
import { type Bargain, viewOf } from './reading';

interface Answer {
  partner: number;
  gives: number[];
  wants: number[];
  money: number;
  swap: boolean;
}

export class Haggle {
  /** Places among the own items, and among the partner's. */
  gives: number[] = $state([]);
  wants: number[] = $state([]);
  /** Dollars to pay; below zero, to ask for. */
  money = $state(0);
  swap = $state(false);
  /** A counter-offer that waits until its deal can be opened. */
  private answer: Answer | null = $state.raw(null);

  private readonly view = $derived.by(() => viewOf(this.play));
  readonly bargain: Bargain = $derived.by(() => this.view.bargain);
  readonly drafting = $derived.by(
    () => !this.play.looking && this.bargain.author === this.play.viewer && !this.bargain.offered,
  );
  /** Whether the deal under way is the player's own. */
  readonly mine = $derived.by(
    () => !this.play.looking && [this.bargain.author, this.bargain.partner].includes(this.play.viewer),
  );
  readonly asked = $derived.by(() => this.play.offers(['agree']));
  readonly limit = $derived.by(() =>
    Number(this.play.settings.offer_limit ?? this.play.game.options.offer_limit?.default ?? 3),
  );
  readonly own: number[] = $derived.by(() => this.view.items[this.play.viewer] ?? []);
  readonly theirs: number[] = $derived.by(() => this.view.items[this.bargain.partner ?? -1] ?? []);
  /** What the server has noted of the draft already. */
  readonly noted = $derived.by(() => {
    const [money = 0, swap = 0, ...flags] = this.view.draft[this.play.viewer] ?? [];
    return {
      money,
      swap: swap > 0,
      gives: flags.slice(0, this.own.length),
      wants: flags.slice(this.own.length),
    };
  });
  readonly amount = $derived.by(() => this.noted.money || this.money);
  readonly empty = $derived.by(
    () =>
      !this.steps().length &&
      !this.noted.money &&
      !this.noted.swap &&
      ![...this.noted.gives, ...this.noted.wants].includes(1),
  );
  readonly canCounter = $derived.by(() => (this.view.offers[this.play.viewer] ?? 0) < this.limit);

  constructor(private readonly play: Play) {}

  given = (i: number): boolean => this.gives.includes(i) || this.noted.gives[i] === 1;
  wanted = (i: number): boolean => this.wants.includes(i) || this.noted.wants[i] === 1;

  toggle(side: 'gives' | 'wants', i: number): void {
    if (this.noted[side][i]) return;
    this[side] = this[side].includes(i) ? this[side].filter((one) => one !== i) : [...this[side], i];
  }

  async open(partner: number): Promise<void> {
    this.clear();
    await this.play.play(['deal', partner]);
  }

  async drop(): Promise<void> {
    if (await this.play.play(['drop'])) this.clear();
  }

  /** Says the terms one by one, then makes the offer; what the server refuses stays on the trays. */
  async offer(): Promise<void> {
    if (this.play.refrains) return;
    for (const step of this.steps()) {
      if (!(await this.play.goOn(step))) return;
      this.forget(step);
    }
    if (await this.play.goOn(['offer'])) this.clear();
  }

  /** Refuses, and opens a deal the other way round with the same things on the trays. */
  async counter(): Promise<void> {
    const { author, gives, wants, money, swap } = this.bargain;
    if (author === undefined) return;
    this.answer = {
      partner: author,
      gives: wants ?? [],
      wants: gives ?? [],
      money: -(money ?? 0),
      swap: Boolean(swap),
    };
    if (!(await this.play.play(['refuse']))) this.answer = null;
  }

  /** Called whenever the table has changed: the counter-offer goes on as soon as it can. */
  async follow(): Promise<void> {
    const { answer } = this;
    if (!answer || this.bargain.author !== undefined) return;
    this.answer = null;
    if (!this.play.offers(['deal', answer.partner]) || !(await this.play.goOn(['deal', answer.partner])))
      return;
    const theirs = this.view.items[answer.partner] ?? [];
    this.gives = places(this.own, answer.gives);
    this.wants = places(theirs, answer.wants);
    this.money = answer.money;
    this.swap = answer.swap;
  }

  /** Whether the offer is what the hint says, or has what it says on the trays. */
  isAdvised(): boolean {
    return [['offer'] satisfies Action, ...this.steps()].some((step) => this.play.advises(step));
  }

  private steps(): Action[] {
    const money: Action[] =
      this.money > 0 ? [['put_money', this.money]] : this.money < 0 ? [['want_money', -this.money]] : [];
    return [
      ...this.gives.map((i): Action => ['put_item', this.own[i] ?? -1]),
      ...this.wants.map((i): Action => ['want_item', this.theirs[i] ?? -1]),
      ...money,
      ...(this.swap ? [['swap_missions'] satisfies Action] : []),
    ];
  }

  private forget([verb, noun]: Action): void {
    if (verb === 'put_item') this.gives = this.gives.filter((i) => this.own[i] !== noun);
    else if (verb === 'want_item') this.wants = this.wants.filter((i) => this.theirs[i] !== noun);
    else if (verb === 'swap_missions') this.swap = false;
    else this.money = 0;
  }

  private clear(): void {
    this.gives = [];
    this.wants = [];
    this.money = 0;
    this.swap = false;
  }
}

/** Where the kinds lie, each place once. */
function places(items: number[], kinds: number[]): number[] {
  const taken: number[] = [];
  for (const kind of kinds) {
    const i = items.findIndex((one, at) => one === kind && !taken.includes(at));
    if (i >= 0) taken.push(i);
  }
  return taken;
}
