/** Questions of the table: the text and keys that a viewer gets. */

import { expect, test } from 'vitest';
import { type Company, aside, matter } from '../src/lib/text/table-questions';
import { chairWords } from '../src/lib/text/words';
import type { Question, SeatInfo, TableInfo } from '../src/wire';

const person = (seat: number, name: string, more: Partial<SeatInfo> = {}): SeatInfo => ({
  seat,
  kind: 'person',
  name,
  here: true,
  bot: '',
  absent: false,
  ...more,
});
const at = (you: number | null, more: Partial<Company> = {}, seats?: SeatInfo[]): Company => ({
  table: { state: 'playing', seats: seats ?? [person(0, 'Ada'), person(1, 'Ben')] } as TableInfo,
  you,
  questions: [],
  outcome: '',
  waiting: [1],
  asked: false,
  pausable: false,
  waitingFor: new Set(),
  ...more,
});
const undo: Question = { id: 'q1', kind: 'undo', seat: 1, by: 1, needs: [0], yes: [] };
const away = (absent: boolean): SeatInfo[] => [person(0, 'Ada'), person(1, 'Ben', { here: false, absent })];

test('the asked player gets the question and keys; the asking one reads who is waited for', () => {
  expect(matter(at(0, { questions: [undo] }))).toMatchObject({
    words: 'Ben would like to take back the last step.',
    keys: [
      { words: 'No', answer: false },
      { words: 'Agree', answer: true },
    ],
  });
  expect(matter(at(1, { questions: [undo] }))).toBeNull();
  expect(aside(at(1, { questions: [undo] }))).toBe('Asked. Waiting for Ada to agree.');
  expect(aside(at(1, { outcome: 'Ada does not agree.' }))).toBe('Ada does not agree.');
});

test('an absent player is named, and a bot is offered only after a while', () => {
  expect(matter(at(0, {}, away(false)))?.keys).toEqual([]);
  const long = matter(at(0, { pausable: true }, away(true)));
  expect(long?.words).toBe('Waiting for Ben, who is away.');
  expect(long?.keys.map((key) => key.words)).toEqual(['Pause', 'Wait', 'Let a bot play']);
  expect(matter(at(0, { waitingFor: new Set([1]) }, away(true)))).toBeNull();
  expect(matter(at(0, { asked: true }, away(true)))).toBeNull();
});

test('a player replaced by a bot can take the seat back', () => {
  const seats = [person(0, 'Ada', { kind: 'house', bot: 'Basil' }), person(1, 'Ben')];
  expect(matter(at(0, {}, seats))).toMatchObject({
    words: 'Basil, a bot, plays for you.',
    keys: [{ words: 'Take my seat back', ask: 'back', seat: 0 }],
  });
  expect(chairWords(seats[0])).toBe('Basil plays');
  expect(chairWords(person(1, 'Olive', { kind: 'random', bot: 'Olive' }))).toBe('bot · beginner');
});

test('a spectator is called a spectator and gets no question', () => {
  expect(aside(at(null))).toBe('Looking on as a spectator.');
  const lines = [
    aside(at(null, { questions: [undo] })),
    aside(at(null, { outcome: 'Ada does not agree.' })),
    matter(at(null, {}, away(true)))?.words ?? '',
  ];
  expect(lines.every(Boolean)).toBe(true);
  expect(lines.join(' ')).not.toMatch(/\byou/i);
  expect(matter(at(null, {}, away(true)))?.keys).toEqual([]);
});
