/** Your turn, said outside the page: the title of the tab, its badge, and a notification if it was asked
 * for. */

import { address } from '../router/base';
import { session } from '../state/session.svelte';

const PLAIN = 'Flattop';

export function title(words: string, yours = false): void {
  const whole = `${yours ? 'Your turn · ' : ''}${words ? `${words} · ` : ''}${PLAIN}`;
  if (document.title === whole) return;
  document.title = whole;
  badge(yours);
}

function badge(yours: boolean): void {
  const counted = navigator as Navigator & {
    setAppBadge?(n: number): Promise<void>;
    clearAppBadge?(): Promise<void>;
  };
  void (yours ? counted.setAppBadge?.(1) : counted.clearAppBadge?.())?.catch(() => undefined);
}

/** Asks the browser for permission. Only the switch calls this. */
export async function allow(on: boolean): Promise<boolean> {
  const granted = on && 'Notification' in window && (await Notification.requestPermission()) === 'granted';
  session.keep({ notify: granted });
  return granted;
}

/** Why the browser refused notifications, as a sentence. */
export function refusedBecause(): string {
  if (!isSecureContext) return 'This browser sends notifications only for pages with https.';
  if (!('Notification' in window)) return 'This browser has no notifications for web pages.';
  if (Notification.permission === 'denied')
    return 'This browser blocks notifications of this page. Its settings for the page can allow them.';
  return 'The browser was not given permission.';
}

export function notify(heading: string, words: string, tag: string): void {
  if (!session.switches.notify || !document.hidden || Notification.permission !== 'granted') return;
  const note = new Notification(heading, { body: words, tag, icon: address('/pieces/icons/top_bun.svg') });
  note.onclick = () => {
    focus();
    note.close();
  };
}
