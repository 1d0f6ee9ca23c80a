/** What a touch or a drag stands for at a table of Burger Boss: a die and its place, a token and its grill, a
 * whole recipe, a burger and its customer. What may be done is read off the options, nothing else. */

import { createContext } from 'svelte';
import type { Step } from '../../lib/input/action-chain';
import type { Carrying } from '../../lib/input/drag';
import type { Play } from '../../lib/state/play.svelte';
import { INGREDIENTS, counted, packOf, viewOf, wish } from './reading';

const NOTHING: Carrying = { lift: () => false, drop: () => undefined };

/** What a grill lacks for a dish, kind by kind; null if too much lies on it already or too little is cold. */
export function lacks(dish: number[], grill: number[], cold: number[]): number[] | null {
  const missing = dish.map((n, kind) => n - (grill[kind] ?? 0));
  const short = missing.some((n, kind) => n < 0 || n > (cold[kind] ?? 0));
  return short || missing.every((n) => n === 0) ? null : missing;
}

export class Work {
  constructor(readonly play: Play) {}

  private readonly view = $derived.by(() => viewOf(this.play));
  private readonly verbs = $derived.by(() => new Set(this.play.all.map(({ action }) => action[0])));
  /** The values of the dice among which one is asked for. */
  private readonly dice: number[] = $derived.by(() =>
    this.play.all.flatMap(({ action }) => (action[0] === 'die' ? [Number(action[1])] : [])),
  );
  /** The one die that a card could be meant for, where there is no choice. */
  readonly onlyDie: number | null = $derived.by(() => (this.dice.length === 1 ? this.dice[0]! : null));

  // -- dice

  /** A die goes where it is let go: onto a card, into the kitchen, or straight into a customer's burger. */
  die(value: number): Carrying {
    if (!this.dice.includes(value) && this.view.named !== value) return NOTHING;
    return { lift: () => true, drop: (onto) => this.send(value, onto ?? '') };
  }

  private send(value: number, onto: string): void {
    const [kind, noun] = onto.split(':');
    if (kind === 'card') this.place(String(noun), value);
    else if (kind === 'grill') this.place('kitchen', value);
    else if (kind === 'space') this.serve(Number(noun), this.named(value));
    else if (kind === 'supply') this.buy(Number(noun), value);
  }

  /** A die goes shopping for a token, and buys it; where a special could be added that is asked first. */
  private buy(token: number, value: number): void {
    const take: Step = { action: ['take', token], may: true };
    void this.play.run(...this.named(value), this.placed('supermarket', value), take);
  }

  /** Whether a touch on the supply buys such a token: in the Supermarket, or by the die that goes there. */
  buys(token: number): boolean {
    return (
      this.play.offers(['take', token]) ||
      ((this.play.offers(['place', 'supermarket']) || this.onlyDie !== null) && this.left(token) > 0)
    );
  }

  tapSupply(token: number): void {
    if (this.verbs.has('take')) void this.play.play(['take', token]);
    else this.buy(token, this.onlyDie ?? this.view.named);
  }

  private left(token: number): number {
    return this.view.supply[INGREDIENTS[token] ?? ''] ?? 0;
  }

  /** The die is named unless it is named already, then it goes to the card. */
  place(card: string, value: number): void {
    void this.play.run(...this.named(value), this.placed(card, value));
  }

  private named(value: number): Step[] {
    return this.verbs.has('die') ? [{ action: ['die', value] }] : [];
  }

  private placed(card: string, value = this.view.named): Step {
    return { action: ['place', card], words: `The ${value} at ${card.replaceAll('_', ' ')}` };
  }

  // -- tokens and recipes

  token(kind: number): Carrying {
    if (!this.verbs.has('token')) return NOTHING;
    return { lift: () => true, drop: (onto) => this.cook(kind, onto ?? '') };
  }

  private cook(token: number, onto: string): void {
    const [kind, noun] = onto.split(':');
    if (kind === 'grill') void this.play.run(...this.cooking(token, Number(noun)));
    else if (kind === 'card' && noun === 'kitchen') void this.play.run({ action: ['token', token] });
  }

  private cooking(token: number, grill: number): Step[] {
    const cook: Step = { action: ['token', token], words: `Cooking ${INGREDIENTS[token]}` };
    return [cook, { action: ['grill', grill], may: true }];
  }

  /** A grill and what it lacks so that this customer gets the burger, if all of it is cold; the fullest
   * grill that will do. */
  private recipe(space: number): { grill: number; missing: number[] } | null {
    const { view, play } = this;
    const customer = view.queue[space] ?? -1;
    if (customer < 0) return null;
    const { counts } = wish(packOf(play), customer);
    const cold = counted(view.cold[play.viewer] ?? []);
    const ways = (view.grills[play.viewer] ?? [])
      .slice(0, view.kitchens[play.viewer] ?? 1)
      .flatMap((tokens, grill) => {
        const missing = lacks(counts, counted(tokens), cold);
        return missing ? [{ grill, missing, size: tokens.length }] : [];
      });
    return ways.toSorted((a, b) => b.size - a.size)[0] ?? null;
  }

  /** Whether the kitchen can be used now, or as soon as a die is sent there. */
  cooks(space: number): boolean {
    const open = this.verbs.has('token') || this.play.offers(['place', 'kitchen']);
    return open && this.recipe(space) !== null;
  }

  private serve(space: number, first: Step[]): void {
    const way = this.recipe(space);
    if (!way) return void (this.play.stopped = 'That burger cannot be made of what is cold.');
    const tokens = way.missing.flatMap((n, kind) => Array<number>(n).fill(kind));
    const kitchen = this.verbs.has('token') ? [] : [this.placed('kitchen')];
    void this.play.run(...first, ...kitchen, ...tokens.flatMap((token) => this.cooking(token, way.grill)));
  }

  // -- sales

  /** The grill whose burger this customer would buy now. */
  sells(space: number): number | null {
    const grill = (this.view.wanted_by[this.play.viewer] ?? []).findIndex((spaces) => spaces.includes(space));
    return grill >= 0 && this.play.offers(['sell', grill]) ? grill : null;
  }

  burger(grill: number): Carrying {
    if (!this.play.offers(['sell', grill])) return NOTHING;
    return { lift: () => true, drop: (onto) => this.sell(grill, onto ?? '') };
  }

  private sell(grill: number, onto: string): void {
    const [kind, noun] = onto.split(':');
    const to: Step = { action: ['to', Number(noun)], words: 'Selling it there' };
    if (kind === 'space') void this.play.run({ action: ['sell', grill] }, to);
  }

  isLit(space: number): boolean {
    return this.play.isLit('space', space) || this.sells(space) !== null || this.cooks(space);
  }

  tapCustomer(space: number): void {
    const grill = this.sells(space);
    if (this.play.isLit('space', space)) void this.play.tap('space', space);
    else if (grill !== null) this.sell(grill, `space:${space}`);
    else this.serve(space, []);
  }
}

const [useWork, setWork] = createContext<Work>();
export { useWork };
export const provideWork = (play: Play): Work => setWork(new Work(play));
