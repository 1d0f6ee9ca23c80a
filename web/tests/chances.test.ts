import { expect, test, vi } from 'vitest';
import { Refusal, patiently } from '../src/lib/net/api';
import {
  LINES,
  band,
  beside,
  gained,
  line,
  moved,
  nextThatMattered,
  pins,
  standing,
} from '../src/lib/text/chances';
import { Analysis } from '../src/lib/state/analysis.svelte';
import type { ChancePoint, Chances, ChancesAnswer, DecisionSwing } from '../src/wire';

const point = (at: number, ...chances: number[]): ChancePoint => ({
  at,
  chances,
  low: chances.map((c) => c / 2),
  high: chances.map((c) => (c + 1) / 2),
});
const swing = (at: number, more: Partial<DecisionSwing> = {}): DecisionSwing => ({
  at,
  seat: 0,
  action: ['sell', 1],
  words: 'Sell 1',
  instead: 'Wait',
  before: 0.266,
  after: 0.362,
  swing: 0.096,
  low: 0.02,
  high: 0.15,
  luck: null,
  ...more,
});
const WIN = { kind: 'win', words: 'chance to win', shared: false, best: null } as const;
const SCORE = {
  kind: 'score',
  words: 'expected score, as a share of the best one found',
  shared: true,
  best: 40,
} as const;
const chances = (more: Partial<Chances> = {}): Chances => ({
  game: 'x',
  people: ['Ann', 'Ben'],
  actions: 100,
  measure: WIN,
  curve: [point(0, 0.5, 0.5), point(40, 0.25, 0.75), point(100, 0, 1)],
  decisions: [],
  looked_at: 9,
  playouts: 99,
  whole: true,
  ...more,
});

test('a curve runs from left to right, with certainty at the top', () => {
  expect(line(chances().curve, 1, 100)).toBe('M0 50 L400 25 L1000 0');
  expect(band([point(0, 0.5), point(100, 1)], 0, 100)).toBe('M0 25 L1000 0 L1000 50 L0 75 Z');
});

test('every seat has a different line style', () => {
  expect(new Set(LINES).size).toBe(6);
});

test('pins are in order, and lower where they would overlap', () => {
  const hung = pins([swing(52), swing(50), swing(51), swing(10), swing(90)], 100);
  expect(hung.map((pin) => [pin.swing.at, pin.lane])).toEqual([
    [10, 0],
    [50, 0],
    [51, 1],
    [52, 2],
    [90, 0],
  ]);
});

test('after the last key decision comes the first', () => {
  const all = [swing(70), swing(20)];
  expect([0, 20, 69, 70, 99].map((at) => nextThatMattered(all, at)?.at)).toEqual([20, 70, 70, 20, 20]);
  expect(nextThatMattered([], 5)).toBeNull();
});

test('a swing is described by the rounded figures beside it', () => {
  expect(gained(swing(1))).toBe('+9');
  expect(moved(swing(1), WIN)).toBe('chance to win, 27 → 36 %');
  expect(moved(swing(1), SCORE)).toBe('expected score, 27 → 36 %');
});

test('the move of the house bot and the effect of chance are shown separately', () => {
  expect(beside(swing(1))).toBe('The house bot would choose: Wait.');
  expect(beside(swing(1, { instead: null }))).toContain('let it be');
  expect(beside(swing(1, { luck: { swing: -0.2, low: -0.3, high: -0.1 } }))).toContain(
    'Luck in the same step brought −20.',
  );
  expect(beside(swing(1, { luck: { swing: -0.2, low: -0.5, high: 0.1 } }))).not.toContain('Luck');
});

test('the standing between two points is that of the earlier one', () => {
  expect(standing(chances(), ['You', 'Ben'], 60)).toBe('You 25 % and Ben 75 %');
  expect(standing(chances({ measure: SCORE }), ['You', 'Ben'], 100)).toBe('0 %');
});

test('chances are requested until the server has computed them', async () => {
  vi.useFakeTimers();
  const answers: ChancesAnswer[] = [
    { ready: false, ahead: 2, chances: null, tries: 0 },
    { ready: true, ahead: 0, chances: chances(), tries: 0 },
  ];
  const asked: string[] = [];
  const analysis = new Analysis('t1', async (path) => {
    asked.push(path);
    return answers.shift()!;
  });
  await analysis.look();
  expect([analysis.waiting, analysis.ahead, analysis.chances]).toEqual([true, 2, null]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(['/api/tables/t1/chances', '/api/tables/t1/chances']);
  expect([analysis.waiting, analysis.chances?.actions]).toEqual([false, 100]);
  vi.useRealTimers();
});

test('requests end when the viewer leaves', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const analysis = new Analysis('t1', async () => ({
    ready: false,
    ahead: asked++,
    chances: null,
    tries: 0,
  }));
  await analysis.look();
  analysis.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(1);
  vi.useRealTimers();
});

test('a refusal is shown, and a retry works once the server accepts it', async () => {
  let no = true;
  const analysis = new Analysis('t1', async () => {
    if (no) throw new Refusal('no-chances', 'This server works out no chances.', 409);
    return { ready: true, ahead: 0, chances: chances(), tries: 0 };
  });
  await analysis.look();
  expect([analysis.trouble, analysis.waiting]).toEqual(['This server works out no chances.', false]);
  expect(analysis.hopeful).toBe(false);
  no = false;
  await analysis.look();
  expect([analysis.trouble, analysis.chances?.game]).toEqual(['', 'x']);
});

test('a full queue is shown, and the request repeated until there is room', async () => {
  vi.useFakeTimers();
  let full = 3;
  const analysis = new Analysis('t1', async () => {
    if (full-- > 0) throw new Refusal('too-many', 'Many games; ask again later.', 429);
    return { ready: true, ahead: 0, chances: chances(), tries: 0 };
  });
  await analysis.look();
  expect([analysis.waiting, analysis.trouble]).toEqual([true, '']);
  expect(analysis.delay).toContain('follows by itself');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([analysis.delay, analysis.waiting, analysis.chances?.game]).toEqual(['', false, 'x']);
  vi.useRealTimers();
});

test('a request that timed out is repeated, and a message says so', async () => {
  vi.useFakeTimers();
  const refusals = [new Refusal('unknown', 'The server could not do that (503).', 503)];
  const answers: ChancesAnswer[] = [
    { ready: false, ahead: 0, chances: null, tries: 1 },
    { ready: true, ahead: 0, chances: chances(), tries: 0 },
  ];
  const analysis = new Analysis('t1', async () => {
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    return answers.shift()!;
  });
  await analysis.look();
  expect([analysis.waiting, analysis.delay]).toEqual([true, expect.stringContaining('tried again')]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([analysis.waiting, analysis.delay]).toEqual([true, expect.stringContaining('tried again')]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([analysis.waiting, analysis.delay, analysis.chances?.game]).toEqual([false, '', 'x']);
  vi.useRealTimers();
});

test('a busy server is asked again; its message is shown if that fails', async () => {
  let full = 2;
  const ask = async (): Promise<string> => {
    if (full-- > 0) throw new Refusal('too-many', 'Many games; ask again later.', 429);
    return 'step';
  };
  expect(await patiently(ask, 2, 0)).toBe('step');
  full = 9;
  await expect(patiently(ask, 2, 0)).rejects.toThrow('ask again later');
  expect(full).toBe(6);
  const gone = async (): Promise<string> => Promise.reject(new Refusal('no-table', 'No such table.', 404));
  await expect(patiently(gone, 2, 0)).rejects.toThrow('No such table');
});
