/** What phones and other browsers than Chromium need. */

import { afterEach, expect, test, vi } from 'vitest';
import { resumeOnGesture } from '../src/lib/effects/sound';
import { markKeyboard } from '../src/lib/input/keyboard';
import { get } from '../src/lib/net/api';
import { session } from '../src/lib/state/session.svelte';
import { isSupported } from '../src/lib/supported';

const FILES = import.meta.glob<string>(
  ['../index.html', '../vite.config.ts', '../../README.md', '../src/styles/{tokens,frame}.css'],
  { query: '?raw', import: 'default', eager: true },
);
const STYLES = import.meta.glob<string>('../src/**/*.{svelte,css}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const INDEX = FILES['../index.html']!;
const TOKENS = FILES['../src/styles/tokens.css']!;
const SHARED = FILES['../src/styles/frame.css']!;

afterEach(() => vi.unstubAllGlobals());

test('the page may use the whole screen of a phone, and keeps off its rounded corners', () => {
  expect(INDEX).toContain('viewport-fit=cover');
  for (const side of ['top', 'right', 'bottom', 'left'])
    expect(SHARED).toMatch(new RegExp(`body \\{[^}]*env\\(safe-area-inset-${side}\\)`));
});

test('the bars of the browser have the colour of the top bar in both themes', () => {
  const counters = [...TOKENS.matchAll(/--counter: (#[0-9A-F]{6})/g)].map(([, colour]) => colour);
  const bars = [...INDEX.matchAll(/name="theme-color" content="(#[0-9A-F]{6})"/g)].map(
    ([, colour]) => colour,
  );
  expect(bars).toEqual(counters);
  const metas = bars.map((content) => ({ content }));
  vi.stubGlobal('document', { documentElement: { dataset: {} }, querySelectorAll: () => metas });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  session.dress();
  expect(metas.map(({ content }) => content)).toEqual([counters[1], counters[1]]);
});

test('text fields are too large for iOS to zoom, and taps do not wait for a second one', () => {
  expect(SHARED).toMatch(/^input, textarea, select \{ font-size: max\(16px, 1rem\); \}/m);
  expect(SHARED).toMatch(/^@supports \(-webkit-touch-callout: none\) \{\s+input[^}]*1rem\) !important/m);
  expect(SHARED).toMatch(/^button, [^{]*\{ touch-action: manipulation; \}/m);
  expect(SHARED).toMatch(/^\[data-flip\][^{]*\{ -webkit-touch-callout: none; \}/m);
});

test('the focus is marked while the keyboard is in use, and no longer after a tap', () => {
  const marks: boolean[] = [];
  const page = new EventTarget();
  markKeyboard(page, { toggleAttribute: (_, on) => marks.push(on) });
  page.dispatchEvent(new Event('keydown'));
  page.dispatchEvent(new Event('pointerdown'));
  expect(marks).toEqual([true, false]);
  expect(SHARED).toContain(':root[data-keyboard] :focus');
});

test('a tap resumes sound that the phone has stopped, unless sounds are off', () => {
  const resumed: string[] = [];
  class Audio {
    state = 'interrupted';
    resume = (): Promise<void> => (resumed.push('tap'), Promise.resolve());
  }
  vi.stubGlobal('AudioContext', Audio);
  const page = new EventTarget();
  resumeOnGesture(page);
  session.switches.sound = false;
  page.dispatchEvent(new Event('pointerup'));
  expect(resumed).toEqual([]);
  session.switches.sound = true;
  page.dispatchEvent(new Event('pointerup'));
  session.switches.sound = false;
  expect(resumed).toEqual(['tap']);
});

test('a guest whose cookie is blocked reads so, and not the failed request', async () => {
  const body = { code: 'no-guest', sentence: 'Choose a name first: POST /api/guest.' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status: 401 })));
  await expect(get('/api/tables')).rejects.toMatchObject({
    code: 'no-guest',
    sentence: expect.stringMatching(/blocks cookies/) as string,
  });
});

test('README, page and build name the same versions of browsers', () => {
  const said = (path: string): string => FILES[path]!.replace(/\s+/g, ' ');
  const [, ...targets] = /target: \['chrome(.+?)', 'edge(.+?)', 'firefox(.+?)', 'safari(.+?)'\]/.exec(
    said('../vite.config.ts'),
  )!;
  const [chrome, edge, firefox, safari] = targets;
  expect(edge).toBe(chrome);
  const versions = `needs Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari}, or newer.`;
  expect(said('../../README.md')).toContain(versions);
  expect(said('../index.html')).toContain(versions);
});

test.each([
  ['Chrome 116, without subgrid', 'subgrid'],
  ['Firefox 124, without popovers', 'popover'],
  ['Safari 17.3, without checkVisibility', 'checkVisibility'],
])('the page does not start in %s', (_, missing) => {
  const known = (feature: string): object => (feature === missing ? {} : { [feature]: true });
  vi.stubGlobal('CSS', { supports: (...words: string[]) => !words.includes(missing) });
  vi.stubGlobal('HTMLElement', { prototype: known('popover') });
  vi.stubGlobal('Element', { prototype: known('checkVisibility') });
  expect(isSupported()).toBe(false);
});

test('the page starts in a browser with all that it needs', () => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('HTMLElement', { prototype: { popover: '' } });
  vi.stubGlobal('Element', { prototype: { checkVisibility: true } });
  expect(isSupported()).toBe(true);
});

test('overlays are sized by the window without the bars of the browser', () => {
  const styles = Object.entries(STYLES).flatMap(([path, text]) =>
    [...text.matchAll(/[\d.]+vh\b/g)].map(([length]) => `${path}: ${length}`),
  );
  expect(styles).toEqual([]);
});
