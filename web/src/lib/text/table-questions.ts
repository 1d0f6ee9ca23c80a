/** What the company at a table means for whoever looks at it: who asks what, who is away, who plays for
 * whom, and what can be done about it. */

import type { Question, SeatInfo, TableInfo } from '../../wire';
import { listed } from './words';

/** A key that helps, as what it does. */
export type Remedy =
  | { words: string; answer: boolean; question: string }
  | { words: string; ask: 'bot' | 'back'; seat: number }
  | { words: string; pause: true }
  | { words: string; wait: number };

export interface Matter {
  words: string;
  /** One line below it. */
  more: string;
  keys: Remedy[];
}

export interface Company {
  table: TableInfo;
  you: number | null;
  questions: Question[];
  /** Why the last question was not agreed to; empty after the next event. */
  outcome: string;
  /** Whom the game waits for. */
  waiting: number[];
  /** Whether something is asked of whoever looks. */
  asked: boolean;
  pausable: boolean;
  /** Absent seats that the viewer would rather wait for than replace by a bot. */
  waitingFor: ReadonlySet<number>;
}

const SPECTATOR = 'Looking on as a spectator.';
const name = (table: TableInfo, seat: number): string => table.seats[seat]?.name ?? 'Somebody';

/** What is asked, in words that hold for everybody. */
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

/** Whose answer is still missing. */
function missing(table: TableInfo, question: Question): string {
  const names = question.needs
    .filter((seat) => !question.yes.includes(seat))
    .map((seat) => name(table, seat));
  return names.length ? `Waiting for ${listed(names)} to agree.` : '';
}

/** What stands in the prompt instead of the game's question, if anything does. */
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

/** The bot that plays in one's own seat. */
const bot = (table: TableInfo, you: number | null): string =>
  (you !== null && table.state === 'playing' && table.seats[you]?.bot) || '';

function playedForYou({ table, you, questions, outcome }: Company): Matter | null {
  const stands = bot(table, you);
  if (!stands || you === null) return null;
  const asked = questions.find((one) => one.kind === 'back' && one.seat === you);
  return {
    words: `${stands}, a bot, plays for you.`,
    more: asked ? missing(table, asked) : outcome || 'The others agree before you have your seat back.',
    keys: asked ? [] : [{ words: 'Take my seat back', ask: 'back', seat: you }],
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

/** What else is worth a line below the game's own question. */
export function aside({ table, you, questions, outcome }: Company): string {
  if (outcome) return outcome;
  const [question] = questions;
  if (question) {
    const waiting = missing(table, question);
    return question.by === you ? `Asked. ${waiting}` : `${questionWords(table, question)} ${waiting}`;
  }
  return you === null && table.state === 'playing' ? SPECTATOR : '';
}
