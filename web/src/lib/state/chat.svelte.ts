/** The chat of a table. */

import type { ChatLine } from '../../wire';
import { announcer } from '../effects/announce.svelte';

export class Chat {
  lines: ChatLine[] = $state.raw([]);
  /** The number of lines since the chat was last open. */
  unread = $state(0);

  /** Adds a line and reads it out. Lines that a snapshot has brought already are ignored. */
  receive(line: ChatLine): void {
    if (line.n <= (this.lines.at(-1)?.n ?? 0)) return;
    this.lines = [...this.lines, line];
    this.unread += 1;
    announcer.say(line.name ? `${line.name} says: ${line.text}` : line.text);
  }
}
