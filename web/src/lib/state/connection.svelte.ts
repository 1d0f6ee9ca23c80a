/** The connection of a live table: its state, the messages without an answer yet, and the last refusal. */

import type { Refused, ServerMessage, Welcome } from '../../wire';
import { sound } from '../effects/sound';
import { type Line, type Surroundings, TableSocket, type Unsent } from '../net/socket';
import { Saving } from './saving.svelte';

/** Milliseconds for which a refusal is shown while time runs, unless the player plays something else. */
const REFUSAL_SHOWN = 6000;

export interface ConnectionListener {
  receive(message: ServerMessage): void;
  lineChanged(line: Line): void;
  /** Whether time runs at the table, so that a refusal goes away by itself. */
  isRealTime(): boolean;
}

export class Connection {
  line: Line = $state.raw({ state: 'connecting' });
  /** The close code, if the server has closed the connection for good. */
  away: number | null = $state(null);
  /** The last version that was received, and the last one that acknowledged a message of this client. */
  version = $state(0);
  acknowledged = 0;
  /** The number of acknowledged messages that changed nothing in this view. */
  quiet = $state(0);
  /** Milliseconds that the server took to answer the last play. */
  lag = $state(0);
  /** When the play was sent that is not answered yet. */
  sentAt: number | null = $state(null);
  refusal: Refused | null = $state.raw(null);
  readonly saving = new Saving();
  private readonly unanswered = new Set<string>();
  private readonly socket: TableSocket;

  constructor(
    around: Surroundings,
    private readonly listener: ConnectionListener,
  ) {
    this.socket = new TableSocket(around, {
      heard: (message) => this.receive(message),
      line: (line) => {
        this.line = line;
        listener.lineChanged(line);
      },
      turnedAway: (code) => (this.away = code),
    });
  }

  /** Connects, or continues from a welcome that came with the page. Returns a function that disconnects. */
  open(first: Welcome | null): () => void {
    if (first) this.socket.begin(first);
    else this.socket.connect();
    const ending = new AbortController();
    const { signal } = ending;
    const wake = (): void => this.socket.wake();
    addEventListener('online', wake, { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && wake(), { signal });
    document.addEventListener('visibilitychange', () => document.hidden || wake(), { signal });
    return () => {
      ending.abort();
      this.socket.leave();
    };
  }

  tryNow(): void {
    this.socket.tryNow();
  }

  /** The version that a play or an undo refers to. */
  get seen(): number {
    return this.socket.seen ?? 0;
  }

  /** Sends a message. Resolves to false if it is refused. */
  async send(message: Unsent): Promise<boolean> {
    const refused = await this.socket.ask(message);
    if (refused) this.refuse(refused);
    return !refused;
  }

  /** Sends a message that counts once the server has saved it. */
  save(message: Unsent): Promise<boolean> {
    return this.saving.until(this.send(message));
  }

  /** Saves a message unless the same one is not answered yet: a second tap means the same. */
  async saveOnce(message: Unsent): Promise<boolean> {
    const key = JSON.stringify(message);
    if (this.unanswered.has(key)) return true;
    this.unanswered.add(key);
    try {
      return await this.save(message);
    } finally {
      this.unanswered.delete(key);
    }
  }

  /** Sends a message whose answer nobody waits for. */
  tell(message: Unsent): void {
    void this.socket.ask(message);
  }

  /** Saves a message and measures how long the answer takes. */
  async saveTimed(message: Unsent): Promise<boolean> {
    const sent = (this.sentAt = performance.now());
    const saved = await this.save(message);
    this.lag = performance.now() - sent;
    if (this.sentAt === sent) this.sentAt = null;
    return saved;
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'done' && message.version === this.version) this.quiet += 1;
    this.version = this.seen;
    // After a restart of the server the versions of a welcome may be lower than before.
    if (message.type === 'done' || message.type === 'welcome') this.acknowledged = message.version;
    this.listener.receive(message);
  }

  private refuse(refused: Refused): void {
    this.refusal = refused;
    setTimeout(() => {
      if (this.refusal === refused && this.listener.isRealTime()) this.refusal = null;
    }, REFUSAL_SHOWN);
    sound('wood');
  }
}
