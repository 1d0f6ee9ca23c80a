/** Views and decks as the server sends them; written by wire.py from flattop/games/kitchen_rush. */

export interface KitchenView {
  clock: ShiftClock;
  scene: Scene;
  goal: Record<string, [number, number]>;
  coins: number;
  bill: number;
  till: Record<string, number>;
  accounts: AccountEntry[];
  reputation: number;
  tables: number[];
  deck: number[];
  discard: number[];
  gone: number[];
  orders: number[][];
  served: number[];
  boards: DishView[][];
  plates: string[][];
  cautions: Record<string, string>[];
  right: number[];
  cupboard: number[];
  sink: number[];
  aside: number[];
  rooms: number[][];
  bag: number[];
  larder: number[];
  rack: number[];
  spaces: number[][];
  timers: TimerView[];
  sand: string[];
  doing: JobView[];
  temps_rule: string;
  holders: number[];
  desks: number[];
  office_deck: number[];
  office_discard: number[];
  awards: number[];
  awards_deck: number[];
  ready: boolean[];
  calls: boolean[];
  passed: boolean[];
  flared: boolean[];
}

export interface Pack {
  ingredient: Ingredient[];
  spice: Spice[];
  plate: Plate[];
  area: Area[];
  award: Award[];
  office_card: OfficeCard[];
  patron: Patron[];
  scenario: Scenario[];
  totals: Totals;
  numbers: Numbers;
  clock: Clock;
  tables: Tables;
  reputation: Record<string, Reputation>;
}

export type AccountEntry = [event: string, subject: number, coins: number, stars: number];

export interface Area {
  key: string;
  name: string;
  from_scenario: number;
  spaces: ('all' | '3p' | '4p')[];
  action: string;
  basis: Basis;
}

export interface Award {
  key: string;
  name: string;
  effect: AwardEffect;
  value: number;
  text: string;
  basis: Basis;
}

export type AwardEffect =
  | 'wash_up_to'
  | 'shop_more'
  | 'free_salary'
  | 'tip'
  | 'garden'
  | 'double_cook'
  | 'soften'
  | 'seat_up_to';

export interface Bag {
  salt: number;
  pepper: number;
  herbs: number;
  curry: number;
  saffron: number;
  basis: Basis;
}

export type Basis =
  | 'book'
  | 'public'
  | 'house';

export interface Cards {
  cards: number;
  basis: Basis;
}

export interface Clock {
  ticks_per_second: 10;
  timer_seconds: number;
  timer_seconds_range: [number, number];
  beat_seconds: number;
  grace_seconds: number;
  basis: Basis;
}

export interface Coins {
  start: number;
  basis: Basis;
}

export interface DishOnCard {
  part: 'meal' | 'side' | 'main';
  plate: number;
  cook: number;
  ingredients: Record<string, number>;
  spices: Record<string, number>;
  name: string;
}

export interface DishView {
  dish: number;
  card: number;
  size: number;
  wants_size: number;
  row: number;
  cook: number;
  food: number[];
  spices: number[];
  missing_food: number[];
  missing_spices: number[];
  wrong_food: number[];
  wrong_spices: number[];
  ready: boolean;
  served: boolean;
  right: boolean;
  spoiled: boolean;
}

export interface Food {
  meat: number;
  vegetable: number;
  salad: number;
  cheese: number;
  bread: number;
  pasta: number;
  basis: Basis;
}

export interface Goal {
  served_each: number;
  served: number;
  coins: number;
  reputation: number;
  basis: Basis;
}

export interface Ingredient {
  key: string;
  name: string;
  total: number;
  rooms_from_5: 'a' | 'b' | 'c' | 'ab' | 'ac' | 'bc' | 'abc';
  basis: Basis;
}

export type IngredientKey =
  | 'meat'
  | 'vegetable'
  | 'salad'
  | 'cheese'
  | 'bread'
  | 'pasta';

/** The open action of a seat; empty if there is none. */
export interface JobView {
  timer?: number;
  area?: number;
  kind?: string;
  amount?: number;
  noun?: number;
  held?: number[];
}

export type Kind =
  | 'friend'
  | 'regular'
  | 'challenging'
  | 'vip';

export interface Locked {
  room: 'a' | 'b' | 'c';
  spaces: number;
  basis: Basis;
}

export interface Malfunction {
  area: string;
  space: number;
  basis: Basis;
}

/** The quantities of the actions. */
export interface Numbers {
  rows: 4;
  seat_up_to: number;
  throw_out_up_to: number;
  wash_up_to: number;
  shop_price: number;
  shop_ingredients: number;
  shop_cheap_spices: number;
  shop_expensive_spices: number;
  drink: number;
  free_drink: number;
  tip: number;
  salary: number;
  late_payment: number;
  served_wrong: number;
  unfinished_challenging: number;
  unfinished_vip: number;
  max_awards: 3;
  basis: Basis;
}

export interface OfficeCard {
  key: string;
  name: string;
  cost: number;
  effect: 'unlock' | 'repair' | 'plates' | 'temp';
  text: string;
  cost_basis: Basis;
  basis: Basis;
}

export interface Patron {
  key: string;
  kind: Kind;
  name: string;
  coins: number;
  stars: number;
  dish: DishOnCard[];
  basis: Basis;
}

export interface Plate {
  size: number;
  name: string;
  total: number;
  basis: Basis;
}

export interface Plates {
  plates: [number, number, number, number];
  basis: Basis;
}

/** One side of the Reputation board. Hats are the Award thresholds by number of seats. */
export interface Reputation {
  start: number;
  top: number;
  start_basis: Basis;
  hats_2p: number[];
  hats_3p: number[];
  hats_4p: number[];
  basis: Basis;
}

export interface Rush {
  seconds: number;
  basis: Basis;
}

export interface Scenario {
  number: number;
  name: string;
  new: string[];
  shifts: number;
  deck: Kind[];
  time: Time;
  rush: Rush;
  timers: Timers;
  seated: Cards;
  coins: Coins;
  players: SetUp[];
  reputation_board: '' | 'a' | 'b';
  locked: Locked | null;
  malfunction: Malfunction | null;
  office_shown: Cards;
}

export interface Scene {
  scenario: number;
  name: string;
  areas: number[];
  shelves: number[][];
  timekeeper: number;
  top: number;
  hats: number[];
}

/** The set-up of a scenario for one number of seats. */
export interface SetUp {
  n: number;
  clean: Plates;
  dirty: Plates;
  room_a: Food;
  room_b: Food;
  goal: Goal;
  aside: Plates;
  room_c: Food;
  bag: Bag;
}

export interface ShiftClock {
  phase: string;
  paused: boolean;
  shift: number;
  shifts: number;
  now: number;
  limit: number;
  left: number;
}

export interface Spice {
  key: string;
  name: string;
  total: number;
  price: 'cheap' | 'expensive';
  basis: Basis;
}

export type SpiceKey =
  | 'salt'
  | 'pepper'
  | 'herbs'
  | 'curry'
  | 'saffron';

export interface Tables {
  count: 4;
  reserved_2p: [3, 4];
  reserved_3p: [4];
  reserved_4p: [];
  count_basis: Basis;
  basis: Basis;
}

export interface Time {
  normal: number;
  family: number;
  basis: Basis;
}

export type TimerState =
  | 'in hand'
  | 'on strike'
  | 'to be hired'
  | 'running'
  | 'run out';

export interface TimerView {
  timer: number;
  name: string;
  owner: number;
  area: number;
  space: number;
  left: number;
  length: number;
  by: number;
  open: boolean;
  state: TimerState;
}

export interface Timers {
  each: number;
  temps: number;
  temps_to_hire: number;
  basis: Basis;
}

export interface Totals {
  friend: number;
  regular: number;
  challenging: number;
  vip: number;
  award: 8;
  office_card: 4;
  plate: number;
  ingredients: number;
  spices: number;
  unavailable_markers: number;
  locked_markers: number;
  malfunction_markers: number;
  reserved_cards: number;
  white_timers: number;
  basis: Basis;
}
