/** A live table: its socket, its seats, its chat and questions, and the play on it. */

import { tick } from 'svelte';
import type {
  Action,
  ChatLine,
  Line as LogLine,
  ServerMessage,
  GameInfo,
  HintGiven,
  LogPage,
  Question,
  QuestionAnswered,
  Refused,
  Sheet,
  TableInfo,
  ToldTable,
  Update,
  Welcome,
} from '../../wire';
import { announcer } from '../effects/announce.svelte';
import { notify, title } from '../effects/notify';
import { lengthOf, sceneOf, still } from '../effects/scene';
import { type Before, before, frame, play as stage } from '../effects/stage';
import { type Press, Staging } from '../effects/staging';
import type { Company } from '../text/table-questions';
import { told } from '../text/hint';
import type { Wish } from '../input/autoplay.svelte';
import { Play } from './play.svelte';
import { note } from './commitments';
import { Saving } from './saving.svelte';
import { session } from './session.svelte';
import { decides, patched } from './snapshot';
import { SinceTurn } from './look-back.svelte';
import { get, withQuery } from '../net/api';
import { type Line, TableSocket, type Unsent, surroundings } from '../net/socket';
import { type Sound, sound } from '../effects/sound';

/** Milliseconds that one step of looking back takes at least, and a caption stands. */
const A_LOOK = 900;
const A_CAPTION = 2200;

/** Lines that are told to one alone, at a certain time or at none. */
const OWN = /^(\d+:\d\d )?You /;

/** How long a refusal stands at a table where time runs, unless something else is played first. */
const READING = 6000;

/** How the table lay before what is drawn now, and the lines that tell of it. */
interface Drawn {
  was: Before | null;
  lines: LogLine[];
  seen: Promise<void>;
}

export class LiveTable {
  table: TableInfo = $state.raw() as TableInfo;
  play: Play | null = $state.raw(null);
  line: Line = $state.raw({ state: 'connecting' });
  chat: ChatLine[] = $state.raw([]);
  unread = $state(0);
  questions: Question[] = $state.raw([]);
  refusal: Refused | null = $state.raw(null);
  /** Why a question was not agreed to, until the next thing happens. */
  word = $state('');
  /** The seats for whose person one would rather wait. */
  private patient: ReadonlySet<number> = $state.raw(new Set<number>());
  away: number | null = $state(null);
  trouble = $state('');
  version = $state(0);
  /** How often everything was told anew. */
  welcomes = $state(0);
  /** Plays that were done but changed nothing one could see. */
  quiet = $state(0);
  /** Milliseconds that the server took to answer the last play. */
  lag = $state(0);
  /** When the play was sent that is not answered yet. */
  sentAt: number | null = $state(null);
  you: Welcome['you'] = $state.raw({ seat: null, owner: false });
  /** What the layout wants to be heard, by event. */
  sounds: Record<string, Sound> = {};
  /** What the layout wants to be seen of an update before the rest of it. */
  splitUpdate: ((sheet: Sheet, update: Update) => Update | null) | null = null;
  root: HTMLElement | null = null;
  /** What is known; what is shown may be a moment behind. */
  newest: Sheet | null = null;
  readonly since = new SinceTurn();
  readonly saving = new Saving();
  /** What is shown again once nobody looks back any more. */
  private now: Sheet | null = null;
  /** What waits until something else has been seen. */
  private lingering: Update | null = null;
  private readonly staging = new Staging<Update>((updates) => void this.show(updates));
  /** What others have just done, in words. */
  caption: LogLine[] = $state.raw([]);
  private pointing: ReturnType<typeof setTimeout> | undefined;
  /** What is being drawn, until the next frame. */
  private scene: Drawn | null = null;
  private focused = false;
  /** Whether advice is wanted: what comes after it was closed, or after a move, is not. */
  private wonders = false;
  /** The version that was acknowledged last, the one that is shown, and who waits for it. */
  private acknowledged = 0;
  private shown = 0;
  private behind: (() => void)[] = [];
  private readonly onTheWay = new Set<string>();
  private readonly socket: TableSocket;

  constructor(
    table: TableInfo,
    private readonly game: GameInfo,
    private readonly pack: unknown,
    private readonly invite: string | null,
  ) {
    this.table = table;
    note(table);
    this.socket = new TableSocket(surroundings(table.id, invite), {
      heard: (message) => this.heard(message),
      line: (line) => this.lineIs(line),
      turnedAway: (code) => (this.away = code),
    });
  }

  /** Sits down at the table, or goes on from what is known of it already. */
  open(first: Welcome | null = null): () => void {
    if (first) this.socket.begin(first);
    else this.socket.connect();
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener('online', () => this.socket.wake(), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && this.socket.wake(), { signal });
    document.addEventListener('visibilitychange', () => document.hidden || this.socket.wake(), { signal });
    return () => {
      ending.abort();
      this.socket.leave();
      title('');
    };
  }

  tryNow(): void {
    this.socket.tryNow();
  }

  /** Whoever touches anything sees the table as it is. */
  catchUp(): void {
    if (this.since.stop()) this.returned();
    this.staging.skip();
  }

  /** Shows again what has happened since one's own last decision. */
  lookBack(): void {
    this.catchUp();
    const { play } = this;
    if (!play) return;
    this.now = play.sheet;
    this.since.start(
      (sheet, update) => {
        void this.staged(play, sheet, update?.log ?? []);
        return Math.max(A_LOOK, lengthOf(update?.log ?? [], sceneOf(update?.log ?? [], play)));
      },
      () => this.returned(),
    );
  }

  private returned(): void {
    if (this.play && this.now) this.play.take(this.now);
    this.now = null;
  }

  private act(action: Action): Promise<boolean> {
    this.catchUp();
    this.wonders = false;
    this.refusal = null;
    this.word = '';
    return this.moved(this.played(action));
  }

  private async played(action: Action): Promise<boolean> {
    const sent = (this.sentAt = performance.now());
    const played = await this.saved({ type: 'play', version: this.socket.seen ?? 0, action });
    this.lag = performance.now() - sent;
    if (this.sentAt === sent) this.sentAt = null;
    if (played && this.newest) this.since.begin(this.newest);
    if (played) await this.caughtUp();
    return played;
  }

  /** The table in full sentences, as it is now. */
  told(): Promise<ToldTable> {
    return get<ToldTable>(withQuery(`/api/tables/${this.table.id}/told`, { invite: this.invite }));
  }

  /** Takes back the last answer; what was given by one gesture is taken back by one, as far as it is free. */
  async undo(): Promise<boolean> {
    if (this.play?.refrains) return false;
    this.refusal = null;
    this.word = '';
    return this.moved(this.takenBack());
  }

  private async takenBack(): Promise<boolean> {
    while (await this.saved({ type: 'undo', version: this.socket.seen ?? 0 })) {
      const more = this.play?.chain.takesBack();
      await this.caughtUp();
      if (!more || this.play?.sheet.undo?.kind !== 'free') return true;
    }
    return false;
  }

  /** Until it is confirmed and shown, or refused, the table waits. */
  private moved(answer: Promise<boolean>): Promise<boolean> {
    return this.play?.moving.until(answer) ?? answer;
  }

  /** Resolves once the sheet shows what was acknowledged last. */
  private async caughtUp(): Promise<void> {
    while (this.shown < this.acknowledged) await new Promise<void>((go) => this.behind.push(go));
  }

  private shows(version: number): void {
    this.shown = version;
    for (const go of this.behind.splice(0)) go();
  }

  async hint(): Promise<void> {
    this.wonders = true;
    await this.answered(this.socket.ask({ type: 'hint' }));
  }

  /** Enough of it: what the server still thinks about is not wanted any more. */
  closeHint(): void {
    if (this.wonders && this.play?.hint?.done === false) void this.socket.ask({ type: 'hint', stop: true });
    this.wonders = false;
    if (this.play) this.play.hint = null;
  }

  /** A hint, or a better one; the first and the last are read out. */
  private advised(hint: HintGiven): void {
    const { play } = this;
    if (!play || !this.wonders || (hint.action[0] !== 'wait' && !play.offers(hint.action))) return;
    if (!play.hint || hint.done) announcer.say(`Advice: ${told(hint)}`);
    play.hint = hint;
  }

  /** Whether it was said. */
  say(text: string): Promise<boolean> {
    return this.once({ type: 'chat', text });
  }

  async ask(kind: 'bot' | 'back' | 'pause' | 'resume' | 'end', seat: number): Promise<void> {
    await this.once({ type: 'ask', kind, seat });
  }

  /** Whether the table itself can be paused; a game with a pause of its own sees to it itself. */
  get pausable(): boolean {
    const { sheet } = this.play ?? {};
    return Boolean(
      sheet && !sheet.over && sheet.seat !== null && (sheet.time || sheet.clocks) && !this.game.verbs.pause,
    );
  }

  async pause(): Promise<void> {
    if (this.pausable) await this.ask(this.play?.sheet.paused ? 'resume' : 'pause', this.you.seat ?? 0);
  }

  /** Asks for no bot while this person is away. */
  waitFor(seat: number): void {
    this.patient = new Set([...this.patient, seat]);
  }

  /** Who is at the table, as far as the prompt needs to know. */
  get company(): Company {
    const sheet = this.play?.sheet;
    return {
      table: this.table,
      you: this.you.seat,
      questions: this.questions,
      word: this.word,
      waiting: sheet?.waiting ?? [],
      asked: Boolean(this.play?.yours),
      pausable: this.pausable && !sheet?.paused,
      patient: this.patient,
    };
  }

  /** Why nobody may chat now, where that is so. */
  get hushed(): string {
    return this.play && !this.play.sheet.over ? this.game.hush : '';
  }

  /** What the server is to answer for this seat; what is not named stays as it is. */
  async wish(change: Partial<Wish>): Promise<void> {
    const habits = this.newest?.habits;
    if (!habits || (change.hold && this.play?.refrains)) return;
    const { forced, windows, hold } = { ...habits, ...change };
    await this.once({ type: 'habits', forced, windows, hold });
  }

  async answer(question: string, yes: boolean): Promise<void> {
    await this.once({ type: 'answer', question, yes });
  }

  /** What is on its way already is not sent again: the second tap meant the same. */
  private async once(message: Unsent): Promise<boolean> {
    const words = JSON.stringify(message);
    if (this.onTheWay.has(words)) return true;
    this.onTheWay.add(words);
    try {
      return await this.saved(message);
    } finally {
      this.onTheWay.delete(words);
    }
  }

  /** Sends what counts only once it is saved: whether it was. */
  private saved(message: Unsent): Promise<boolean> {
    return this.answered(this.saving.until(this.socket.ask(message)));
  }

  private async answered(answer: Promise<Refused | null>): Promise<boolean> {
    const refused = await answer;
    if (refused) {
      this.refusal = refused;
      setTimeout(() => this.refusal === refused && this.play?.sheet.time && (this.refusal = null), READING);
      sound('wood');
    }
    return !refused;
  }

  private lineIs(line: Line): void {
    this.line = line;
    if (this.play) this.play.live = line.state === 'live';
  }

  private heard(message: ServerMessage): void {
    if (message.type === 'done' && message.version === this.version) this.quiet += 1;
    this.version = this.socket.seen ?? 0;
    if (message.type === 'done') this.acknowledged = message.version;
    if (message.type === 'welcome') this.welcome(message);
    else if (message.type === 'update') void this.update(message);
    else if (message.type === 'table') this.seated(message.table);
    else if (message.type === 'chat') this.chatted(message.line);
    else if (message.type === 'question')
      this.questions = [...this.questions.filter((q) => q.id !== message.question.id), message.question];
    else if (message.type === 'answered') this.settled(message);
    else if (message.type === 'hint') this.advised(message);
    else if (message.type === 'error') this.trouble = message.sentence;
  }

  private welcome(message: Welcome): void {
    this.staging.clear();
    this.lingering = null;
    this.since.forget();
    this.seated(message.table);
    this.you = message.you;
    this.chat = message.chat;
    this.questions = message.questions;
    const { sheet } = message;
    this.newest = sheet;
    if (!sheet) return;
    if (this.play) this.play.take(sheet);
    else this.play = this.begun(sheet);
    this.acknowledged = message.version; // it may count afresh
    this.shows(message.version);
    this.entitle(sheet, true);
    this.welcomes += 1;
  }

  private begun(sheet: Sheet): Play {
    return new Play(
      this.game,
      this.pack,
      sheet,
      this.table.seats,
      (action) => this.act(action),
      false,
      this.table.options,
      (before) =>
        get<LogPage>(withQuery(`/api/tables/${this.table.id}/log`, { before, invite: this.invite })),
    );
  }

  /** Known, said and written down at once; seen in its turn. */
  private update(message: Update): void {
    const { play, newest } = this;
    if (!play || !newest) return;
    if (this.since.stop()) this.returned();
    const was = this.asked(newest);
    this.newest = patched(newest, message);
    this.since.hear(message);
    this.word = '';
    if (!this.newest.time) this.refusal = null; // where all play at once, what others do takes no answer away
    this.speak(message, this.newest);
    const first = this.hurried(this.newest) ? null : (this.splitUpdate?.(newest, message) ?? null);
    if (first) this.push(play, first, 'none');
    const rest = { ...message, log: message.log.slice(first?.log.length ?? 0) };
    if (first) this.lingering = rest;
    this.push(play, rest, this.press(this.newest));
    this.entitle(this.newest, was); // last: nothing outside the page may keep the table from going on
  }

  private push(play: Play, update: Update, press: Press): void {
    this.staging.push(update, lengthOf(update.log, sceneOf(update.log, play)), press);
  }

  private asked(sheet: Sheet): boolean {
    return decides(sheet);
  }

  private hurried(sheet: Sheet): boolean {
    return still() || document.hidden || Boolean(sheet.time || sheet.clocks);
  }

  /** Nobody waits for what is only to be looked at: not who may act, not a clock. */
  private press(sheet: Sheet): Press {
    if (this.hurried(sheet)) return 'now';
    if (this.lingering) return 'soon';
    if (this.behind.length) return 'now';
    if (!this.asked(sheet)) return 'none';
    return session.switches.motion === 'calm' && !this.play?.yours ? 'soon' : 'now';
  }
  private async show(updates: Update[]): Promise<void> {
    const { play } = this;
    if (!play) return;
    if (updates.some((update) => update === this.lingering)) this.lingering = null;
    const held = document.activeElement;
    const lines = updates.flatMap((update) => update.log);
    for (const heard of new Set(lines.map(([event]) => this.sounds[event[0]]))) if (heard) sound(heard);
    await this.staged(play, updates.reduce(patched, play.sheet), lines);
    this.shows(updates.at(-1)?.version ?? this.shown);
    this.keepFocus(held);
  }

  /** The next sheet, and what is seen to have happened; all that comes before the next frame is one scene. */
  private staged(play: Play, sheet: Sheet, lines: LogLine[]): Promise<void> {
    const scene = (this.scene ??= this.begin(play));
    scene.lines.push(...lines);
    play.take(sheet);
    this.point(play, lines, Math.max(A_CAPTION, lengthOf(lines, sceneOf(lines, play))));
    return scene.seen;
  }

  private begin(play: Play): Drawn {
    const scene: Drawn = { was: before(this.root), lines: [], seen: Promise.resolve() };
    scene.seen = this.draw(play, scene);
    return scene;
  }

  private async draw(play: Play, { was, lines }: Drawn): Promise<void> {
    await tick();
    if (was && !document.hidden) await frame(this.root);
    this.scene = null;
    stage(this.root, was, sceneOf(lines, play), { seats: play.seats.length, eyes: play.eyes });
  }

  /** For a moment: what others have done something with, and what they did. */
  private point(play: Play, lines: LogLine[], ms: number): void {
    const theirs = lines.filter(
      ([event, words]) => ![null, this.you.seat].includes(play.seatOf(event)) && !OWN.test(words),
    );
    if (!theirs.length || still()) return;
    play.touched = new Set(theirs.flatMap(([event]) => play.speaksOf(event)));
    this.caption = theirs;
    clearTimeout(this.pointing);
    this.pointing = setTimeout(() => this.unpoint(), ms);
  }

  private unpoint(): void {
    if (this.play) this.play.touched = new Set();
    this.caption = [];
  }

  /** What had the ring may be gone with the move; then the next lit thing gets it, for those who play by
   * keyboard. */
  private keepFocus(held: Element | null): void {
    const none = document.activeElement === document.body;
    if (!none || (held !== document.body && !held?.isConnected)) this.focused = true;
    else if (this.play?.sheet.time) this.focused = false; // let go on purpose: time alone takes no focus
    if (none && this.focused && this.play?.yours) {
      this.root
        ?.querySelector<HTMLElement>('button.lit, button[data-lit], .prompt [data-key]')
        ?.focus({ preventScroll: true });
    }
  }

  private speak(message: Update, sheet: Sheet): void {
    announcer.say(...message.log.map(([, words]) => words));
    if (this.asked(sheet) && message.set.prompt !== undefined) announcer.say(sheet.prompt);
  }

  private entitle(sheet: Sheet, was: boolean): void {
    const yours = this.asked(sheet);
    title(this.table.title, yours);
    if (!yours || was) return;
    sound('turn');
    void notify(`Your turn in ${this.table.title}`, sheet.prompt, this.table.id);
  }

  private settled(message: QuestionAnswered): void {
    this.questions = this.questions.filter((question) => question.id !== message.question);
    this.word = message.words ?? '';
  }

  private seated(table: TableInfo): void {
    this.table = table;
    this.patient = new Set([...this.patient].filter((seat) => !table.seats[seat]?.here));
    if (this.play) this.play.seats = table.seats;
  }

  private chatted(line: ChatLine): void {
    if (line.n <= (this.chat.at(-1)?.n ?? 0)) return; // it came with the page
    this.chat = [...this.chat, line];
    this.unread += 1;
    announcer.say(line.name ? `${line.name} says: ${line.text}` : line.text);
  }
}
