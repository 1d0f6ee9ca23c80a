/** A live table: the connection to it, its seats, and the game that is played. */

import type {
  Action,
  ChatLine,
  GameInfo,
  Line as LogLine,
  LogPage,
  Question,
  Refused,
  ServerMessage,
  Snapshot,
  TableInfo,
  ToldTable,
  Update,
  Welcome,
} from '../../wire';
import { announcer } from '../effects/announce.svelte';
import { notify, title } from '../effects/notify';
import { sound } from '../effects/sound';
import type { Wish } from '../input/autoplay.svelte';
import { get, withQuery } from '../net/api';
import { type Line, surroundings } from '../net/socket';
import type { Company } from '../text/table-questions';
import { Chat } from './chat.svelte';
import { note } from './commitments';
import { Connection } from './connection.svelte';
import { Hints } from './hints';
import { Play } from './play.svelte';
import { Presentation } from './presentation.svelte';
import { TableQuestions } from './questions.svelte';
import type { Saving } from './saving.svelte';
import type { SinceTurn } from './look-back.svelte';
import { decides, patched } from './snapshot';

export class LiveTable {
  table: TableInfo = $state.raw() as TableInfo;
  /** Null until the game has begun. */
  play: Play | null = $state.raw(null);
  you: Welcome['you'] = $state.raw({ seat: null, owner: false });
  trouble = $state('');
  /** How often the server has sent everything. */
  welcomes = $state(0);
  /** The latest snapshot. The one that is shown may be a moment older. */
  newest: Snapshot | null = null;
  private readonly connection: Connection;
  private readonly presentation = new Presentation(
    () => this.play,
    () => this.you.seat,
  );
  private readonly conversation = new Chat();
  private readonly votes = new TableQuestions();
  private readonly hints = new Hints(
    () => this.connection.send({ type: 'hint' }),
    () => this.connection.tell({ type: 'hint', stop: true }),
  );

  constructor(
    table: TableInfo,
    private readonly game: GameInfo,
    private readonly pack: unknown,
    private readonly invite: string | null,
  ) {
    this.table = table;
    note(table);
    this.connection = new Connection(surroundings(table.id, invite), {
      receive: (message) => this.receive(message),
      lineChanged: (line) => {
        if (this.play) this.play.live = line.state === 'live';
      },
      isRealTime: () => Boolean(this.play?.snapshot.time),
    });
  }

  /** Connects, or continues from a welcome that came with the page. Returns a function that leaves. */
  open(first: Welcome | null = null): () => void {
    const close = this.connection.open(first);
    return () => {
      close();
      title('');
    };
  }

  // -- parts, as components read them

  get line(): Line {
    return this.connection.line;
  }
  /** The close code, if the server has closed the connection for good. */
  get away(): number | null {
    return this.connection.away;
  }
  get version(): number {
    return this.connection.version;
  }
  get quiet(): number {
    return this.connection.quiet;
  }
  get lag(): number {
    return this.connection.lag;
  }
  get sentAt(): number | null {
    return this.connection.sentAt;
  }
  get saving(): Saving {
    return this.connection.saving;
  }
  get refusal(): Refused | null {
    return this.connection.refusal;
  }
  set refusal(refusal: Refused | null) {
    this.connection.refusal = refusal;
  }
  get chat(): ChatLine[] {
    return this.conversation.lines;
  }
  get unread(): number {
    return this.conversation.unread;
  }
  set unread(unread: number) {
    this.conversation.unread = unread;
  }
  get questions(): Question[] {
    return this.votes.open;
  }
  get caption(): LogLine[] {
    return this.presentation.caption;
  }
  get since(): SinceTurn {
    return this.presentation.since;
  }
  get root(): HTMLElement | null {
    return this.presentation.root;
  }
  set root(root: HTMLElement | null) {
    this.presentation.root = root;
  }
  set sounds(sounds: Presentation['sounds']) {
    this.presentation.sounds = sounds;
  }
  set splitUpdate(split: Presentation['splitUpdate']) {
    this.presentation.splitUpdate = split;
  }

  tryNow(): void {
    this.connection.tryNow();
  }

  catchUp(): void {
    this.presentation.catchUp();
  }

  lookBack(): void {
    this.presentation.lookBack();
  }

  // -- playing

  private act(action: Action): Promise<boolean> {
    this.catchUp();
    this.hints.forget();
    this.refusal = null;
    this.votes.outcome = '';
    return this.whileSaving(this.played(action));
  }

  private async played(action: Action): Promise<boolean> {
    const { connection } = this;
    const played = await connection.saveTimed({ type: 'play', version: connection.seen, action });
    if (played && this.newest) this.presentation.recordFrom(this.newest);
    if (played) await this.acknowledgedIsShown();
    return played;
  }

  /** Takes back the last answer, or all answers of one gesture as far as that is free. */
  async undo(): Promise<boolean> {
    if (this.play?.refrains) return false;
    this.refusal = null;
    this.votes.outcome = '';
    return this.whileSaving(this.takenBack());
  }

  private async takenBack(): Promise<boolean> {
    const { connection } = this;
    while (await connection.save({ type: 'undo', version: connection.seen })) {
      const more = this.play?.chain.takesBack();
      await this.acknowledgedIsShown();
      if (!more || this.play?.snapshot.undo?.kind !== 'free') return true;
    }
    return false;
  }

  /** Blocks other answers until this one is shown or refused. */
  private whileSaving(answer: Promise<boolean>): Promise<boolean> {
    return this.play?.moving.until(answer) ?? answer;
  }

  private acknowledgedIsShown(): Promise<void> {
    return this.presentation.until(() => this.connection.acknowledged);
  }

  hint(): Promise<void> {
    return this.hints.ask();
  }

  closeHint(): void {
    this.hints.close(this.play);
  }

  /** Changes which answers the server gives for this seat. What is not named stays. */
  async wish(change: Partial<Wish>): Promise<void> {
    const habits = this.newest?.habits;
    if (!habits || (change.hold && this.play?.refrains)) return;
    const { forced, windows, hold } = { ...habits, ...change };
    await this.connection.saveOnce({ type: 'habits', forced, windows, hold });
  }

  /** The current table in full sentences. */
  told(): Promise<ToldTable> {
    return get<ToldTable>(withQuery(`/api/tables/${this.table.id}/told`, { invite: this.invite }));
  }

  // -- talking to the others

  /** Sends a line of chat. Resolves to false if it is refused. */
  say(text: string): Promise<boolean> {
    return this.connection.saveOnce({ type: 'chat', text });
  }

  /** Why the game allows no chat now; empty if it does. */
  get hushed(): string {
    return this.play && !this.play.snapshot.over ? this.game.hush : '';
  }

  async ask(kind: 'bot' | 'back' | 'pause' | 'resume' | 'end', seat: number): Promise<void> {
    await this.connection.saveOnce({ type: 'ask', kind, seat });
  }

  async answer(question: string, yes: boolean): Promise<void> {
    await this.connection.saveOnce({ type: 'answer', question, yes });
  }

  /** Whether the table can be paused. False for games that have a pause of their own. */
  get pausable(): boolean {
    const { snapshot } = this.play ?? {};
    return Boolean(
      snapshot &&
      !snapshot.over &&
      snapshot.seat !== null &&
      (snapshot.time || snapshot.clocks) &&
      !this.game.verbs.pause,
    );
  }

  async pause(): Promise<void> {
    if (this.pausable) await this.ask(this.play?.snapshot.paused ? 'resume' : 'pause', this.you.seat ?? 0);
  }

  /** Offers no bot for a seat until its player was here again. */
  waitFor(seat: number): void {
    this.votes.waitFor(seat);
  }

  /** What the prompt needs to know of the players at the table. */
  get company(): Company {
    const snapshot = this.play?.snapshot;
    return {
      table: this.table,
      you: this.you.seat,
      questions: this.votes.open,
      outcome: this.votes.outcome,
      waiting: snapshot?.waiting ?? [],
      asked: Boolean(this.play?.yours),
      pausable: this.pausable && !snapshot?.paused,
      waitingFor: this.votes.waitingFor,
    };
  }

  // -- messages of the server

  private receive(message: ServerMessage): void {
    if (message.type === 'welcome') this.welcome(message);
    else if (message.type === 'update') this.update(message);
    else if (message.type === 'table') this.seated(message.table);
    else if (message.type === 'chat') this.conversation.receive(message.line);
    else if (message.type === 'question') this.votes.receive(message.question);
    else if (message.type === 'answered') this.votes.settle(message);
    else if (message.type === 'hint') {
      if (this.play) this.hints.receive(message, this.play);
    } else if (message.type === 'error') this.trouble = message.sentence;
  }

  private welcome(message: Welcome): void {
    this.presentation.reset();
    this.seated(message.table);
    this.you = message.you;
    this.conversation.lines = message.chat;
    this.votes.open = message.questions;
    const { sheet: snapshot } = message;
    this.newest = snapshot;
    if (!snapshot) return;
    if (this.play) this.play.take(snapshot);
    else this.play = this.begin(snapshot);
    this.presentation.showed(message.version);
    this.welcomes += 1;
    this.alert(snapshot, true);
  }

  private begin(snapshot: Snapshot): Play {
    return new Play(
      this.game,
      this.pack,
      snapshot,
      this.table.seats,
      (action) => this.act(action),
      false,
      this.table.options,
      (before) =>
        get<LogPage>(withQuery(`/api/tables/${this.table.id}/log`, { before, invite: this.invite })),
    );
  }

  /** Reads out and applies an update. It is shown when its turn comes. */
  private update(message: Update): void {
    const { play, newest } = this;
    if (!play || !newest) return;
    const snapshot = (this.newest = patched(newest, message));
    this.votes.outcome = '';
    if (!snapshot.time) this.refusal = null; // while time runs, others act all the time: the refusal stays
    announcer.say(...message.log.map(([, words]) => words));
    if (decides(snapshot) && message.set.prompt !== undefined) announcer.say(snapshot.prompt);
    this.presentation.receive(message, newest, snapshot, play);
    this.alert(snapshot, decides(newest)); // last, so that a failure outside the page cannot stop the table
  }

  /** Tells the player outside the page that it is their turn, unless it was before. */
  private alert(snapshot: Snapshot, wasAsked: boolean): void {
    const isAsked = decides(snapshot);
    title(this.table.title, isAsked);
    if (!isAsked || wasAsked) return;
    sound('turn');
    void notify(`Your turn in ${this.table.title}`, snapshot.prompt, this.table.id);
  }

  private seated(table: TableInfo): void {
    this.table = table;
    this.votes.update(table);
    if (this.play) this.play.seats = table.seats;
  }
}
