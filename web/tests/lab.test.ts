import { describe, expect, test } from 'vitest';
import { curve } from '../src/lib/text/curve';
import {
  counted,
  lasting,
  remaining,
  roundDown,
  secondsEach,
  share,
  sizes,
  standing,
  told,
} from '../src/lib/text/lab';
import type { Experiment, LabTerms } from '../src/wire';

const terms: LabTerms = {
  minutes: 120,
  games: 1_000_000,
  waiting: 20,
  untrainable: '',
  paces: { 'burger-go': { house: 0.001, easy: 0.002, chef: 5 } },
};
const experiment = (changed: Partial<Experiment>): Experiment => ({
  id: 'x',
  asked: { kind: 'duel', game: 'burger-go', bots: ['house', 'easy'], seats: 2, size: 3000 },
  deck: '',
  command: '',
  since: 0,
  state: 'running',
  done: 0,
  total: 0,
  seconds: 0,
  left: null,
  note: '',
  page: false,
  figures: false,
  ...changed,
});

describe('sizes of experiments', () => {
  test('numbers are round and within the limits', () => {
    expect([0.3, 1, 3, 7, 49, 60_000].map(roundDown)).toEqual([1, 1, 2, 5, 20, 50_000]);
  });
  test('a minute, ten and an hour become numbers of games by the bots that play', () => {
    const wish = { kind: 'simulate', game: 'burger-go', bots: ['house', 'easy'], seats: 2 } as const;
    expect(secondsEach({ ...wish, bots: [...wish.bots] }, terms)).toBeCloseTo(0.003);
    const offered = sizes({ ...wish, bots: [...wish.bots] }, terms);
    expect(offered.map(({ size }) => size)).toEqual([20_000, 200_000, 1_000_000]);
    expect(sizes({ ...wish, bots: ['chef', 'chef'] }, terms).map(({ size }) => size)).toEqual([5, 50, 200]);
  });
  test('a deal is played by every line-up', () => {
    const bots = ['house', 'house', 'house'] as const;
    const each = secondsEach({ kind: 'tournament', game: 'burger-go', bots: [...bots], seats: 2 }, terms);
    expect(each).toBeCloseTo(6 * 2 * 0.001);
  });
  test('a training is measured in minutes, up to the limit', () => {
    const wish = { kind: 'train' as const, game: 'burger-go', bots: ['house' as const], seats: 2 };
    expect(sizes(wish, { ...terms, minutes: 30 }).map(({ size }) => size)).toEqual([1, 10]);
  });
});

describe('progress of an experiment', () => {
  test('an estimate is rounded to its precision', () => {
    const said = [3, 31, 70, 300, 7300].map(remaining);
    expect(said).toEqual([
      'a few seconds left',
      'about 40 seconds left',
      'about a minute left',
      'about 5 minutes left',
      'about 2 hours left',
    ]);
    expect([3.42, 12.4, 660, 9000].map(lasting)).toEqual(['3.4 s', '12 s', '11 minutes', '2.5 hours']);
  });
  test('the text says what runs, or why it has stopped', () => {
    expect(standing(experiment({}))).toBe('begins');
    expect(standing(experiment({ done: 500, total: 3000, left: 31 }))).toBe(
      '500 of 3,000 deals, about 40 seconds left',
    );
    const asked = { kind: 'train', game: 'burger-go', bots: ['house'], seats: 2, size: 10 } as const;
    const training = { asked: { ...asked, bots: [...asked.bots] }, total: 600 };
    expect(standing(experiment({ ...training, done: 300, left: 300 }))).toBe(
      'plays and learns, about 5 minutes left',
    );
    expect(standing(experiment({ ...training, done: 600, left: 0 }))).toContain('its minutes are over');
    expect(standing(experiment({ state: 'waiting' }))).toBe('waits for those before it');
    expect(standing(experiment({ state: 'stopped', note: 'Stopped after 5 of 9 deals.' }))).toBe(
      'Stopped after 5 of 9 deals.',
    );
    expect(share(experiment({ done: 1, total: 4 }))).toBe(0.25);
    expect(share(experiment({}))).toBeNull();
    expect(told(experiment({}))).toBe('house against easy · 2 seats · 3,000 deals');
    expect(counted('train', 1)).toBe('1 minute');
  });
});

test('a learning curve starts with its first epoch and leaves out duels', () => {
  const first = { epoch: 1, games: 100, loss: 0.3, held_out: 0.4 };
  expect(curve([{ games: 100, against: 'house' }])).toBeNull();
  expect(curve([first])?.held).toBe('M8.0 8.0h0');
  const drawn = curve([
    first,
    { epoch: 2, games: 100, loss: 0.2, held_out: 0.25 },
    { games: 100, against: 'house' },
  ]);
  expect(drawn?.held).toBe('M8.0 8.0L592.0 146.0');
  expect(drawn?.words).toBe('2 epochs on 100 games: best error 0.2500, now 0.2500');
});

test('each stage of a training is a separate line, and the summary is of the last', () => {
  const drawn = curve([
    { epoch: 1, games: 100, loss: 0.5, held_out: 0.5 },
    { epoch: 2, games: 100, loss: 0.1, held_out: 0.1 },
    { epoch: 1, games: 200, loss: 0.4, held_out: 0.3 },
  ]);
  expect(drawn?.held).toBe('M8.0 8.0L300.0 192.0M592.0 100.0h0');
  expect(drawn?.words).toBe('1 epoch on 200 games: best error 0.3000, now 0.3000');
});
