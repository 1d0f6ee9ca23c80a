/** Texts of the lab: kinds of experiments, sizes by duration, progress and time left. */

import type { Experiment, ExperimentKind, GameSummary, LabTerms, Rank } from '../../wire';
import { plural } from './words';

interface KindText {
  title: string;
  /** The question that it answers. */
  question: string;
  /** The unit of its size. */
  unit: string;
  heading: string;
  note: string;
  /** The preselected bots; empty if each seat has its own. */
  bots: Rank[];
}

export const KINDS: Record<ExperimentKind, KindText> = {
  simulate: {
    title: 'Simulate',
    question: 'How do many games among these bots end, seat by seat?',
    unit: 'game',
    heading: 'Who sits where?',
    note: 'the same in every game',
    bots: [],
  },
  duel: {
    title: 'Duel',
    question: 'Is the first bot better than the second on the same deals, and by how much?',
    unit: 'deal',
    heading: 'Who meets?',
    note: 'the first challenges, in each seat in turn',
    bots: ['house', 'easy'],
  },
  tournament: {
    title: 'Tournament',
    question: 'Who is best of several bots, and how sure is their order?',
    unit: 'deal',
    heading: 'Who meets?',
    note: 'each meets each, in every seat',
    bots: ['random', 'easy', 'house'],
  },
  balance: {
    title: 'Balance',
    question: 'Is the game fair and close, and what is each card worth?',
    unit: 'game',
    heading: 'Who plays?',
    note: 'in every seat',
    bots: ['house'],
  },
  train: {
    title: 'Train',
    question: 'What does a network learn from games among bots?',
    unit: 'minute',
    heading: 'Who plays?',
    note: 'in every seat, and the network learns from it',
    bots: ['house'],
  },
};

export interface Wish {
  kind: ExperimentKind;
  game: string;
  bots: Rank[];
  seats: number;
}

export interface Size {
  seconds: number;
  words: string;
  size: number;
}

const SPANS: [number, string][] = [
  [60, 'About a minute'],
  [600, 'About ten minutes'],
  [3600, 'About an hour'],
];

/** Up to three sizes by duration, as round numbers. */
export function sizes(wish: Wish, terms: LabTerms): Size[] {
  const within = SPANS.filter(([seconds]) => seconds <= terms.minutes * 60);
  if (wish.kind === 'train')
    return within.map(([seconds, words]) => ({ seconds, words, size: Math.max(1, seconds / 60) }));
  const each = secondsEach(wish, terms);
  return within.map(([seconds, words]) => {
    const size = Math.min(terms.games, roundDown(seconds / each));
    return { seconds, words: size * each < seconds / 20 ? 'As many as may be' : words, size };
  });
}

/** Factor: besides the game itself, pairs of cards and some decisions are played out. */
const BALANCE = 6;

/** Estimated seconds for one game, or for one deal with all its games. */
export function secondsEach({ kind, game, bots, seats }: Wish, terms: LabTerms): number {
  const paces = terms.paces[game] ?? {};
  const pace = (rank: Rank | undefined): number => (rank && paces[rank]) || 0.001;
  const [first, second] = [pace(bots[0]), pace(bots[1])];
  if (kind === 'simulate') return bots.reduce((sum, rank) => sum + pace(rank), 0);
  if (kind === 'duel') return seats * (first + Math.max(1, seats - 1) * second);
  if (kind === 'tournament') return gamesADeal(bots.length, seats) * seats * mean(bots.map(pace));
  return BALANCE * seats * first;
}

/** The number of games of a deal: every rotation of every seating. */
function gamesADeal(bots: number, seats: number): number {
  let choices = 1;
  for (let i = 0; i < seats % bots; i++) choices = (choices * (bots - i)) / (i + 1);
  return seats * choices;
}
const mean = (numbers: number[]): number => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

/** The largest of 1, 2, 5, 10, 20, 50, … up to a number. */
export function roundDown(number: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, number)));
  return [5, 2, 1].map((digit) => digit * power).find((round) => round <= number) ?? 1;
}

/** "12,000 games". */
export const counted = (kind: ExperimentKind, size: number): string =>
  `${size.toLocaleString('en')} ${KINDS[kind].unit}${size === 1 ? '' : 's'}`;

/** "Duel in Burger Go!". */
export const named = ({ asked }: Experiment, games: GameSummary[]): string =>
  `${KINDS[asked.kind].title}: ${games.find((game) => game.key === asked.game)?.title ?? asked.game}`;

/** The bots and the size of an experiment. */
export function told({ asked }: Experiment): string {
  const alike = new Set(asked.bots).size === 1 ? `${asked.bots[0]} in every seat` : asked.bots.join(', ');
  const among = asked.kind === 'duel' ? asked.bots.join(' against ') : alike;
  return `${among} · ${plural(asked.seats, 'seat')} · ${counted(asked.kind, asked.size)}`;
}

/** The progress from 0 to 1; null if it is unknown. */
export const share = ({ state, done, total }: Experiment): number | null =>
  state === 'running' && total ? Math.min(1, done / total) : null;

/** The state of an experiment in a few words. */
export function standing(experiment: Experiment): string {
  const { state, seconds, note } = experiment;
  if (state === 'waiting') return 'waits for those before it';
  if (state === 'running') return running(experiment);
  if (state === 'done') return `done in ${lasting(seconds)}`;
  return note || (state === 'stopped' ? `stopped after ${lasting(seconds)}` : 'failed');
}

function running({ asked, done, total, left }: Experiment): string {
  if (!total) return 'begins';
  if (asked.kind === 'train')
    return left ? `plays and learns, ${remaining(left)}` : 'its minutes are over; its training ends';
  const far = `${done.toLocaleString('en')} of ${counted(asked.kind, total)}`;
  return left === null ? far : `${far}, ${remaining(left)}`;
}

/** Round an estimate to what it can promise. */
export function remaining(seconds: number): string {
  if (seconds < 10) return 'a few seconds left';
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  if (seconds < 90) return 'about a minute left';
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} minutes left`;
  return `about ${Math.round(seconds / 3600)} hours left`;
}

/** "3.4 s", "12 minutes". */
export function lasting(seconds: number): string {
  if (seconds < 100) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} minutes` : `${(seconds / 3600).toFixed(1)} hours`;
}
