/** What a hint shows: numbers that say something, and the action and the half of a card that it means. */

import { expect, test } from 'vitest';
import { Play } from '../src/lib/state/play.svelte';
import { chanceOf, nextBest, told } from '../src/lib/text/hint';
import { Bench } from '../src/tables/burger-up/bench.svelte';
import type { Action, GameInfo, HintGiven, Snapshot, Worth } from '../src/wire';

const worth = (kind: Worth['kind'], value: number, low: number, high: number): Worth => ({
  kind,
  value,
  low,
  high,
});
const hint = (action: Action, more: Partial<HintGiven> = {}): HintGiven => ({
  type: 'hint',
  id: 'h',
  action,
  words: 'Place BBQ Sauce',
  ...more,
});

test('a hint shows a chance only if its interval is narrow', () => {
  const points = { chance: 'brings 29.5 points (−80.0 to 139.0)', worth: worth('score', 29.5, -80, 139) };
  expect(chanceOf(hint(['done'], points))).toBe('');
  expect(told(hint(['done'], points))).toBe('Place BBQ Sauce.');
  expect(chanceOf(hint(['done'], { chance: 'wins 50 %', worth: worth('win', 0.5, 0, 1) }))).toBe('');
  const known = { chance: 'wins 61 % (52 to 70)', worth: worth('win', 0.61, 0.52, 0.7) };
  expect(chanceOf(hint(['done'], known))).toBe('wins 61 % (52 to 70)');
  const sure = { chance: 'brings 18.3 points (17.1 to 19.5)', worth: worth('score', 18.3, 17.1, 19.5) };
  expect(chanceOf(hint(['done'], sure))).toBe('brings 18.3 points (17.1 to 19.5)');
});

test('a name that ends with a period brings the period of its sentence', () => {
  const restaurant = hint(['restaurant', 4], {
    other: 'Open Great Burger Co.',
    whole: 'Open Great Burger Co.',
  });
  expect(nextBest(restaurant)).toBe('Next best: Open Great Burger Co.');
  expect(told(restaurant)).toBe('Open Great Burger Co.');
});

test('the next best move has a difference only if it is certain', () => {
  const more = { worth: worth('win', 0.6, 0.5, 0.7), other: 'Pass', apart: 'wins 9 % less (2 to 16)' };
  expect(nextBest(hint(['done'], { ...more, worse: worth('win', 0.09, 0.02, 0.16) }))).toBe(
    'Next best: Pass: wins 9 % less (2 to 16).',
  );
  expect(nextBest(hint(['done'], { ...more, worse: worth('win', 0, -1, 1) }))).toBe('Next best: Pass.');
  expect(nextBest(hint(['done']))).toBe('');
});

const half = (name: string) => ({ name, type: 'sauce', next: 'any', perfect: false });
const PACK = { cards: [{ a: half('Ketchup'), b: half('BBQ Sauce') }], ingredients: [] };

/** A Burger Up seat that may place both halves of its card, or end the turn. */
function bench(): { play: Play; bench: Bench; sent: Action[] } {
  const sent: Action[] = [];
  const snapshot = {
    seat: 0,
    view: { phase: 'build', burgers: [[[]]], wanted: [['any']], pending: [], prospects: [[]] },
    options: [
      [['place', 0, 0], 'Ketchup'],
      [['place', 1, 0], 'BBQ Sauce'],
      [['done'], 'Done'],
    ],
    anytime: [],
    log: [],
    waiting: [0],
    over: false,
  } as unknown as Snapshot;
  const verbs = { place: { nouns: ['face', 'burger'] }, done: { nouns: [] } };
  const game = { verbs, kinds: {}, options: {} } as unknown as GameInfo;
  const play = new Play(game, PACK, snapshot, [], (action) => {
    sent.push(action);
    return Promise.resolve(true);
  });
  play.shows('face', 'burger');
  return { play, bench: new Bench(play), sent };
}

test('a hint to place a half turns it up, and touching the card picks that half', () => {
  const { play, bench: table } = bench();
  expect(table.up(0)).toBe(0);
  play.hint = hint(['place', 1, 0]);
  table.followHint();
  expect(table.up(0)).toBe(1);
  table.tapHand(0, 0);
  expect(play.picked).toEqual([{ kind: 'face', noun: 1 }]);
});

test('a hint does not change a picked card', () => {
  const { play, bench: table } = bench();
  table.tapHand(0, 0);
  play.hint = hint(['place', 1, 0]);
  table.followHint();
  expect([table.up(0), play.picked]).toEqual([0, [{ kind: 'face', noun: 0 }]]);
});

test('the button of a hint is found by its action', () => {
  const { play } = bench();
  expect(play.advises(['done'])).toBe(false);
  play.hint = hint(['done']);
  expect([play.advises(['done']), play.advises(['place', 1, 0])]).toEqual([true, false]);
});
