/** Views and decks as the server sends them; written by wire.py from flattop/games/ninja_burger. */

export interface NinjaView {
  round: number;
  phase: number;
  starter: number;
  order: number[];
  throws: [number, number][];
  honor: number[];
  gauges: Record<string, number>;
  money: number[];
  ninjas: number[];
  items: number[][];
  courses: number[][];
  hands: number[][];
  missions: number[][];
  attending: number[];
  face_up: number[];
  free_tries: number[];
  results: number[];
  tired: number[];
  used: number[];
  offers: number[];
  active: number;
  steps: [string, number, number][][];
  path: MadeRoll[];
  wide: number[];
  extra: number[];
  times_played: number;
  locked: number;
  roller: number;
  rolling: Rolling;
  addends: Addend[];
  replying: Replying;
  bargain: Bargain;
  draft: number[][];
  duellists: number[];
  margins: [number, number][];
  dealt: number[][];
  ninja_deck: number[];
  ninja_discards: number[];
  mission_deck: number[];
  mission_discards: number[];
  deck: number[];
  discards: number[];
}

export interface Pack {
  ninjas: Ninja[];
  deliveries: Mission[];
  errands: Mission[];
  fortune: Fortune[];
  rules: Numbers;
  skills: Skills;
}

export type Addend = [source: string, card: number, amount: number];

/** A skill that a roll may be made on, with its printed modifier. */
export interface Alternative {
  skill: string;
  mod: number;
}

/** The current deal; empty if there is none. `gives` and all below it follow once it is offered. */
export interface Bargain {
  author?: number;
  partner?: number;
  offered?: number;
  gives?: number[];
  wants?: number[];
  money?: number;
  swap?: number;
}

export type Category =
  | ''
  | 'witness'
  | 'hazard'
  | 'foe'
  | 'customer';

/** One primitive with its arguments: effect, windows and target. */
export interface Effect {
  op: Op;
  when: Window[];
  target: 'self' | 'rival' | 'any_player';
  uses: number;
  per: '' | 'mission' | 'round';
  skill: string;
  amount: number;
  scope: '' | 'roll' | 'mission' | 'in_play';
  value: number;
  result: '' | 'fail' | 'success';
  source: string;
  to: string;
  any: Alternative[];
  at: '' | 'start' | 'end';
  on_fail: '' | 'fail_mission' | 'effects';
  fail_effects: Effect[];
  n: number;
  pick: '' | 'owner' | 'taker';
  pay: 0;
  what: string;
  category: Category;
  draw: number;
  keep: number;
  partner: string;
  errands: boolean;
}

export interface Fortune {
  id: string;
  name: string;
  flavour: string;
  basis: string;
  kind: Kind;
  copies: number;
  text: string;
  effects: Effect[];
  price: number;
  use: '' | 'once' | 'permanent';
  help_others: boolean;
  category: Category;
  play_if: PlayIf;
}

export type Kind =
  | 'stuff'
  | 'course'
  | 'times'
  | 'trick';

export type MadeRoll = [number: number, card: number, skill: string, margin: number];

export interface Mission {
  id: string;
  name: string;
  flavour: string;
  basis: string;
  tags: string[];
  mission_mod: number;
  steps: Step[];
  success: Effect[];
  failure: Effect[];
}

export interface Ninja {
  id: string;
  name: string;
  flavour: string;
  basis: string;
  skills: Record<string, number>;
  abilities: Effect[];
  ability_text: string;
}

/** The numbers of the rule book. Most are fixed because rules and options depend on them. */
export interface Numbers {
  min_players: 3;
  max_players: 6;
  dice: '3d6';
  start_honor: number;
  start_money: number;
  start_hand: number;
  ninjas_dealt: 3;
  ninjas_dealt_six_players: 2;
  pay: number;
  pay_bonus_top_honor: number;
  fortune_per_pay: number;
  fortune_per_meeting: number;
  hand_limit: number;
  money_unit: 50;
  win_lead: 5;
  win_total_per_player: 10;
  lose_total_per_player: 4;
  low_total_first_round: 3;
  brilliant_max: 4;
  replacement_ninja_cards: 1;
}

export type Op =
  | 'skill_bonus'
  | 'set_skill'
  | 'reroll'
  | 'auto_success'
  | 'substitute_skill'
  | 'extra_roll'
  | 'honor'
  | 'money'
  | 'draw'
  | 'discard'
  | 'lose_item'
  | 'take_item'
  | 'cancel'
  | 'prevent'
  | 'immune'
  | 'mission_choice'
  | 'mission_swap';

/** The circumstances in which a card may be played. */
export interface PlayIf {
  window: string;
  skill: string;
  tags_any: string[];
  tags_none: string[];
  dice: boolean;
  not_brilliant: boolean;
  delivery: boolean;
}

/** The open window; empty if there is none. */
export interface Replying {
  window?: string;
  order?: number[];
  asked?: number;
  passed?: number[];
}

export type RollState =
  | 'choosing'
  | 'announced'
  | 'thrown'
  | 'failed';

/** The current roll; empty if there is none. `skill` and all below it follow once the skill is chosen. */
export interface Rolling {
  roll?: number;
  state?: RollState;
  card?: number;
  skill?: string;
  effective?: number;
  ways?: number;
  percent?: number;
  cards?: number[];
  dice?: number[];
  total?: number;
}

export interface Skills {
  basic: ['combat', 'stealth', 'disguise', 'climbing', 'service'];
  extra: string[];
  default: 'other';
  labels: Record<string, string>;
}

/** One numbered roll of a mission. */
export interface Step {
  any: Alternative[];
  text: string;
}

export type Window =
  | 'static'
  | 'pay'
  | 'mission_draw'
  | 'meeting'
  | 'off_mission'
  | 'mission_start'
  | 'before_roll'
  | 'after_fail'
  | 'after_success'
  | 'before_reward'
  | 'on_success'
  | 'on_fail'
  | 'rival_fail'
  | 'response';
