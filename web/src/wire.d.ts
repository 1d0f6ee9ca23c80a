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

export interface GameCard {
  key: string;
  title: string;
  about: string;
  mode: 'competitive' | 'cooperative' | 'solo';
  seats: number[];
  options: Record<string, OptionText>;
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
  clocks?: SeatClock[] | null;
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
  | { type: 'ask'; id: string; kind: 'bot' | 'back'; seat: number }
  | { type: 'answer'; id: string; question: string; yes: boolean }
  | { type: 'hint'; id: string }
  | { type: 'chat'; id: string; text: string };

export interface ReplayStep {
  at: number;
  actions: number;
  seat: number | null;
  sheet: Sheet;
}
