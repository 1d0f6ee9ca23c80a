/** What the house speaks, from docs/protocol.md, version 1. */

export type Noun = number | string;
export type Action = [verb: string, ...nouns: Noun[]];
export type Spoken = [name: string, ...nouns: unknown[]];
export type Option = [action: Action, words: string];
export type Line = [event: Spoken, words: string];

export interface OptionText {
  default: unknown;
  values: unknown[];
  text: string;
  free?: boolean;
}

export interface Chapter {
  value: unknown;
  title: string;
  adds: string[];
  length: string;
  goals: Record<string, string>;
}

export interface Campaign {
  option: string;
  chapter: string;
  measure: string;
  stars: string[];
  chapters: Chapter[];
}

export interface Result {
  table: string | null;
  won: boolean;
  stars: number;
  points: number;
  seconds: number;
  at: number;
}

export interface Reached {
  chapter: unknown;
  tried: number;
  won: number;
  best: Result;
  fastest: Result | null;
}

export interface Team {
  id: string;
  members: { kind: SeatKind; name: string; you: boolean }[];
  last: number;
  next: unknown;
  chapters: Reached[];
}

export interface CampaignPage {
  game: string;
  teams: Team[];
  page: number;
  pages: number;
}

export interface GameCard {
  key: string;
  title: string;
  about: string;
  mode: 'competitive' | 'cooperative' | 'solo';
  seats: number[];
  options: Record<string, OptionText>;
  campaign: Campaign | null;
}

export interface Kind {
  names: Record<string, string>;
  format: string;
  start: number;
}

export interface Rule {
  id: string;
  section: string;
  text: string;
}

export interface Game extends GameCard {
  verbs: Record<string, { label: string; nouns: string[] }>;
  events?: Record<string, { nouns: string[] }>;
  kinds: Record<string, Kind>;
  zones: Record<string, { title: string; kind: string; per_seat: boolean }>;
  coach: string[];
  pack: unknown;
  rules: Rule[];
}

export type SeatKind = 'person' | 'open' | 'house' | 'random';

export interface Chair {
  seat: number;
  kind: SeatKind;
  name: string;
  here: boolean;
}

export interface TableCard {
  id: string;
  game: string;
  title: string;
  seats: Chair[];
  open: number;
  state: 'waiting' | 'playing' | 'over';
  owner: string | null;
  private: boolean;
  spectators: boolean;
  options: Record<string, unknown>;
  since: number | string;
  turn: number[];
  yours: number | null;
}

export interface TableInfo extends TableCard {
  invite?: string | null;
  commitment: string | null;
  clock: Clock | null;
  rematch: string | null;
  deck: 'house' | 'own';
  mine: boolean;
}

export interface Clock {
  move: number;
  bank: number;
}

export interface Undo {
  kind: 'free' | 'consent';
  consent: number[];
  reason: string;
}

export interface SeatClock {
  seat: number;
  left: number;
  bank: number;
  running: boolean;
}

/** Time at a table where it runs by itself. */
export interface Time {
  running: boolean;
  /** Ticks in a second. */
  rate: number;
  /** Seconds since the tick that the sheet shows. */
  gone: number;
}

export interface Sheet {
  seat: number | null;
  view: Record<string, unknown>;
  options: Option[];
  anytime: Option[];
  waiting: number[];
  prompt: string;
  log: Line[];
  undo: Undo | null;
  over: boolean;
  points: number[];
  winners: number[];
  reason: string;
  paused?: boolean;
  clocks?: SeatClock[] | null;
  time?: Time | null;
  seed?: string | null;
}

export interface Question {
  id: string;
  kind: string;
  seat: number;
  by: number | null;
  needs: number[];
  yes: number[];
}

export interface ChatLine {
  n: number;
  seat: number | null;
  name: string;
  text: string;
  at: number | string;
}

export interface Welcome {
  type: 'welcome';
  protocol: number;
  version: number;
  you: { seat: number | null; owner: boolean };
  table: TableInfo;
  sheet: Sheet | null;
  chat: ChatLine[];
  questions: Question[];
}

export interface Update {
  type: 'update';
  version: number;
  log: Line[];
  set: Partial<Omit<Sheet, 'log'>>;
}

export interface Refused {
  type: 'refused';
  id: string;
  code: string;
  sentence: string;
  rule?: string | null;
}

export interface Hint {
  type: 'hint';
  id: string;
  action: Action;
  words: string;
}

export type FromHouse =
  | Welcome
  | Update
  | Refused
  | Hint
  | { type: 'done'; id: string; version: number }
  | { type: 'table'; table: TableInfo }
  | { type: 'question'; question: Question }
  | { type: 'answered'; question: string; agreed: boolean }
  | { type: 'chat'; line: ChatLine }
  | { type: 'error'; code: string; sentence: string }
  | { type: 'pong'; n: number };

export type ToHouse =
  | { type: 'play'; id: string; version: number; action: Action }
  | { type: 'undo'; id: string; version: number }
  | { type: 'ask'; id: string; kind: 'bot' | 'back' | 'pause' | 'resume'; seat: number }
  | { type: 'answer'; id: string; question: string; yes: boolean }
  | { type: 'hint'; id: string }
  | { type: 'chat'; id: string; text: string };

export interface ReplayStep {
  at: number;
  actions: number;
  seat: number | null;
  sheet: Sheet;
}

/** What a seat plays for, and whether all play for the same. */
export interface Measure {
  kind: 'win' | 'succeed' | 'score';
  words: string;
  shared: boolean;
  best: number | null;
}

/** The chances of all seats after so many actions, with 95 % intervals. */
export interface ChancePoint {
  at: number;
  chances: number[];
  low: number[];
  high: number[];
}

/** A decision that mattered: the chance of its seat as the house would have played, and as it was played. */
export interface Swing {
  at: number;
  seat: number;
  action: Action;
  words: string;
  instead: string | null;
  before: number;
  after: number;
  swing: number;
  low: number;
  high: number;
  luck: { swing: number; low: number; high: number } | null;
}

export interface Chances {
  game: string;
  people: string[];
  actions: number;
  measure: Measure;
  curve: ChancePoint[];
  decisions: Swing[];
  looked_at: number;
  playouts: number;
  whole: boolean;
}

export interface ChancesAnswer {
  ready: boolean;
  ahead: number;
  chances: Chances | null;
}
