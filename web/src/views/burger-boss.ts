/** Views and decks as the server sends them; written by wire.py from flattop/games/burger_boss. */

export interface BossView {
  round: number;
  phase: string;
  restaurants: number[];
  order: number[];
  totals: number[];
  deck: number[];
  queue: number[];
  left: number[];
  money: number[];
  served: number[][];
  served_at: number[][];
  cold: number[][];
  fresh: number[][];
  grills: number[][][];
  tracks: number[][];
  wanted_by: number[][][];
  kitchens: number[];
  workers: number[];
  hired: number[];
  rolled: number[][];
  working: number[][];
  home: number[][];
  cooked: number[];
  sales: number[];
  tips: number[];
  hands: number[][];
  specials: number[];
  discard: number[];
  missions: number[][];
  unused: number[];
  supply: Record<string, number>;
  game_cards: Record<string, number[][]>;
  named: number;
  held: number;
}

export interface Pack {
  sizes: Size[];
  restaurants: Restaurant[];
  spaces: Space[];
  orders: Order[];
  customers: Customer[];
  specials: Special[];
  missions: Mission[];
  counts: Counts;
  supply: Supply;
  seats: Seats;
  start: Start;
  limits: Limits;
  queue: Queue;
  grill: Grill;
  prices: Prices;
}

export type Basis =
  | 'book'
  | 'public'
  | 'house';

export type Card =
  | 'bakery'
  | 'butchers'
  | 'cheese_shop'
  | 'fruit_veg'
  | 'specials'
  | 'supermarket'
  | 'workers'
  | 'expansion'
  | 'kitchen';

/** The pieces in the box (BB-02, BB-03). */
export interface Counts {
  customers: number;
  specials: 14;
  missions: 8;
  restaurants: 5;
  expansions: 10;
  game_cards: 8;
  dice: 20;
  tokens: 65;
  basis: Basis;
  ours: string[];
}

export interface Customer {
  id: string;
  who: string;
  order: string;
  basis: Basis;
  ours: string[];
}

export interface Grill {
  track: 3;
  recycle: number;
  end_of_game: number;
  basis: Basis;
  ours: string[];
}

export type Ingredient =
  | 'bun'
  | 'patty'
  | 'cheese'
  | 'tomato'
  | 'lettuce';

export interface Limits {
  workers: 4;
  kitchens: 3;
  cold_slots_per_kitchen: 4;
  grills_per_kitchen: 1;
  working_dice_min: 1;
  basis: Basis;
  ours: string[];
}

export interface Mission {
  key: string;
  name: string;
  test: 'orders_with' | 'orders_named' | 'sales_at' | 'kitchens' | 'orders_priced';
  need: number;
  bonus: number;
  text: string;
  basis: Basis;
  ingredient: Ingredient | null;
  amount: number;
  order: string;
  size: string;
  price: number;
  ours: string[];
}

export interface Order {
  key: string;
  name: string;
  bun: number;
  patty: number;
  cheese: number;
  tomato: number;
  lettuce: number;
  price: number;
  basis: Basis;
  ours: string[];
}

export interface Prices {
  supermarket: number[];
  worker_single: [number, number];
  worker_pair: [number, number];
  expansion_single: [number, number];
  expansion_pair: [number, number];
  basis: Basis;
  ours: string[];
}

export interface Queue {
  spaces_per_size: 2;
  first_deal: 2;
  step_rounds: 2;
  basis: Basis;
  ours: string[];
}

/** No two look alike (BB-07). */
export interface Restaurant {
  key: string;
  name: string;
  colour: string;
  plain: string;
  basis: Basis;
  ours: string[];
}

export interface Seats {
  min: 3;
  max: 5;
  variant: [2];
  basis: Basis;
  ours: string[];
}

export interface Size {
  key: string;
  name: string;
  bonus: number;
  basis: Basis;
  ours: string[];
}

export interface Space {
  card: Card;
  dice: number[];
  gives: Record<string, number>;
  places: number;
  basis: Basis;
  rising: boolean;
  pair: boolean;
  draw: number;
  buy: number;
  own: boolean;
  ours: string[];
}

export interface Special {
  key: 'DOUBLE' | 'DISCOUNT' | 'STEAL' | 'TIP' | 'FIRST';
  name: string;
  copies: number;
  play: 'attached' | 'open';
  text: string;
  dollars: number | null;
  basis: Basis;
  ours: string[];
}

export interface Start {
  money: number;
  workers: 2;
  kitchens: 1;
  missions: 1;
  basis: Basis;
  ours: string[];
}

export interface Supply {
  bun: number;
  patty: number;
  cheese: number;
  tomato: number;
  lettuce: number;
  basis: Basis;
  ours: string[];
}
