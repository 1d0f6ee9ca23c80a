/** Which card is being explained, and what asks for it: a mouse at rest, a finger that stays, the key `i`. */

import { type Known, cardAt, cardsIn, pieceAt } from './explained-card';
import { typing } from './keyboard';
import type { Thing } from './options';

const REST = 650; // ms that a mouse stands still, or a finger stays
const FAR = 10; // px that a finger may tremble
const CLICK = 50; // ms in which the click that ends a touch comes

export class Explainer {
  piece: HTMLElement | null = $state.raw(null);
  /** It stays until it is closed, with keys of its own. */
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

  /** Puts away what nobody asked to stay. */
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

  /** A long touch opens no menu of the browser. */
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

  /** Of the piece that has the ring or the mouse, else of the first card in sight. */
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

/** The click that ends a long touch is no touch of the card. */
function swallowClick(): void {
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }), CLICK);
}
