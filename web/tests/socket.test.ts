import { beforeEach, expect, test } from 'vitest';
import { type Line, TableSocket, type Wire, wait } from '../src/lib/net/socket';
import { CLOSE_CODES, type ServerMessage, STEP, type Welcome } from '../src/wire';

const NAMES = Object.keys(CLOSE_CODES) as (keyof typeof CLOSE_CODES)[];
const FINAL: string[] = [
  'NO_SPECTATORS',
  'NO_TABLE',
  'OTHER_PROTOCOL',
  'CANNOT_RESUME',
  'SHOWN_OUT',
  'CLOSED',
];

/** A wire whose other end is the test. */
class Stub implements Wire {
  sent: Record<string, unknown>[] = [];
  lengths: number[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
    this.lengths.push(new TextEncoder().encode(text).length);
  }
  close(): void {}
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006): void {
    this.onclose?.({ code });
  }
}

let wires: Stub[];
let timers: { call: () => void; ms: number; off: boolean }[];
let lines: Line[];
let heard: ServerMessage[];
let away: number[];
let socket: TableSocket;
const wire = (): Stub => wires.at(-1)!;

beforeEach(() => {
  [wires, timers, lines, heard, away] = [[], [], [], [], []];
  const around = {
    open: () => (wires.push(new Stub()), wire()),
    now: () => 1000,
    later: (call: () => void, ms: number) => timers.push({ call, ms, off: false }) - 1,
    never: (timer: unknown) => void (timers[timer as number]!.off = true),
    random: () => 0.5,
  };
  socket = new TableSocket(around, {
    heard: (m) => heard.push(m),
    line: (l) => lines.push(l),
    turnedAway: (code) => away.push(code),
  });
  socket.connect();
});

const welcome = (version: number): void => wire().says({ type: 'welcome', version });
const update = (version: number): void => wire().says({ type: 'update', version, log: [], set: {} });
function waitOver(): void {
  for (const timer of timers.filter((one) => !one.off)) {
    timer.off = true;
    timer.call();
  }
}

test('it continues from an early welcome and sends the messages written meanwhile', () => {
  socket.begin({ type: 'welcome', version: 7 } as Welcome);
  expect(lines.at(-1)).toEqual({ state: 'live' });
  expect(heard).toEqual([{ type: 'welcome', version: 7 }]);
  void socket.ask({ type: 'undo', version: 7 });
  wire().onopen?.();
  expect(wire().sent).toEqual([{ type: 'hello', protocol: 1, seen: 7 }]);
  wire().says({ type: 'table', table: {} });
  expect(wire().sent[1]).toMatchObject({ type: 'undo', version: 7 });
  update(8);
  expect(socket.seen).toBe(8);
  wire().breaks();
  expect(lines.at(-1)).toMatchObject({ state: 'offline' });
});

test('its hello has the last version seen, at first none', () => {
  wire().onopen?.();
  expect(wire().sent).toEqual([{ type: 'hello', protocol: 1, seen: null }]);
});

test('it is live after a welcome', () => {
  welcome(7);
  expect(lines.at(-1)).toEqual({ state: 'live' });
  expect(socket.seen).toBe(7);
});

test('it reconnects with the last version seen', () => {
  welcome(7);
  update(8);
  wire().breaks();
  expect(lines.at(-1)).toEqual({ state: 'offline', retryAt: 1500 });
  waitOver();
  wire().onopen?.();
  expect(wires).toHaveLength(2);
  expect(wire().sent[0]).toEqual({ type: 'hello', protocol: 1, seen: 8 });
});

test('the delay between attempts grows up to a limit', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((tries) => wait(tries, 0.5))).toEqual([
    500, 1000, 2000, 4000, 8000, 15000, 15000,
  ]);
  expect(wait(0, 0)).toBe(400);
  expect(wait(0, 1)).toBe(600);
});

test('the delay goes on growing if connections do not last', () => {
  const delays: number[] = [];
  const breakAndReturn = (): void => {
    wire().breaks(1012);
    const line = lines.at(-1)!;
    delays.push(line.state === 'offline' ? line.retryAt - 1000 : 0);
    timers
      .filter((one) => !one.off)
      .at(-1)!
      .call();
    welcome(1);
  };
  welcome(1);
  breakAndReturn();
  breakAndReturn();
  breakAndReturn();
  expect(delays).toEqual([500, 1000, 2000]);
  timers.find((one) => !one.off && one.ms === 10_000)!.call(); // it has lasted
  breakAndReturn();
  expect(delays.at(-1)).toBe(500);
});

test('a play without an answer is sent again with the same id', async () => {
  welcome(1);
  const answer = socket.ask({ type: 'play', version: 1, action: ['choose', 3] });
  const [first] = wire().sent;
  wire().breaks();
  waitOver();
  wire().onopen?.();
  welcome(1);
  expect(wire().sent[1]).toEqual(first);
  wire().says({ type: 'done', id: first!.id, version: 2 });
  expect(await answer).toBeNull();
});

test('an answered play is not sent again', async () => {
  welcome(1);
  const answer = socket.ask({ type: 'chat', text: 'hello' });
  wire().says({ type: 'done', id: wire().sent[0]!.id, version: 1 });
  await answer;
  wire().breaks();
  waitOver();
  welcome(1);
  expect(wire().sent).toEqual([]);
});

test('a refusal has a sentence and a rule', async () => {
  welcome(1);
  const answer = socket.ask({ type: 'play', version: 1, action: ['choose', 3] });
  wire().says({
    type: 'refused',
    id: wire().sent[0]!.id,
    code: 'not-open',
    sentence: 'Not now.',
    rule: 'BG-07',
  });
  expect(await answer).toMatchObject({ sentence: 'Not now.', rule: 'BG-07' });
});

test('a gap in the versions requests a full snapshot', () => {
  welcome(1);
  update(3);
  expect(wires).toHaveLength(2);
  wire().onopen?.();
  expect(wire().sent).toEqual([{ type: 'hello', protocol: 1, seen: null }]);
  expect(heard).toHaveLength(1);
});

test('an update with an old version is dropped', () => {
  welcome(5);
  update(5);
  expect(heard).toHaveLength(1);
  expect(wires).toHaveLength(1);
});

test.each(NAMES.filter((name) => FINAL.includes(name)))('after %s it does not come back', (name) => {
  welcome(1);
  wire().breaks(CLOSE_CODES[name]);
  waitOver();
  expect(away).toEqual([CLOSE_CODES[name]]);
  expect(wires).toHaveLength(1);
});

test.each(NAMES.filter((name) => !FINAL.includes(name)))('after %s it comes back', (name) => {
  welcome(1);
  wire().breaks(CLOSE_CODES[name]);
  waitOver();
  expect(away).toEqual([]);
  expect(wires).toHaveLength(2);
});

test('a silent connection is closed and reconnected', () => {
  welcome(1);
  waitOver();
  expect(wire().sent).toEqual([{ type: 'ping', n: 1 }]);
  waitOver();
  expect(lines.at(-1)).toMatchObject({ state: 'offline' });
});

test('a pong keeps the connection', () => {
  welcome(1);
  waitOver();
  wire().says({ type: 'pong', n: 1 });
  waitOver();
  expect(lines.at(-1)).toEqual({ state: 'live' });
});

test('it receives nothing after it was left', () => {
  welcome(1);
  const last = wire();
  socket.leave();
  last.says({ type: 'update', version: 2, log: [], set: {} });
  expect(heard).toHaveLength(1);
});

test('all messages are padded to one of few lengths', () => {
  wire().onopen?.();
  welcome(7);
  void socket.ask({ type: 'play', version: 7, action: ['choose', 3] });
  void socket.ask({ type: 'play', version: 7, action: ['choose', 'the longest word of all', 17] });
  timers.filter((timer) => !timer.off).forEach((timer) => timer.call());
  expect(wire().sent.map((message) => message.type)).toEqual(['hello', 'play', 'play', 'ping']);
  expect(new Set(wire().lengths)).toEqual(new Set([STEP]));
  void socket.ask({ type: 'chat', text: 'Käse? '.repeat(60) });
  expect(wire().lengths.at(-1)).toBe(2 * STEP);
});

test('a page that is shown again keeps a connection that answers within two seconds', () => {
  welcome(1);
  socket.wake();
  socket.wake(); // phones report both that the page is visible and that it is shown
  expect(wire().sent.filter(({ type }) => type === 'ping')).toHaveLength(1);
  const { call } = timers.findLast(({ ms }) => ms === 2000)!;
  wire().says({ type: 'pong', n: 0 });
  call();
  expect(wires).toHaveLength(1);
});

test('a page that is shown again replaces a connection that stays silent for two seconds', () => {
  welcome(1);
  socket.wake();
  timers.findLast(({ ms }) => ms === 2000)!.call();
  expect(wires).toHaveLength(2);
  wire().onopen?.();
  expect(wire().sent).toEqual([{ type: 'hello', protocol: 1, seen: 1 }]);
});

test('a page that is shown again reconnects at once where the connection is lost', () => {
  welcome(1);
  wire().breaks();
  socket.wake();
  expect(wires).toHaveLength(2);
});
