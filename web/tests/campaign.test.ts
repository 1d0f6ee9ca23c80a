import { expect, test } from 'vitest';
import { after, named, seatsAgain, seatsOf, standing, time } from '../src/lib/text/campaign';
import type { CampaignInfo, ChapterProgress, ChapterResult, TeamProgress } from '../src/wire';

const result = (change: Partial<ChapterResult>): ChapterResult => ({
  table: 't',
  won: true,
  stars: 2,
  points: 100,
  seconds: 240,
  at: 0,
  ...change,
});
const reached = (tried: number, won: number, best: Partial<ChapterResult> = {}): ChapterProgress => ({
  chapter: 1,
  tried,
  won,
  best: result(best),
  fastest: null,
});
const bot = { kind: 'house' as const, name: 'House bot', you: false };
const team = (...members: TeamProgress['members']): TeamProgress => ({
  id: 'x',
  members,
  last: 0,
  next: 1,
  chapters: [],
});
const ann = { kind: 'person' as const, name: 'Ann', you: true };
const ben = { kind: 'person' as const, name: 'Ben', you: false };

test('a team is named by its people, then by its bots', () => {
  expect(named(team(ann, ben))).toBe('You and Ben');
  expect(named(team(ann, bot))).toBe('You and a House bot');
  expect(named(team(ann, ben, bot, bot))).toBe('You, Ben and 2 House bots');
});

test('the same seats again: friends join by link', () => {
  expect(seatsOf(team(ann, ben, bot))).toEqual(['you', 'open', 'house']);
  const seat = (n: number, kind: 'person' | 'random') => ({ seat: n, kind, name: '', here: true });
  expect(seatsAgain([seat(0, 'person'), seat(1, 'person'), seat(2, 'random')], 1)).toEqual([
    'you',
    'open',
    'random',
  ]);
});

test('results are described in words', () => {
  expect(standing(null)).toBe('not tried yet');
  expect(standing(reached(1, 0, { won: false, points: 88 }))).toBe('tried once, 88 % of the goal at best');
  expect(standing(reached(3, 0, { won: false, points: 9 }))).toBe('tried 3 times, 9 % of the goal at best');
  expect(standing(reached(1, 1))).toBe('won at the first go');
  expect(standing(reached(3, 1))).toBe('won 1 of 3 times');
});

test('times have one decimal', () => {
  expect([time(0), time(59.96), time(245.3)]).toEqual(['0:00.0', '1:00.0', '4:05.3']);
});

test('the last chapter has no next one', () => {
  const one = (value: number) => ({ value, title: '', adds: [], length: '', goals: {} });
  const campaign: CampaignInfo = {
    option: 'scenario',
    chapter: 'Scenario',
    measure: '',
    stars: [],
    chapters: [one(1), one(2)],
  };
  expect(after(campaign, 1)?.value).toBe(2);
  expect(after(campaign, 2)).toBeNull();
  expect(after(campaign, 9)).toBeNull();
});
