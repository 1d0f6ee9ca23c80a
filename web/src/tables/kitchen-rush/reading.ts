/** Kitchen Rush as it lies on the table: rooms, timers, plates, patrons, the till. It reads the view and
 * decides nothing. */

import type { Play } from '../../lib/state/play.svelte';
import type { Line } from '../../wire';
import type {
  AccountEntry as Account,
  DishOnCard as Printed,
  DishView as Dish,
  JobView as Job,
  KitchenView,
  Pack as KitchenPack,
  TimerView as Timer,
} from '../../views/kitchen-rush';
import { lastAt, lastTold, readers } from '../view';

export type { Account, Dish, Job, KitchenPack, KitchenView, Timer };

export const { viewOf, packOf } = readers<KitchenView, KitchenPack>();

/** An empty place, as the protocol has it. */
export const FREE = -2;
/** Why a space cannot be used, by its state. */
export const SPACES: Record<string, string> = {
  covered: 'not in use with so few people',
  locked: 'locked',
  broken: 'out of order',
};

/** What a space or a table is where neither timer nor patron is, in a word of the game. */
export const stateOf = (play: Play, kind: 'space' | 'table', lies: number): string =>
  play.game.kinds[`${kind}_state`]?.names[lies] ?? '';

/** What is done in each room, in two words. */
export const DOING: Record<string, string> = {
  reception: 'seat patrons',
  dining: 'take an order',
  'storage-a': 'take ingredients',
  'storage-b': 'take ingredients',
  'storage-c': 'take ingredients',
  stove: 'cook one meal once',
  greenhouse: 'take spices',
  sink: 'wash plates',
  van: 'go shopping',
  office: 'late payment',
  'desk-1': 'Office card',
  'desk-2': 'Office card',
};

/** The question of an open action, by room. */
export const QUESTIONS: Record<string, string> = {
  reception: 'Who comes in?',
  dining: 'Which order?',
  'storage-a': 'What goes onto which plate?',
  'storage-b': 'What goes onto which plate?',
  'storage-c': 'What goes onto which plate?',
  stove: 'Which meal goes on the fire?',
  greenhouse: 'Which spice, onto which plate?',
  sink: 'Which plates do you wash?',
  van: 'What do you buy?',
  office: 'Whom do you pay?',
};

export const areaOf = (pack: KitchenPack, key: string): number =>
  pack.area.findIndex((area) => area.key === key);

/** A name without the words that the plan of the restaurant shows anyway. */
export const roomName = (name: string): string => name.replace(' Room ', ' ');

export interface Recipe extends Printed {
  card: number;
}

/** Every dish of every card, by its number. */
export const recipes = (pack: KitchenPack): Recipe[] =>
  pack.patron.flatMap(({ dish }, card) => dish.map((one) => ({ ...one, card })));

export const dishName = (pack: KitchenPack, recipe: Recipe): string =>
  recipe.name || (pack.patron[recipe.card]?.name ?? '');

export interface Piece {
  key: string;
  name: string;
  state: 'on' | 'lacks' | 'wrong';
}

const many = (counts: number[], kinds: { key: string; name: string }[], state: Piece['state']): Piece[] =>
  counts.flatMap((n, kind) => Array.from({ length: n }, () => ({ ...kinds[kind]!, state })));

/** What a card wants, as it is printed. */
export function wanted(pack: KitchenPack, dish: Printed): Piece[] {
  const of = (kinds: { key: string; name: string }[], counts: Record<string, number>): Piece[] =>
    many(
      kinds.map(({ key }) => counts[key] ?? 0),
      kinds,
      'on',
    );
  return [...of(pack.ingredient, dish.ingredients), ...of(pack.spice, dish.spices)];
}

/** What is on a plate, what it lacks, and what does not belong there. */
export function pieces(pack: KitchenPack, dish: Dish): Piece[] {
  const belongs = (have: number[], wrong: number[]): number[] =>
    have.map((n, kind) => n - (wrong[kind] ?? 0));
  return [
    ...many(belongs(dish.food, dish.wrong_food), pack.ingredient, 'on'),
    ...many(dish.missing_food, pack.ingredient, 'lacks'),
    ...many(dish.wrong_food, pack.ingredient, 'wrong'),
    ...many(belongs(dish.spices, dish.wrong_spices), pack.spice, 'on'),
    ...many(dish.missing_spices, pack.spice, 'lacks'),
    ...many(dish.wrong_spices, pack.spice, 'wrong'),
  ];
}

/** "2 Meat, 1 Bread". */
export function counted(all: Piece[]): string {
  const names = [...new Set(all.map(({ name }) => name))];
  return names.map((name) => `${all.filter((one) => one.name === name).length} ${name}`).join(', ');
}

/** A plate in words, for screen readers. */
export function dishWords(pack: KitchenPack, dish: Dish): string {
  const all = pieces(pack, dish);
  const of = (state: Piece['state']): string => counted(all.filter((one) => one.state === state));
  const told = [
    dish.size < 0 ? 'no plate yet' : `plate ${pack.plate[dish.size]?.name}`,
    `cooked ${dish.row} of ${dish.cook}`,
  ];
  if (of('on')) told.push(`on it ${of('on')}`);
  if (of('lacks')) told.push(`lacks ${of('lacks')}`);
  if (of('wrong')) told.push(`too much: ${of('wrong')}`);
  if (dish.served) told.push('served');
  return told.join(', ');
}

/** Where a dish stands, in a word or two. */
export function standing(dish: Dish): string {
  if (dish.served) return '✓ served';
  if (dish.spoiled) return '✕ spoiled';
  if (dish.right) return '✓ complete';
  if (dish.size < 0) return 'no plate';
  return dish.cook ? `cooked ${dish.row} of ${dish.cook}` : 'not cooked';
}

export const GOALS: Record<string, { icon: string; words: string; short: string }> = {
  coins: { icon: 'coin', words: 'coins', short: '' },
  reputation: { icon: 'star', words: 'Reputation', short: '' },
  served: { icon: 'verified', words: 'right orders', short: 'right' },
  served_each: { icon: 'verified', words: 'right orders by each', short: 'each' },
};

/** The goal with complete orders in it. They are checked when the shift ends, and until then the parts of the
 * goal that count right orders would stay as they were beside complete dishes. */
export function goalSoFar(view: KitchenView): Record<string, [number, number]> {
  if (view.clock.phase !== 'running' && view.clock.phase !== 'closing') return view.goal;
  const orders = view.boards.map((dishes, seat) => {
    const cards = [...new Set(dishes.map(({ card }) => card))];
    const complete = cards.filter((card) => dishes.every((dish) => dish.card !== card || dish.right));
    return (view.right[seat] ?? 0) + complete.length;
  });
  const now: Record<string, number> = {
    served: orders.reduce((sum, n) => sum + n, 0),
    served_each: Math.min(...orders),
  };
  return Object.fromEntries(
    Object.entries(view.goal).map(([part, [have, need]]) => [part, [now[part] ?? have, need]]),
  );
}

export interface Entry {
  key: string;
  icon: string;
  words: string;
  note: string;
  coins: number | null;
  stars: number | null;
  look: 'good' | 'bad' | '';
}

const EARLY: Record<string, { words: string; icon: string }> = {
  drinks: { words: 'Drinks of new patrons', icon: 'coin' },
  tips: { words: 'Tips for serving', icon: 'coin' },
  shopping: { words: 'Shopping with the van', icon: 'bread' },
  office: { words: 'Office cards', icon: 'receipt' },
  'late payment': { words: 'Late payments', icon: 'coin5' },
};

const summed = (accounts: Account[], names: string[], noun: number, at: 2 | 3): number =>
  accounts
    .filter(([what, of]) => names.includes(what) && of === noun)
    .reduce((sum, line) => sum + line[at], 0);

/** The lines told since the last shift ended. */
export function sinceTheBell(log: Line[]): Line[] {
  const bell = lastAt(log, 'time_up');
  return bell < 0 ? [] : log.slice(bell);
}

/** What an order wanted that it had not got, as far as its plates still tell. */
function whyNot(pack: KitchenPack, view: KitchenView, log: Line[], card: number): string {
  const emptied = new Set(
    sinceTheBell(log).flatMap(([event]) => (event[0] === 'emptied' ? [Number(event[2])] : [])),
  );
  const dishes = view.boards.flat().filter((dish) => dish.card === card && !dish.right);
  if (dishes.some(({ dish }) => emptied.has(dish))) return 'it starts again';
  if (dishes.some(({ spoiled }) => spoiled)) return 'spoiled';
  if (dishes.some(({ size }) => size < 0)) return 'no plate';
  const lacks = dishes.flatMap((dish) => pieces(pack, dish).filter(({ state }) => state === 'lacks'));
  if (lacks.length) return `lacks ${counted(lacks)}`;
  return dishes.map(({ row, cook }) => `cooked ${row} of ${cook}`).join(', ');
}

/** The Reputation with which the last shift began. */
function starsBefore(log: Line[]): number {
  const earlier = log.slice(0, Math.max(0, lastAt(log, 'time_up')));
  return Number(lastTold(earlier, 'reputation')?.[1] ?? 0);
}

/** Every coin and star of the last shift, line by line, in the order in which they were counted. */
export function ledger(
  pack: KitchenPack,
  view: KitchenView,
  log: Line[],
  names: (seat: number) => string,
): Entry[] {
  const { till, accounts } = view;
  const line = (
    key: string,
    icon: string,
    words: string,
    coins: number | null,
    more: Partial<Entry> = {},
  ): Entry => ({ key, icon, words, note: '', coins, stars: null, look: '', ...more });
  const early = Object.entries(EARLY).flatMap(([key, { words, icon }]) =>
    till[key] ? [line(key, icon, words, till[key])] : [],
  );
  const orders = sinceTheBell(log).flatMap(([event]): Entry[] => {
    if (event[0] !== 'right' && event[0] !== 'not_right') return [];
    const [seat, card] = [Number(event[1]), Number(event[2])];
    const good = event[0] === 'right';
    const coins = summed(accounts, ['paid', 'free_drink'], card, 2);
    const stars = summed(accounts, ['stars'], card, 3);
    const reason = good ? 'right' : ['not right', whyNot(pack, view, log, card)].filter(Boolean).join(': ');
    const drink = accounts.some(([what, of]) => what === 'free_drink' && of === card) ? ', a free drink' : '';
    const none = accounts.some(([what, of]) => what === 'no_drink' && of === card)
      ? ', no coin left for a drink'
      : '';
    return [
      line(
        `order-${card}`,
        good ? 'verified' : 'spatula_dirty',
        pack.patron[card]?.name ?? '',
        coins || null,
        {
          note: `${names(seat)}: ${reason}${drink}${none}`,
          stars: stars || null,
          look: good ? 'good' : 'bad',
        },
      ),
    ];
  });
  const late = accounts.flatMap(([what, noun, coins, stars], i): Entry[] => {
    if (what === 'softened') return [line(`l${i}`, 'star', 'Patient Guests', null, { stars })];
    if (what === 'salaries')
      return [
        line(
          `l${i}`,
          'coin5',
          noun ? `Salaries for ${noun} ${noun === 1 ? 'timer' : 'timers'}` : 'No coin for any salary',
          coins || null,
        ),
      ];
    if (what === 'strike')
      return [
        line(
          `l${i}`,
          'coin5_lost',
          `Timer ${view.timers.find(({ timer }) => timer === noun)?.name ?? ''} goes on strike`,
          null,
          { look: 'bad' },
        ),
      ];
    if (what === 'award')
      return [
        line(`l${i}`, 'crown', `Award: ${pack.award[noun]?.name}`, null, {
          note: pack.award[noun]?.text ?? '',
          look: 'good',
        }),
      ];
    return what === 'award_lost'
      ? [line(`l${i}`, 'crown', `Award goes back: ${pack.award[noun]?.name}`, null, { look: 'bad' })]
      : [];
  });
  const before = starsBefore(log);
  const cut = view.reputation - [...orders, ...late].reduce((sum, { stars }) => sum + (stars ?? 0), before);
  const edge = cut
    ? [line('edge', 'star', 'The marker stops at the edge of the board', null, { stars: cut })]
    : [];
  return [
    line('opening', 'coin', 'Before the shift', till.opening ?? 0, { stars: before }),
    ...early,
    ...orders,
    ...late,
    ...edge,
  ];
}
