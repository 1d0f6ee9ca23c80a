/** The WebSocket of a table: greets the server, reconnects, and repeats messages without an answer. */

import { address } from '../router/base';
import {
  FINAL_CLOSE_CODES,
  type Message,
  PROTOCOL,
  type Refused,
  type ServerMessage,
  STEP,
  type Welcome,
} from '../../wire';
import { follows, stale } from '../state/snapshot';

export type Line = { state: 'connecting' } | { state: 'live' } | { state: 'offline'; retryAt: number };

/** The part of a WebSocket that is used, replaced in tests. */
export interface Wire {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Surroundings {
  open(): Wire;
  now(): number;
  later(call: () => void, ms: number): unknown;
  never(timer: unknown): void;
  random(): number;
}

export interface Listener {
  heard(message: ServerMessage): void;
  line(line: Line): void;
  /** The server refuses this client for good: no such table, no seat, or not allowed. */
  turnedAway(code: number): void;
}

/** Messages that are answered by id. */
type Numbered = Extract<Message, { id: string }>;
/** A message before it has an id. */
export type Unsent = Numbered extends infer M ? (M extends unknown ? Omit<M, 'id'> : never) : never;

const WAITS = [500, 1000, 2000, 4000, 8000, 15000];
const PING_EVERY = 20_000;
const PATIENCE = 10_000;
/** How long a connection must last until the delays begin anew: a server in trouble may welcome and close. */
const STEADY = 10_000;
/** How long a connection may stay silent after the page was asleep or hidden. */
const WAKE_PATIENCE = 2000;

/** Milliseconds before a try to reconnect, with jitter so that clients do not all return at once. */
export const wait = (tries: number, random: number): number =>
  Math.round((WAITS[Math.min(tries, WAITS.length - 1)] ?? 15000) * (0.8 + 0.4 * random));

/** A message as text, padded with blanks so that its length does not reveal its content. */
export function said(message: Message): string {
  const text = JSON.stringify(message);
  const bytes = new TextEncoder().encode(text).length;
  return text + ' '.repeat(Math.ceil(bytes / STEP) * STEP - bytes);
}

export class TableSocket {
  seen: number | null = null;
  private wire: Wire | null = null;
  private live = false;
  private silent = false;
  private isWaking = false;
  private tries = 0;
  private timers: unknown[] = [];
  private numbers = 0;
  private unanswered = new Map<string, Numbered>();
  private waitingFor = new Map<string, (refused: Refused | null) => void>();
  private readonly name: string;

  constructor(
    private readonly around: Surroundings,
    private readonly listener: Listener,
  ) {
    this.name = Math.floor(around.random() * 2 ** 40).toString(36);
  }

  connect(): void {
    this.clear();
    this.listener.line({ state: 'connecting' });
    const wire = this.around.open();
    this.wire = wire;
    wire.onopen = () => wire.send(said({ type: 'hello', protocol: PROTOCOL, seen: this.seen }));
    wire.onmessage = (event) => this.wire === wire && this.receive(String(event.data));
    wire.onclose = (event) => this.wire === wire && this.closed(event.code);
    this.after(PATIENCE, () => this.live || wire.close());
  }

  /** Continue from a welcome that came with the page; the server sends only what happened since. */
  begin(welcome: Welcome): void {
    this.connect();
    this.seen = welcome.version;
    this.listener.line({ state: 'live' });
    this.listener.heard(welcome);
  }

  /** Send a message with a new id. Resolves to null, or to the refusal. */
  ask(message: Unsent): Promise<Refused | null> {
    const id = `${this.name}-${++this.numbers}`;
    const whole: Numbered = { ...message, id };
    this.unanswered.set(id, whole);
    if (this.live) this.wire?.send(said(whole));
    return new Promise((answer) => this.waitingFor.set(id, answer));
  }

  tryNow(): void {
    if (!this.live) this.connect();
  }

  /**
   * Checks the connection after the page was hidden. Phones close sockets of hidden pages silently, so the
   * socket is replaced if nothing is heard within two seconds after a ping.
   */
  wake(): void {
    if (!this.live) return this.tryNow();
    if (this.isWaking) return;
    this.isWaking = true;
    this.wire?.send(said({ type: 'ping', n: 0 }));
    this.after(WAKE_PATIENCE, () => {
      if (!this.isWaking) return;
      this.drop();
      this.connect();
    });
  }

  /** Reconnect and load everything: an update was missed. */
  afresh(): void {
    this.seen = null;
    this.drop();
    this.connect();
  }

  leave(): void {
    this.drop();
    this.clear();
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    this.silent = this.isWaking = false;
    if (message.type === 'update') {
      if (stale(this.seen, message.version)) return;
      if (!follows(this.seen, message.version)) return this.afresh();
    }
    if (message.type === 'welcome' || message.type === 'update') this.seen = message.version;
    if (!this.live) this.lively();
    this.settle(message);
    this.listener.heard(message);
  }

  private lively(): void {
    this.live = true;
    this.clear();
    this.after(STEADY, () => (this.tries = 0));
    this.listener.line({ state: 'live' });
    for (const message of this.unanswered.values()) this.wire?.send(said(message));
    this.ping(1);
  }

  private settle(message: ServerMessage): void {
    if (message.type !== 'done' && message.type !== 'refused' && message.type !== 'hint') return;
    this.unanswered.delete(message.id);
    this.waitingFor.get(message.id)?.(message.type === 'refused' ? message : null);
    this.waitingFor.delete(message.id);
  }

  /** Ping regularly. A connection that was silent since the last ping is dead. */
  private ping(n: number): void {
    this.after(PING_EVERY, () => {
      if (this.silent) return this.closed(0);
      this.silent = true;
      this.wire?.send(said({ type: 'ping', n }));
      this.ping(n + 1);
    });
  }

  private closed(code: number): void {
    this.drop();
    this.clear();
    if (FINAL_CLOSE_CODES.has(code)) return this.listener.turnedAway(code);
    const ms = wait(this.tries++, this.around.random());
    this.listener.line({ state: 'offline', retryAt: this.around.now() + ms });
    this.after(ms, () => this.connect());
  }

  private drop(): void {
    const wire = this.wire;
    this.wire = null;
    this.live = this.isWaking = false;
    wire?.close();
  }

  private after(ms: number, call: () => void): void {
    this.timers.push(this.around.later(call, ms));
  }

  private clear(): void {
    this.timers.forEach((timer) => this.around.never(timer));
    this.timers = [];
  }
}

/** The WebSocket, clock and timers of the browser. */
export function surroundings(id: string, invite: string | null): Surroundings {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const query = invite ? `?invite=${encodeURIComponent(invite)}` : '';
  return {
    open: () =>
      new WebSocket(`${scheme}://${location.host}${address('/ws/tables/')}${id}${query}`) as unknown as Wire,
    now: () => Date.now(),
    later: (call, ms) => setTimeout(call, ms),
    never: (timer) => clearTimeout(timer as number),
    random: () => Math.random(),
  };
}
