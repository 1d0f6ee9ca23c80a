/** Presents updates one after the other: what moves, what sounds, and what rivals have just done. */

import { tick } from 'svelte';
import type { Line as LogLine, Snapshot, Update } from '../../wire';
import { lengthOf, sceneOf, still } from '../effects/scene';
import { type Sound, sound } from '../effects/sound';
import { type Before, before, frame, play as animate } from '../effects/stage';
import { type Press, Staging } from '../effects/staging';
import { SinceTurn } from './look-back.svelte';
import type { Play } from './play.svelte';
import { session } from './session.svelte';
import { decides, patched } from './snapshot';

/** Milliseconds that a step of looking back takes, and that a caption is shown, at least. */
const LOOK_BACK_STEP = 900;
const CAPTION = 2200;
/** Log lines that only one player gets, with or without a time. */
const PRIVATE_LINE = /^(\d+:\d\d )?You /;
const FOCUSABLE_ANSWER = 'button.lit, button[data-lit], .prompt [data-key]';

/** A change that is drawn at the next frame: how the table looked before, and its log lines. */
interface Drawing {
  was: Before | null;
  lines: LogLine[];
  done: Promise<void>;
}

export class Presentation {
  /** What rivals have just done, in words. */
  caption: LogLine[] = $state.raw([]);
  /** The sound of each event. The layout of a game sets it. */
  sounds: Record<string, Sound> = {};
  /** Splits off a first part of an update that is shown by itself. The layout of a game may set it. */
  splitUpdate: ((snapshot: Snapshot, update: Update) => Update | null) | null = null;
  root: HTMLElement | null = null;
  private readonly sinceTurn = new SinceTurn();
  private readonly queue = new Staging<Update>((updates) => void this.show(updates));
  /** The version that is shown, and callbacks that wait for a later one. */
  private shown = 0;
  private waiting: (() => void)[] = [];
  /** The rest of a split update, until it is shown. */
  private rest: Update | null = null;
  private drawing: Drawing | null = null;
  /** The snapshot to return to after looking back. */
  private present: Snapshot | null = null;
  private captionTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the player had the focus on something of the table, so that it moves on with the game. */
  private hadFocus = false;

  /** `play` is null until the game has begun; `seat` is the viewer's, or null for a spectator. */
  constructor(
    private readonly play: () => Play | null,
    private readonly seat: () => number | null,
  ) {}

  /** Forgets what waits: the whole table was sent again. */
  reset(): void {
    this.queue.clear();
    this.rest = null;
    this.sinceTurn.forget();
  }

  /** Notes the version that is shown. */
  showed(version: number): void {
    this.shown = version;
    for (const go of this.waiting.splice(0)) go();
  }

  /** Resolves once a version is shown. */
  async until(version: () => number): Promise<void> {
    while (this.shown < version()) await new Promise<void>((go) => this.waiting.push(go));
  }

  /** Queues an update that changes the table from one snapshot to the next. */
  receive(update: Update, from: Snapshot, to: Snapshot, play: Play): void {
    this.endLookBack();
    this.sinceTurn.hear(update);
    const first = isHurried(to) ? null : (this.splitUpdate?.(from, update) ?? null);
    const rest = { ...update, log: update.log.slice(first?.log.length ?? 0) };
    if (first) {
      this.push(play, first, 'none');
      this.rest = rest;
    }
    this.push(play, rest, this.pressure(to));
  }

  /** Shows at once what still waits: the player has touched something. */
  catchUp(): void {
    this.endLookBack();
    this.queue.skip();
  }

  private push(play: Play, update: Update, press: Press): void {
    this.queue.push(update, lengthOf(update.log, sceneOf(update.log, play)), press);
  }

  /** How long animations may delay an update. They never delay a decision or a clock. */
  private pressure(snapshot: Snapshot): Press {
    if (isHurried(snapshot)) return 'now';
    if (this.rest) return 'soon';
    if (this.waiting.length) return 'now';
    if (!decides(snapshot)) return 'none';
    return session.switches.motion === 'calm' && !this.play()?.yours ? 'soon' : 'now';
  }

  // -- looking back

  /** Starts a record of what happens from here on: the player has just decided. */
  recordFrom(snapshot: Snapshot): void {
    this.sinceTurn.begin(snapshot);
  }

  get since(): SinceTurn {
    return this.sinceTurn;
  }

  /** Shows again what has happened since the player's last decision. */
  lookBack(): void {
    this.catchUp();
    const play = this.play();
    if (!play) return;
    this.present = play.snapshot;
    this.sinceTurn.start(
      (snapshot, update) => {
        const lines = update?.log ?? [];
        void this.stage(play, snapshot, lines);
        return Math.max(LOOK_BACK_STEP, lengthOf(lines, sceneOf(lines, play)));
      },
      () => this.returnToPresent(),
    );
  }

  private endLookBack(): void {
    if (this.sinceTurn.stop()) this.returnToPresent();
  }

  private returnToPresent(): void {
    if (this.present) this.play()?.take(this.present);
    this.present = null;
  }

  // -- drawing

  private async show(updates: Update[]): Promise<void> {
    const play = this.play();
    if (!play) return;
    if (updates.some((update) => update === this.rest)) this.rest = null;
    const focused = document.activeElement;
    const lines = updates.flatMap((update) => update.log);
    for (const heard of new Set(lines.map(([event]) => this.sounds[event[0]]))) if (heard) sound(heard);
    await this.stage(play, updates.reduce(patched, play.snapshot), lines);
    this.showed(updates.at(-1)?.version ?? this.shown);
    this.moveFocus(focused, play);
  }

  /** Draws a snapshot with its animations. Snapshots before the next frame are drawn as one. */
  private stage(play: Play, snapshot: Snapshot, lines: LogLine[]): Promise<void> {
    const drawing = (this.drawing ??= this.begin(play));
    drawing.lines.push(...lines);
    play.take(snapshot);
    this.captionRivals(play, lines, Math.max(CAPTION, lengthOf(lines, sceneOf(lines, play))));
    return drawing.done;
  }

  private begin(play: Play): Drawing {
    const drawing: Drawing = { was: before(this.root), lines: [], done: Promise.resolve() };
    drawing.done = this.draw(play, drawing);
    return drawing;
  }

  private async draw(play: Play, { was, lines }: Drawing): Promise<void> {
    await tick();
    if (was && !document.hidden) await frame(this.root);
    this.drawing = null;
    animate(this.root, was, sceneOf(lines, play), { seats: play.seats.length, viewer: play.viewer });
  }

  /** Shows for a moment what rivals have done, and marks the pieces they have used. */
  private captionRivals(play: Play, lines: LogLine[], ms: number): void {
    const theirs = lines.filter(
      ([event, words]) => ![null, this.seat()].includes(play.seatOf(event)) && !PRIVATE_LINE.test(words),
    );
    if (!theirs.length || still()) return;
    play.touched = new Set(theirs.flatMap(([event]) => play.speaksOf(event)));
    this.caption = theirs;
    clearTimeout(this.captionTimer);
    this.captionTimer = setTimeout(() => {
      play.touched = new Set();
      this.caption = [];
    }, ms);
  }

  /**
   * Moves the focus to the next answer, if the element that had it is gone. Only for players who use the
   * keyboard; while time runs, a focus that the player gave up is not taken back.
   */
  private moveFocus(last: Element | null, play: Play): void {
    const isLost = document.activeElement === document.body;
    if (!isLost || (last !== document.body && !last?.isConnected)) this.hadFocus = true;
    else if (play.snapshot.time) this.hadFocus = false;
    if (isLost && this.hadFocus && play.yours)
      this.root?.querySelector<HTMLElement>(FOCUSABLE_ANSWER)?.focus({ preventScroll: true });
  }
}

/** Whether nothing may wait for an animation: motion is off, the page is hidden, or a clock runs. */
const isHurried = (snapshot: Snapshot): boolean =>
  still() || document.hidden || Boolean(snapshot.time || snapshot.clocks);
