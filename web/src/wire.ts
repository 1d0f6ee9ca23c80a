/** Messages and answers of the server; written by wire.py from the structs in flattop/server/schemas. */

export type Noun = number | string;
export type Action = [verb: string, ...nouns: Noun[]];
export type Spoken = [name: string, ...nouns: unknown[]];
export type Option = [action: Action, words: string];
export type Line = [event: Spoken, words: string];
export type RankText = { title: string; strength: string; manner: string; staff: string[] };

export const PROTOCOL = 1;

export const STEP = 256; // bytes: the length of a client's message is a multiple of it

/** In games that are played in real time. */
export const TICKS_PER_SECOND = 10;

/** Why the server closes a socket. */
export const CLOSE_CODES = {
  NO_TEXT: 1007,
  TOO_LARGE: 1009,
  SERVER_CLOSES: 1012,
  BAD_HELLO: 4400,
  SHOWN_OUT: 4401,
  NO_SPECTATORS: 4403,
  NO_TABLE: 4404,
  OTHER_PROTOCOL: 4406,
  TOO_SLOW: 4408,
  CANNOT_RESUME: 4409,
  CLOSED: 4410,
  TOO_MANY: 4429,
  FAULT: 4500,
  NOT_SAVED: 4503,
} as const;

/** After one of these codes the client does not reconnect. */
export const FINAL_CLOSE_CODES: ReadonlySet<number> = new Set([4401, 4403, 4404, 4406, 4409, 4410]);

export type State =
  | 'waiting'
  | 'playing'
  | 'over';

export type Rank =
  | 'random'
  | 'easy'
  | 'house'
  | 'chef'
  | 'head-chef';

export type Vacancy =
  | 'open'
  | 'random'
  | 'easy'
  | 'house'
  | 'chef'
  | 'head-chef';

export type Place =
  | 'you'
  | 'open'
  | 'random'
  | 'easy'
  | 'house'
  | 'chef'
  | 'head-chef';

export type SeatKind =
  | 'person'
  | 'open'
  | 'random'
  | 'easy'
  | 'house'
  | 'chef'
  | 'head-chef';

export type ServerMessage =
  | Welcome
  | Update
  | Done
  | Refused
  | TableChanged
  | QuestionPut
  | QuestionAnswered
  | ChatSaid
  | HintGiven
  | Complaint
  | Pong;

export type Message =
  | Hello
  | Play
  | Undo
  | Ask
  | Answer
  | Hint
  | Chat
  | SetAutoAnswers
  | Ping;

export type ExperimentKind =
  | 'simulate'
  | 'duel'
  | 'tournament'
  | 'balance'
  | 'train';

export type ExperimentState =
  | 'waiting'
  | 'running'
  | 'done'
  | 'stopped'
  | 'failed';

export interface OptionInfo {
  default: unknown;
  values: unknown[];
  text: string;
  free: boolean;
  names?: Record<string, string>;
  title?: string;
  seats?: '' | 'one' | 'several';
}

/** One chapter of a campaign, with its goal for each number of seats. */
export interface ChapterInfo {
  value: unknown;
  title: string;
  adds: string[];
  length: string;
  goals: Record<string, string>;
}

/** The chapters of a campaign, and the labels of its results. */
export interface CampaignInfo {
  option: string;
  chapter: string;
  measure: string;
  stars: string[];
  chapters: ChapterInfo[];
}

/** A named set of options. */
export interface PresetInfo {
  key: string;
  title: string;
  text: string;
  minutes: number[];
  options: Record<string, unknown>;
}

export interface GameSummary {
  key: string;
  title: string;
  about: string;
  mode: string;
  seats: number[];
  usual: number;
  options: Record<string, OptionInfo>;
  campaign: CampaignInfo | null;
  minutes: number[];
  difficulty: string;
  presets: PresetInfo[];
  hush: string;
  ratings: Record<string, number[]>;
}

export interface VerbText {
  label: string;
  nouns: string[];
}

export interface EventText {
  line: string;
  nouns: string[];
  motion: '' | 'reveal' | 'move' | 'pass' | 'fall' | 'roll' | 'pay';
}

export interface KindText {
  names: Record<string, string>;
  format: string;
  start: number;
}

export interface ZoneText {
  title: string;
  kind: string;
  per_seat: boolean;
}

export interface RuleText {
  id: string;
  section: string;
  text: string;
}

/** An action that is not legal now, with the reason and its rule. */
export interface ClosedPlay {
  words: string;
  sentence: string;
  rule: string;
}

/** Rule ids of the current step of one seat, and its actions that are not legal now. */
export interface RulesNow {
  rules: string[];
  closed: ClosedPlay[];
}

export interface GameInfo extends GameSummary {
  verbs: Record<string, VerbText>;
  events: Record<string, EventText>;
  kinds: Record<string, KindText>;
  zones: Record<string, ZoneText>;
  coach: string[];
  pack: unknown;
  rules: RuleText[];
}

/** Texts of a game: rules, card descriptions, and explanations of card symbols. */
export interface GameWords {
  rules: RuleText[];
  told: Record<string, Record<string, string>>;
  about: Record<string, unknown>;
}

/** Result of one table; `table` is null if the guest may not watch its replay. */
export interface ChapterResult {
  table: string | null;
  won: boolean;
  stars: number;
  points: number;
  seconds: number;
  at: number;
}

/** Results of a team in one chapter. */
export interface ChapterProgress {
  chapter: unknown;
  tried: number;
  won: number;
  best: ChapterResult;
  fastest: ChapterResult | null;
}

export interface TeamMember {
  kind: SeatKind;
  name: string;
  you: boolean;
}

export interface TeamProgress {
  id: string;
  members: TeamMember[];
  last: number;
  next: unknown;
  chapters: ChapterProgress[];
}

export interface CampaignPage {
  game: string;
  teams: TeamProgress[];
  page: number;
  pages: number;
}

/** Clock of a real-time table; the client extrapolates from it. */
export interface TimeInfo {
  running: boolean;
  rate: number;
  gone: number;
  times?: number;
}

export interface ChatLine {
  n: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

export interface Question {
  id: string;
  kind: 'undo' | 'bot' | 'back' | 'pause' | 'resume' | 'end';
  seat: number;
  by: number;
  needs: number[];
  yes: number[];
}

/** Terms for undoing the own last step. */
export interface UndoTerms {
  kind: 'free' | 'consent';
  consent: number[];
  reason: string;
}

/** Auto-answer settings of the own seat, and the answer about to be given. */
export interface SeatAutoAnswers {
  forced: boolean;
  windows: boolean;
  hold: 'ask' | 'same' | 'turn';
  answer: Option | null;
  can_hold: boolean;
}

export interface SeatClock {
  seat: number;
  left: number;
  bank: number;
  running: boolean;
}

/** One row of the results, with a number for each seat: a part of the score, or a statistic. */
export interface Tally {
  name: string;
  title: string;
  part: boolean;
  breaks_ties: boolean;
  each: boolean;
  seats: number[];
}

/** Snapshot of the game for one viewer: everything a seat, or a spectator, may know. */
export interface Snapshot {
  seat: number | null;
  view: Record<string, unknown>;
  options: Option[];
  anytime: Option[];
  waiting: number[];
  sealed: boolean;
  paused: boolean;
  prompt: string;
  log: Line[];
  undo: UndoTerms | null;
  habits: SeatAutoAnswers | null;
  over: boolean;
  points: number[];
  places: number[];
  winners: number[];
  reason: string;
  tallies: Tally[];
  clocks: SeatClock[] | null;
  time: TimeInfo | null;
  seed: string | null;
  log_from: number;
}

/** A page of earlier log lines, and the number of lines before it. */
export interface LogPage {
  log_from: number;
  log: Line[];
}

/** Seat and role of the receiver. */
export interface You {
  seat: number | null;
  owner: boolean;
}

/** Full state, sent after a hello. */
export interface Welcome {
  type: 'welcome';
  protocol: number;
  version: number;
  you: You;
  table: TableInfo;
  sheet: Snapshot | null;
  chat: ChatLine[];
  questions: Question[];
}

/** Changes for one viewer; `view` has only the zones that differ. */
export interface Update {
  type: 'update';
  version: number;
  log: Line[];
  set: Partial<Omit<Snapshot, 'log'>>;
}

export interface Done {
  type: 'done';
  id: string;
  version: number;
}

export interface Refused {
  type: 'refused';
  id: string;
  code: string;
  sentence: string;
  rule?: string;
}

export interface TableChanged {
  type: 'table';
  table: TableInfo;
}

export interface QuestionPut {
  type: 'question';
  question: Question;
}

export interface QuestionAnswered {
  type: 'answered';
  question: string;
  agreed: boolean;
  words?: string;
}

export interface ChatSaid {
  type: 'chat';
  line: ChatLine;
}

/** A win rate, success rate or score, with its 95 % confidence interval. */
export interface Worth {
  kind: 'win' | 'succeed' | 'score';
  value: number;
  low: number;
  high: number;
}

/** The best move found so far; resent with the same id during the search, finally with `done`. */
export interface HintGiven {
  type: 'hint';
  id: string;
  action: Action;
  words: string;
  move?: Action[];
  whole?: string;
  worth?: Worth | null;
  chance?: string;
  other?: string;
  worse?: Worth | null;
  apart?: string;
  why?: string;
  playouts?: number;
  done?: boolean;
}

/** Error for an invalid message, or for too many messages. */
export interface Complaint {
  type: 'error';
  code: string;
  sentence: string;
}

export interface Pong {
  type: 'pong';
  n: number;
}

export interface Hello {
  type: 'hello';
  protocol: number;
  seen: number | null;
}

export interface Play {
  type: 'play';
  id: string;
  version: number;
  action: (number | string)[];
}

export interface Undo {
  type: 'undo';
  id: string;
  version: number;
}

export interface Ask {
  type: 'ask';
  id: string;
  kind: 'bot' | 'back' | 'pause' | 'resume' | 'end';
  seat: number;
}

export interface Answer {
  type: 'answer';
  id: string;
  question: string;
  yes: boolean;
}

export interface Hint {
  type: 'hint';
  id: string;
  stop?: boolean;
}

export interface Chat {
  type: 'chat';
  id: string;
  text: string;
}

export interface SetAutoAnswers {
  type: 'habits';
  id: string;
  forced: boolean;
  windows: boolean;
  hold: 'ask' | 'same' | 'turn';
}

export interface Ping {
  type: 'ping';
  n: number;
}

export interface NewGuest {
  name: string;
}

/** Seconds for each move, and a time bank in seconds for longer moves. */
export interface ClockTerms {
  move: number;
  bank: number;
}

export interface NewTable {
  game: string;
  seats: Place[];
  options?: Record<string, string | number | boolean>;
  deck?: string | null;
  private?: boolean;
  spectators?: boolean;
  practice?: boolean;
  clock?: ClockTerms | null;
}

export interface Join {
  invite?: string | null;
  seat?: number | null;
}

export interface SetSeat {
  seat: number;
  kind: Vacancy;
}

export interface WhatIf {
  at: number;
  seat: number;
  bots?: Rank;
}

/** Body of every error response. */
export interface Problem {
  code: string;
  sentence: string;
  rule?: string;
}

export interface GuestInfo {
  id: string;
  name: string;
}

export interface Me {
  guest: GuestInfo | null;
  lab?: boolean;
}

export interface SeatInfo {
  seat: number;
  kind: SeatKind;
  name: string;
  here: boolean;
  bot?: string;
  absent?: boolean;
}

/** A table in the list of the lobby. */
export interface TableSummary {
  id: string;
  game: string;
  title: string;
  seats: SeatInfo[];
  open: number;
  state: State;
  owner: string | null;
  private: boolean;
  spectators: boolean;
  practice: boolean;
  options: Record<string, unknown>;
  since: number;
  turn: number[];
  yours: number | null;
  closed: boolean;
  earlier: boolean;
}

export interface ClockInfo {
  move: number;
  bank: number;
}

/** A table with the details for its players. */
export interface TableInfo extends TableSummary {
  invite: string | null;
  commitment: string;
  clock: ClockInfo | null;
  rematch: string | null;
  deck: 'house' | 'own';
  mine: boolean;
  outdated: string;
}

export interface TablePage {
  tables: TableSummary[];
  page: number;
  pages: number;
}

export interface ReplayStep {
  at: number;
  actions: number;
  seat: number | null;
  sheet: Snapshot;
}

/** Result of checking a record against its hash chain, its seed commitment and the rules. */
export interface Verdict {
  good: boolean;
  lines: string[];
}

/** Score of an earlier table of the guest, with as many seats and the same options. */
export interface EarlierScore {
  table: string;
  points: number;
  at: number;
}

export interface EarlierScores {
  best: EarlierScore[];
}

/** One zone as full sentences. */
export interface ToldZone {
  title: string;
  lines: string[];
}

/** A table as text: the prompt, the options, the visible zones and cards. */
export interface ToldTable {
  prompt: string;
  options: string[];
  zones: ToldZone[];
  cards: string[];
}

/** Liveness check. */
export interface Live {
  live?: boolean;
}

/** Readiness check: whether new tables should be opened here; each reason against it is a sentence. */
export interface Ready {
  ready: boolean;
  reasons: string[];
  dependencies: string[];
}

/** Health of the server; `ok` if there are no troubles, each of which is a sentence. */
export interface Health {
  ok: boolean;
  tables: number;
  version: string;
  last_round: number;
  broken: number;
  integrity: 'unchecked' | 'sound' | 'damaged';
  troubles: string[];
  workers?: number;
}

export interface Measure {
  kind: 'win' | 'succeed' | 'score';
  words: string;
  shared: boolean;
  best: number | null;
}

export interface ChancePoint {
  at: number;
  chances: number[];
  low: number[];
  high: number[];
}

export interface LuckSwing {
  swing: number;
  low: number;
  high: number;
}

export interface DecisionSwing {
  at: number;
  seat: number;
  action: (number | string)[];
  words: string;
  instead: string | null;
  before: number;
  after: number;
  swing: number;
  low: number;
  high: number;
  luck: LuckSwing | null;
  why?: string;
}

export interface Chances {
  game: string;
  people: string[];
  actions: number;
  measure: Measure;
  curve: ChancePoint[];
  decisions: DecisionSwing[];
  looked_at: number;
  playouts: number;
  whole: boolean;
}

export interface ChancesAnswer {
  ready: boolean;
  ahead: number;
  chances: Chances | null;
  tries?: number;
}

/** Request for a run of a lab command; `bots` and `size` depend on its kind. */
export interface NewExperiment {
  kind: ExperimentKind;
  game: string;
  bots: Rank[];
  seats: number;
  size: number;
  seed?: number;
  options?: Record<string, string | number | boolean>;
  deck?: string | null;
}

/** A run of a lab command, with its progress. */
export interface Experiment {
  id: string;
  asked: NewExperiment;
  deck: string;
  command: string;
  since: number;
  state: ExperimentState;
  done: number;
  total: number;
  seconds: number;
  left: number | null;
  note: string;
  page: boolean;
  figures: boolean;
  weights?: boolean;
}

export interface Experiments {
  experiments: Experiment[];
}

/** Limits and abilities of the lab. */
export interface LabTerms {
  minutes: number;
  games: number;
  waiting: number;
  untrainable: string;
  paces: Record<string, Record<string, number>>;
}

/** The ranks of bots: how well they play, how they play, and their names. */
export const RANKS: Record<Rank, RankText> = {
  random: {
    title: 'beginner',
    strength: 'Takes any option, one as gladly as another.',
    manner: 'Hums, shrugs and grabs whatever lies nearest.',
    staff: ['Crumb', 'Chip', 'Nacho'],
  },
  easy: {
    title: 'apprentice',
    strength: 'Means to play like the seasoned ones, and slips where there is much to choose from.',
    manner: 'Chats over the pans and now and then takes the jar beside the right one.',
    staff: ['Radish', 'Sprout', 'Bean'],
  },
  house: {
    title: 'seasoned',
    strength: 'Knows what usually works in each game, and does it without delay.',
    manner: 'Calm hands, a clean board and no fuss.',
    staff: ['Basil', 'Olive', 'Pepper', 'Rosemary', 'Ginger', 'Dill', 'Sage', 'Clove'],
  },
  chef: {
    title: 'chef',
    strength: 'Plays on in thought, and leaves what usually works where something else is surely better.',
    manner: 'Tastes twice, says little, and plates with tweezers.',
    staff: ['Saffron', 'Truffle', 'Thyme'],
  },
  'head-chef': {
    title: 'head chef',
    strength: 'Thinks like the chef, four times as long.',
    manner: 'Reads the whole table before lifting a spoon.',
    staff: ['Bay', 'Sorrel', 'Juniper'],
  },
};
