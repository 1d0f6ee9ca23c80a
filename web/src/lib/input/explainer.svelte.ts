/** The card that is explained, and what opens it: hovering, a long press, or the key `i`. */

import { type Known, cardAt, cardsIn, pieceAt } from './explained-card';
import { typing } from './keyboard';
import type { Thing } from './options';

const REST = 650; // ms of hovering, or of a long press
const FAR = 10; // px that a finger may move during a long press
const CLICK = 50; // ms within which the click after a long press arrives

export class Explainer {
  piece: HTMLElement | null = $state.raw(null);
  /** Whether it is a dialog that stays until it is closed. */
  pinned = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private from: [number, number] = [0, 0];
  private touching = false;

  constructor(
    private readonly root: () => Element | null,
    private readonly known: Known,
  ) {}

  card: Thing | null = $derived.by(() => (this.piece ? cardAt(this.piece, this.known) : null));

  show(piece: HTMLElement, pinned: boolean): void {
    clearTimeout(this.timer);
    this.piece = piece;
    this.pinned = pinned;
  }

  close(): void {
    clearTimeout(this.timer);
    this.piece = null;
    this.pinned = false;
  }

  /** Close it unless it is a dialog. */
  pass(): void {
    if (!this.pinned) this.close();
  }

  moved(event: PointerEvent): void {
    if (this.touching) {
      if (Math.hypot(event.x - this.from[0], event.y - this.from[1]) > FAR) clearTimeout(this.timer);
    } else if (!this.pinned && event.pointerType === 'mouse' && !event.buttons) this.rest(event.target);
  }

  private rest(target: EventTarget | null): void {
    const next = this.over(target);
    clearTimeout(this.timer);
    if (next !== this.piece) this.piece = null;
    if (next && !this.piece) this.timer = setTimeout(() => next.isConnected && this.show(next, false), REST);
  }

  pressed(event: PointerEvent): void {
    this.pass();
    this.touching = event.pointerType !== 'mouse' && !this.pinned;
    this.from = [event.x, event.y];
    const next = this.touching ? this.over(event.target) : null;
    if (next) this.timer = setTimeout(() => this.show(next, true), REST);
  }

  released(): void {
    clearTimeout(this.timer);
    if (this.touching && this.pinned) swallowClick();
    this.touching = false;
  }

  /** Prevent the browser's menu during a long press. */
  menu(event: Event): void {
    if (this.touching) event.preventDefault();
  }

  keyed(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || typing(event.target)) return;
    const call = (this.pinned ? this.keysWithin : this.keysOutside)[event.key.toLowerCase()];
    if (!call || (!this.pinned && document.querySelector('dialog[open], :popover-open'))) return;
    if (event.key !== 'Escape') event.preventDefault();
    call();
  }

  private readonly keysWithin: Record<string, () => void> = {
    i: () => this.close(),
    arrowright: () => this.step(1),
    arrowleft: () => this.step(-1),
  };
  private readonly keysOutside: Record<string, () => void> = {
    i: () => this.ask(),
    escape: () => this.close(),
  };

  /** Explain the piece with the focus or under the mouse, or else the first card. */
  private ask(): void {
    const next = this.over(document.activeElement) ?? this.piece ?? this.all[0];
    if (next) this.show(next, true);
  }

  step(by: number): void {
    const all = this.all;
    const here = all.findIndex((one) => {
      const other = cardAt(one, this.known);
      return other?.kind === this.card?.kind && other?.noun === this.card?.noun;
    });
    this.piece = all[(here + by + all.length) % all.length] ?? this.piece;
  }

  private get all(): HTMLElement[] {
    const root = this.root();
    return root ? cardsIn(root, this.known) : [];
  }

  private over(target: EventTarget | null): HTMLElement | null {
    if (!(target instanceof Element) || !this.root()?.contains(target)) return null;
    return target.closest('.explained') ? null : pieceAt(target, this.known);
  }
}

/** Ignore the click that ends a long press. */
function swallowClick(): void {
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }), CLICK);
}
