import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Scene } from '../src/lib/effects/scene';
import { LiveTable } from '../src/lib/state/table.svelte';
import type { GameInfo, Line, ServerMessage, Snapshot, TableInfo, Update } from '../src/wire';

/** What was put on the stage, and the frames that are waited for. */
const stage = vi.hoisted(() => ({ scenes: [] as string[], frames: [] as (() => void)[] }));
vi.mock('../src/lib/effects/stage', () => ({
  before: () => ({ places: new Map(), marks: { amounts: new Map(), dice: new Map() } }),
  frame: () => new Promise<void>((go) => stage.frames.push(go)),
  play: (_root: unknown, _was: unknown, { motions }: Scene) =>
    stage.scenes.push([...motions].sort().join(' + ')),
}));

const GAME = {
  verbs: {},
  events: {
    shown: { motion: 'reveal', nouns: [] },
    dealt: { motion: 'move', nouns: [] },
    passed: { motion: 'pass', nouns: [] },
  },
} as unknown as GameInfo;
const SNAPSHOT = {
  seat: 0,
  view: { rows: 'before' },
  options: [],
  anytime: [],
  waiting: [1],
  habits: null,
  prompt: '',
  log: [],
  log_from: 0,
  undo: null,
  over: false,
  time: null,
  clocks: null,
} as unknown as Snapshot;
const SEATS = [{ seat: 0, name: 'Ada', kind: 'person', here: true }];
const MINE: Snapshot['options'] = [[['choose', 1], 'Choose Bacon']];

let live: LiveTable;
const rows = (): unknown => live.play?.snapshot.view.rows;
const told = (...names: string[]): Line[] => names.map((name) => [[name], `${name}.`]);
const hear = (message: unknown): void => live['receive'](message as ServerMessage);
const update = (version: number, rows: string, log: Line[], more: Partial<Snapshot> = {}): Update => ({
  type: 'update',
  version,
  log,
  set: { view: { rows }, ...more },
});
/** Before a round's end the cards are turned up. */
const reveal = (_: Snapshot, whole: Update): Update | null =>
  whole.log.some(([event]) => event[0] === 'dealt')
    ? update(whole.version - 1, 'turned up', told('shown'), { options: [] })
    : null;

/** The browser draws: whatever was put on by now is seen. */
async function draw(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  for (const go of stage.frames.splice(0)) go();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false, title: '', body: null, activeElement: null });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  stage.scenes.length = stage.frames.length = 0;
  const table = { id: 't1', title: 'Burger Go!', seats: SEATS, options: {} } as unknown as TableInfo;
  live = new LiveTable(table, GAME, {}, null);
  hear({
    type: 'welcome',
    version: 1,
    table,
    you: { seat: 0, owner: true },
    chat: [],
    questions: [],
    sheet: SNAPSHOT,
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the first part of a split update is shown for its time, even before a question', async () => {
  live.splitUpdate = reveal;
  hear(update(2, 'dealt anew', told('shown', 'dealt'), { options: MINE }));
  await draw();
  expect([rows(), live.play?.yours]).toEqual(['turned up', false]);
  await vi.advanceTimersByTimeAsync(300);
  expect(rows()).toBe('turned up');
  await vi.advanceTimersByTimeAsync(1500);
  await draw();
  expect([rows(), live.play?.yours]).toEqual(['dealt anew', true]);
  expect(stage.scenes).toEqual(['reveal', 'move']);
  expect(live.play?.snapshot.log.map(([event]) => event[0])).toEqual(['shown', 'dealt']);
});

test('a new question does not shorten it, and a touch ends it', async () => {
  live.splitUpdate = reveal;
  hear(update(2, 'dealt anew', told('shown', 'dealt'), { options: MINE }));
  await draw();
  hear(update(3, 'Ben has chosen', told('passed')));
  await draw();
  expect(rows()).toBe('turned up');
  live.catchUp();
  await draw();
  expect(rows()).toBe('Ben has chosen');
  expect(stage.scenes).toEqual(['reveal', 'move + pass']);
});

test('a split update is not shown in parts while a clock runs', async () => {
  live.splitUpdate = reveal;
  const clocks = [{ seat: 0, left: 60, bank: 0, running: true }];
  hear(update(2, 'dealt anew', told('shown', 'dealt'), { options: MINE, clocks }));
  await draw();
  expect([rows(), stage.scenes]).toEqual(['dealt anew', ['move + reveal']]);
});

test('updates that arrive together are one scene, drawn once', async () => {
  hear(update(2, 'shown', told('shown'), { options: MINE }));
  hear(update(3, 'dealt', told('dealt')));
  hear(update(4, 'passed', told('passed')));
  expect(stage.scenes).toEqual([]);
  await draw();
  expect([rows(), stage.scenes]).toEqual(['passed', ['move + pass + reveal']]);
  hear(update(5, 'shown again', told('shown')));
  await draw();
  expect([rows(), stage.scenes.at(-1)]).toEqual(['shown again', 'reveal']);
});

test('moves of others are shown in order, one by one', async () => {
  hear(update(2, 'shown', told('shown')));
  hear(update(3, 'passed', told('passed')));
  await draw();
  expect(rows()).toBe('shown');
  await vi.advanceTimersByTimeAsync(1000);
  await draw();
  expect([rows(), stage.scenes]).toEqual(['passed', ['reveal', 'pass']]);
});
