/** Views and decks as the server sends them; written by wire.py from flattop/games/burgerfuck. */

export interface BurgerfuckView {
  turn: number;
  marker: number;
  extra_plays: number;
  beat: number;
  grace: number;
  play_pile: number[];
  top_by: number;
  stage: number[];
  closing: number[];
  grid: number[][];
  hands: number[][];
  shown: number[];
  fresh: number[];
  orbs: number[];
  small: number[];
  large: number[];
  red_list: number[];
  card_disposal: number[];
  orb_disposal: number;
  deck: number[];
  table_hand: number[];
  checklist: string[];
}

export interface Pack {
  suits: Suit[];
  ranks: Rank[];
  joker: Joker;
}

export type Basis =
  | 'book'
  | 'public'
  | 'house';

export interface Joker {
  name: string;
  sign: string;
  per_deck: 2;
  basis: Basis;
}

export interface Rank {
  key: string;
  name: string;
  sign: string;
  value: number;
  basis: Basis;
  ranked: number;
  face: boolean;
  effect: '' | 'concert';
}

export interface Suit {
  key: string;
  name: string;
  sign: string;
  colour: 'black' | 'red';
  burn: 'fewest_draw' | 'exchange' | 'take_tokens' | 'others_draw';
  basis: Basis;
}
