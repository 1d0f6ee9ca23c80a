/** The parts of a live table, each by itself. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Surroundings, Wire } from '../src/lib/net/socket';
import { Chat } from '../src/lib/state/chat.svelte';
import { Connection } from '../src/lib/state/connection.svelte';
import { Hints } from '../src/lib/state/hints';
import type { Play } from '../src/lib/state/play.svelte';
import { TableQuestions } from '../src/lib/state/questions.svelte';
import type { ChatLine, HintGiven, Question, ServerMessage, TableInfo } from '../src/wire';

const around: Surroundings = {
  open: () => wire,
  now: () => 0,
  later: () => 0,
  never: () => undefined,
  random: () => 0.5,
};
let sent: { type: string; id: string }[];
let received: string[];
let wire: Wire;
let realTime: boolean;
let connection: Connection;
const says = (message: unknown): void => wire.onmessage?.({ data: JSON.stringify(message) });
const line = (n: number): ChatLine => ({ n, name: 'Ben', text: 'Hello', seat: 1, at: 0 });
const question = (id: string, yes: number[] = []) => ({ id, yes }) as unknown as Question;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  [sent, received, realTime] = [[], [], false];
  wire = {
    send: (text) => void sent.push(JSON.parse(text) as { type: string; id: string }),
    close: () => undefined,
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  connection = new Connection(around, {
    receive: (message: ServerMessage) => received.push(message.type),
    lineChanged: (changed) => received.push(changed.state),
    isRealTime: () => realTime,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A connection on which the server has said version 3. */
function connected(): void {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', new EventTarget());
  connection.open(null);
  says({ type: 'welcome', version: 3 });
}

test('a connection reports its state and passes messages on', () => {
  connected();
  expect(received).toEqual(['connecting', 'live', 'welcome']);
  expect([connection.line.state, connection.version, connection.acknowledged]).toEqual(['live', 3, 3]);
});

test('a second tap on a key is not sent while the first is unanswered', async () => {
  connected();
  const first = connection.saveOnce({ type: 'ask', kind: 'pause', seat: 0 });
  expect(await connection.saveOnce({ type: 'ask', kind: 'pause', seat: 0 })).toBe(true);
  expect(sent.filter(({ type }) => type === 'ask')).toHaveLength(1);
  says({ type: 'done', id: sent.at(-1)!.id, version: 3 });
  expect(await first).toBe(true);
  void connection.saveOnce({ type: 'ask', kind: 'pause', seat: 0 });
  expect(sent.filter(({ type }) => type === 'ask')).toHaveLength(2);
});

test('an acknowledged message without a new version ends the wait for it', async () => {
  connected();
  const play = connection.saveTimed({ type: 'play', version: 3, action: ['pass'] });
  expect(connection.sentAt).not.toBeNull();
  says({ type: 'done', id: sent.at(-1)!.id, version: 3 });
  expect([await play, connection.quiet, connection.sentAt]).toEqual([true, 1, null]);
});

test('a refusal stays without a clock and disappears with one', async () => {
  connected();
  for (const hurried of [false, true]) {
    realTime = hurried;
    const play = connection.save({ type: 'play', version: 3, action: ['pass'] });
    says({ type: 'refused', id: sent.at(-1)!.id, code: 'no', sentence: 'Not now.' });
    expect(await play).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection.refusal === null).toBe(hurried);
  }
});

test('a chat counts unread lines and ignores duplicates', () => {
  const chat = new Chat();
  chat.lines = [line(1)];
  chat.receive(line(1));
  chat.receive(line(2));
  expect([chat.lines.map(({ n }) => n), chat.unread]).toEqual([[1, 2], 1]);
});

test('a question is replaced at each yes and removed once it is settled', () => {
  const questions = new TableQuestions();
  questions.receive(question('a'));
  questions.receive(question('b'));
  questions.receive(question('a', [1]));
  expect(questions.open.map(({ id, yes }) => [id, yes])).toEqual([
    ['b', []],
    ['a', [1]],
  ]);
  questions.settle({ type: 'answered', question: 'a', words: 'Ben said no.' } as never);
  expect([questions.open.length, questions.outcome]).toEqual([1, 'Ben said no.']);
});

test('a viewer who waits for a player can ask again after the player was back', () => {
  const questions = new TableQuestions();
  const table = (here: boolean) => ({ seats: [{ here: true }, { here }] }) as unknown as TableInfo;
  questions.waitFor(1);
  questions.update(table(false));
  expect([...questions.waitingFor]).toEqual([1]);
  questions.update(table(true));
  expect([...questions.waitingFor]).toEqual([]);
});

test('a hint is shown only while it is open and its option is legal', async () => {
  const asked: string[] = [];
  const hints = new Hints(
    () => (asked.push('ask'), Promise.resolve()),
    () => asked.push('stop'),
  );
  const hint = (verb: string, done = false) =>
    ({ action: [verb], words: verb, done }) as unknown as HintGiven;
  const play = { hint: null, offers: ([verb]: [string]) => verb === 'draw' } as unknown as Play;
  hints.receive(hint('draw'), play);
  expect(play.hint).toBeNull();
  await hints.ask();
  hints.receive(hint('sell'), play);
  expect(play.hint).toBeNull();
  hints.receive(hint('draw'), play);
  expect(play.hint?.words).toBe('draw');
  hints.close(play);
  hints.receive(hint('draw', true), play);
  expect([play.hint, asked]).toEqual([null, ['ask', 'stop']]);
});
