/**
 * Texts about the players at a table for one viewer: questions, absences, bots that stand in, and the buttons
 * that help.
 */

import type { Question, SeatInfo, TableInfo } from '../../wire';
import { listed } from './words';

/** The effect of a button. */
export type Remedy =
  | { words: string; answer: boolean; question: string }
  | { words: string; ask: 'bot' | 'back'; seat: number }
  | { words: string; pause: true }
  | { words: string; wait: number };

export interface Matter {
  words: string;
  /** A second line. */
  more: string;
  keys: Remedy[];
}

export interface Company {
  table: TableInfo;
  you: number | null;
  questions: Question[];
  /** Why the last question was not agreed to; empty after the next event. */
  outcome: string;
  /** The seats that the game waits for. */
  waiting: number[];
  /** Whether the viewer must decide. */
  asked: boolean;
  pausable: boolean;
  /** Absent seats that the viewer would rather wait for than replace by a bot. */
  waitingFor: ReadonlySet<number>;
}

const SPECTATOR = 'Looking on as a spectator.';
const name = (table: TableInfo, seat: number): string => table.seats[seat]?.name ?? 'Somebody';

/** A question as a sentence for everybody. */
export function questionWords(table: TableInfo, question: Question): string {
  const [by, seat] = [name(table, question.by), name(table, question.seat)];
  const words: Record<Question['kind'], string> = {
    undo: `${by} would like to take back the last step.`,
    bot: `${by} asks: shall a bot play on for ${seat}?`,
    back: `${by} would like to have the seat back.`,
    pause: `${by} asks: shall the clock stop for a while?`,
    resume: `${by} asks: shall the clock run again?`,
    end: `${by} asks: shall the game end here, without a result?`,
  };
  return words[question.kind];
}

/** The players whose answer is missing. */
function missing(table: TableInfo, question: Question): string {
  const names = question.needs
    .filter((seat) => !question.yes.includes(seat))
    .map((seat) => name(table, seat));
  return names.length ? `Waiting for ${listed(names)} to agree.` : '';
}

/** What the prompt shows instead of the game's question; null if nothing. */
export function matter(at: Company): Matter | null {
  return asksYou(at) ?? playedForYou(at) ?? waitsForSomebody(at);
}

function asksYou({ table, you, questions }: Company): Matter | null {
  const question = questions.find((one) => you !== null && one.needs.includes(you) && !one.yes.includes(you));
  if (!question) return null;
  const keys: Remedy[] = [
    { words: 'No', answer: false, question: question.id },
    { words: 'Agree', answer: true, question: question.id },
  ];
  const more = question.kind === 'undo' ? 'Only if all agree. One no is enough.' : '';
  return { words: questionWords(table, question), more, keys };
}

/** The name of the bot that plays for the viewer. */
const bot = (table: TableInfo, you: number | null): string =>
  (you !== null && table.state === 'playing' && table.seats[you]?.bot) || '';

function playedForYou({ table, you }: Company): Matter | null {
  const stands = bot(table, you);
  if (!stands || you === null) return null;
  return {
    words: `${stands}, a bot, plays for you.`,
    more: '',
    keys: [{ words: 'Take my seat back', ask: 'back', seat: you }],
  };
}

function waitsForSomebody(at: Company): Matter | null {
  const { table, you, waiting, asked, waitingFor, questions } = at;
  if (asked || table.state !== 'playing') return null;
  const away = waiting
    .map((seat) => table.seats[seat])
    .find((chair) => chair && chair.kind === 'person' && !chair.here && chair.seat !== you);
  if (!away || waitingFor.has(away.seat)) return null;
  const question = questions.find((one) => one.kind === 'bot' && one.seat === away.seat);
  return {
    words: `Waiting for ${away.name}, who is away.`,
    more: question ? missing(table, question) : you === null ? SPECTATOR : patience(away),
    keys: you === null || question ? [] : remedies(at, away),
  };
}

const patience = (chair: SeatInfo): string =>
  chair.absent ? 'A bot can play on until then.' : 'If it lasts a minute, a bot can play on.';

function remedies({ pausable }: Company, away: SeatInfo): Remedy[] {
  return [
    ...(pausable ? [{ words: 'Pause', pause: true } as const] : []),
    ...(away.absent ? [{ words: 'Wait', wait: away.seat }] : []),
    ...(away.absent ? [{ words: 'Let a bot play', ask: 'bot', seat: away.seat } as const] : []),
  ];
}

/** A line to show below the game's question. */
export function aside({ table, you, questions, outcome }: Company): string {
  if (outcome) return outcome;
  const [question] = questions;
  if (question) {
    const waiting = missing(table, question);
    return question.by === you ? `Asked. ${waiting}` : `${questionWords(table, question)} ${waiting}`;
  }
  return you === null && table.state === 'playing' ? SPECTATOR : '';
}
