/** Tells the player outside the page that it is their turn: tab title, app badge and notification. */

import { address } from '../router/base';
import { session } from '../state/session.svelte';

const PLAIN = 'Flattop';

/** Sets the title of the tab, with a mark and a badge if the player is asked. */
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
  if (granted) void register();
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

/** Registers the service worker that Android and iOS web apps need for notifications. */
async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register(address('/notification-worker.js'));
  } catch {
    // Without a worker the page shows notifications by itself, where the browser allows that.
  }
}

/** Shows a notification if the player wants them and the page is hidden. Never fails: the table goes on. */
export async function notify(heading: string, words: string, tag: string): Promise<void> {
  if (!session.switches.notify || !document.hidden) return;
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const options = { body: words, tag, icon: address('/icons/icon-192.png') };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(heading, { ...options, data: location.href });
    else notifyFromPage(heading, options);
  } catch {
    // Android and iOS throw at `new Notification`. The title of the tab still says whose turn it is.
  }
}

function notifyFromPage(heading: string, options: NotificationOptions): void {
  const note = new Notification(heading, options);
  note.onclick = () => {
    focus();
    note.close();
  };
}
