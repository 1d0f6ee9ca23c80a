/** Notifications: they reach the player where that is possible, and never disturb the table. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allow, notify } from '../src/lib/effects/notify';
import { session } from '../src/lib/state/session.svelte';

const shown: unknown[] = [];

class Notes {
  static permission = 'granted';
  static requestPermission = (): Promise<string> => Promise.resolve('granted');
  onclick: (() => void) | null = null;
  constructor(heading: string) {
    shown.push(['page', heading]);
  }
}

class ThrowingNotes extends Notes {
  constructor(heading: string) {
    super(heading);
    throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.');
  }
}

function browser(notification: unknown, worker: unknown = undefined): string[] {
  const registered: string[] = [];
  const register = (path: string): Promise<void> => (registered.push(path), Promise.resolve());
  const serviceWorker = { getRegistration: () => Promise.resolve(worker), register };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('window', { Notification: notification });
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('location', { href: 'http://host/t/abc' });
  vi.stubGlobal('document', { hidden: true, documentElement: { dataset: {} }, querySelectorAll: () => [] });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  return registered;
}

beforeEach(() => {
  shown.length = 0;
  session.switches.notify = true;
});
afterEach(() => vi.unstubAllGlobals());

test('an exception from the notification API does not stop the table', async () => {
  browser(ThrowingNotes);
  await expect(notify('Your turn', 'Choose a card', 'abc')).resolves.toBeUndefined();
});

test('the service worker shows the notification where there is one', async () => {
  const worker = { showNotification: (heading: string, options: unknown) => shown.push([heading, options]) };
  browser(ThrowingNotes, worker);
  await notify('Your turn', 'Choose a card', 'abc');
  expect(shown).toMatchObject([
    ['Your turn', { body: 'Choose a card', tag: 'abc', data: 'http://host/t/abc' }],
  ]);
});

test('without a service worker the page shows it', async () => {
  browser(Notes);
  await notify('Your turn', 'Choose a card', 'abc');
  expect(shown).toEqual([['page', 'Your turn']]);
});

test('no notification without permission, or while the page is visible', async () => {
  browser(
    class extends Notes {
      static override permission = 'denied';
    },
  );
  await notify('Your turn', '', 'abc');
  browser(Notes);
  vi.stubGlobal('document', { hidden: false });
  await notify('Your turn', '', 'abc');
  expect(shown).toEqual([]);
});

test('the switch registers the service worker once permission is given', async () => {
  const registered = browser(Notes);
  expect(await allow(true)).toBe(true);
  expect(registered).toEqual(['/notification-worker.js']);
});
