/** Views and decks as the server sends them; written by wire.py from flattop/games/burger_up. */

export interface GoView {
  round: number;
  card: number;
  coins: number[];
  hands: number[][];
  choices: number[][];
  rows: number[][];
  beneath: number[][];
  tally: number[][];
  kept: number[][];
  discards: number[];
  deck: number[];
}

export interface Pack {
  deck: string;
  types: FoodType[];
  ingredients: Ingredient[];
  cards: Card[];
  top_buns: TopBun[];
  sizes: Size[];
  setups: Record<string, Setup>;
  orders_v1: Record<string, number>;
  difficulties: Record<string, Difficulty>;
  numbers: Record<string, Number>;
  components: Components;
  burger_go: GoScoring;
}

export interface UpView {
  round: number;
  first: number;
  turn: number;
  phase: string;
  placements_left: number;
  hand_limit: number;
  last_round: boolean;
  idle: number;
  pending: number[];
  order_coins: number[];
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
  left_out: number[];
}

export interface SoloView {
  turn: number;
  level: string;
  step: string;
  hold_price: number;
  hand_limit: number;
  gone: number[];
  pending: number[];
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
  left_out: number[];
  done_ends: number[][];
}

export interface BetweenView {
  round: number;
  turn: number;
  direction: string;
  placing: number[];
  beside: [number, number][];
  burgers: number[][];
  parts: number[][];
  totals: number[];
  scores: number[];
  revealed: number[][];
  sent_left: number[];
  wishes: number[][];
  hands: number[][];
  picks: number[][];
  pile: number[];
  discards: number[];
}

export interface HanaView {
  active: number;
  hinting: number;
  final: number;
  hints: number;
  mistakes: number;
  coins: number;
  orders: number[];
  order_coins: number[];
  burgers: number[][];
  wanted: string[];
  heights: number[];
  pays: number[];
  asked: string[][];
  prospects: State[][];
  shown: number;
  chosen: number;
  slot: number;
  hands: number[][];
  turned: number[][];
  told: string[][][];
  ruled_out: string[][][];
  told_below: string[][][];
  ruled_out_below: string[][][];
  certain: (string | number)[][];
  excluded: (string | number)[][];
  pointed_at: number[][][];
  served: number[];
  discards: number[];
  deck: number[];
  order_deck: number[];
}

export interface HanaPack {
  deck: string;
  types: FoodType[];
  ingredients: Ingredient[];
  cards: Card[];
  top_buns: TopBun[];
  sizes: Size[];
  setups: Record<string, Setup>;
  orders_v1: Record<string, number>;
  difficulties: Record<string, Difficulty>;
  numbers: Record<string, Number>;
  components: Components;
  burger_go: GoScoring;
  clues: Clue[];
}

export interface TruckView {
  clock: TruckClock;
  pile: number[];
  face_up: number[];
  held: number[];
  burgers: number[][];
  wanted: string[];
  fits: number[][];
  heights: number[];
  sizes: string[];
  pays: number[];
  places: number[];
  speed: number[];
  next_speed: number;
  incoming: number[];
  asked: string[][];
  prospects: State[][][];
  aside: number[];
  line: number[];
  line_coins: number[];
  line_asked: string[][];
  line_prospects: State[][][];
  takers: number[];
  claim_order: number[];
  meets: boolean[];
  passed: boolean[];
  claimed: number[];
  coins: number[];
  accounts: Account[][];
  last_line: number[];
  last_takers: number[];
  last_burgers: number[][];
  ready: boolean[];
}

export type Account = [speed: number, line: number, size: number, perfect: number];

export type Basis =
  | 'book'
  | 'public'
  | 'house';

/** An Ingredient card with two halves; one of them counts once it is played. */
export interface Card {
  id: string;
  a: Half;
  b: Half;
  basis: Basis;
  note: string;
}

/** One requirement of an order. Its kind decides which fields it has. */
export interface Check {
  kind: CheckName;
  name: string;
  keyword: string;
  keywords: string[];
  min: number;
  min_each: number;
}

export type CheckName =
  | 'has_name'
  | 'has_keyword'
  | 'no_keyword'
  | 'distinct_names_with_keyword'
  | 'equal_counts'
  | 'topmost_card_is';

/** A colour or the name of an ingredient (HB-11). */
export interface Clue {
  id: string;
  name: string;
}

/** The contents of the box. */
export interface Components {
  ingredient_cards: number;
  top_buns: number;
  bottom_buns: number;
  spatulas: number;
  player_aids: number;
  coins: Record<string, number>;
  basis: Basis;
  note: string;
}

/** A level of Solo Up. */
export interface Difficulty {
  id: Level;
  name: string;
  coins: number;
  spatula: boolean;
  hand: number;
  basis: Basis;
  name_basis: Basis;
  note: string;
}

/** The type of a food, shown by a colour. It decides which cards fit on which. */
export interface FoodType {
  id: Type;
  name: string;
  colour: string;
  basis: Basis;
}

/** The coins that Burger Go! pays. The house deck has none of these, so it is as in the book. */
export interface GoScoring {
  most_salads: number;
  second_salads: number;
  cheese_and_egg: [number, number, number, number, number];
  meat_alone: number;
  meat_on_sauce: number;
  most_buns: number;
  fewest_buns: number;
}

/** One end of a card. */
export interface Half {
  name: string;
  type: Type;
  next: 'salad' | 'sauce' | 'meat' | 'cheese' | 'bun' | 'any';
  perfect: boolean;
}

/** A food or the Middle Bun. Its name and keywords decide whether an order is met. */
export interface Ingredient {
  id: string;
  name: string;
  type: Type;
  keywords: string[];
  halves: number;
  basis: Basis;
  note: string;
}

export type Level =
  | 'easy'
  | 'normal'
  | 'hard'
  | 'expert';

/** One number of the base game. */
export interface Number {
  value: number;
  basis: Basis;
  note: string;
}

export type Phase =
  | 'setup'
  | 'countdown'
  | 'build'
  | 'score'
  | 'over';

/** The set-up numbers of one game for one number of seats. */
export interface Setup {
  game: 'burger-up' | 'solo-up' | 'party-up';
  players: number;
  orders: number;
  pending: number;
  face_up_at_start: number;
  market: number;
  bottom_buns: number;
  coins: number;
  spatula: boolean;
  placements: number;
  opening_hand: number;
  hand: number;
  basis: Record<string, Basis>;
}

/** A size of burger by number of ingredients, and the coins it pays. */
export interface Size {
  id: SizeId;
  name: string;
  min: number;
  pays: number;
  upgrade: boolean;
  basis: Basis;
  max: number | null;
  note: string;
}

export type SizeId =
  | 'sandwich'
  | 'gourmet'
  | 'tower'
  | 'colossal';

export type State =
  | 'met'
  | 'possible'
  | 'impossible';

/** One order. A missing limit means no limit. */
export interface TopBun {
  id: string;
  number: number;
  name: string;
  checks: Check[];
  text: string;
  basis: Basis;
  name_basis: Basis;
  needs_basis: Basis;
  min_ingredients: number;
  max_ingredients: number | null;
  note: string;
}

export interface TruckClock {
  pace: 'real' | 'turns';
  phase: Phase;
  round: number;
  rounds: number;
  now: number;
  limit: number;
  left: number;
  beat: number;
  beats: number;
}

export type Type =
  | 'salad'
  | 'sauce'
  | 'meat'
  | 'cheese'
  | 'bun';
