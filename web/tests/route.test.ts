import { expect, test } from 'vitest';
import { campaignOf, inviteLink, newTable, replayOf, resultsOf, route } from '../src/lib/router/route';

test('every screen has an address', () => {
  expect(route('/')).toEqual({ screen: 'lobby' });
  expect(route('/new?game=burger-go')).toEqual({ screen: 'new', game: 'burger-go', seats: [], options: {} });
  expect(route('/campaign/kitchen-rush?team=ab12')).toEqual({
    screen: 'campaign',
    game: 'kitchen-rush',
    team: 'ab12',
  });
  expect(route('/t/abc123')).toEqual({ screen: 'table', id: 'abc123', invite: null });
  expect(route('/rules/burger-boss#BB-39')).toEqual({ screen: 'rules', game: 'burger-boss', rule: 'BB-39' });
  expect(route('/recipe/')).toEqual({ screen: 'recipe' });
  expect(route('/lab')).toEqual({ screen: 'lab' });
  expect(route('/lab/0a1b')).toEqual({ screen: 'experiment', id: '0a1b' });
});

test('an invite is read back from its link', () => {
  const link = inviteLink('http://server:8000', 'abc', 'pa prika');
  expect(route(link)).toEqual({ screen: 'table', id: 'abc', invite: 'pa prika' });
});

test('addresses of results and replays are parsed', () => {
  expect(route(resultsOf('abc'))).toEqual({ screen: 'results', id: 'abc' });
  expect(route(replayOf('abc', 12))).toEqual({ screen: 'replay', id: 'abc', at: 12 });
  expect(route(replayOf('abc'))).toEqual({ screen: 'replay', id: 'abc', at: null });
});

test('an unknown address is not found', () => {
  expect(route('/nowhere/else')).toEqual({ screen: 'lost', path: '/nowhere/else' });
});

test('an address can preset the seats and options of a new table', () => {
  const link = newTable('kitchen-rush', ['you', 'open', 'house'], { scenario: 3 });
  expect(route(link)).toEqual({
    screen: 'new',
    game: 'kitchen-rush',
    seats: ['you', 'open', 'house'],
    options: { scenario: '3' },
  });
  expect(route(campaignOf('kitchen-rush'))).toEqual({ screen: 'campaign', game: 'kitchen-rush', team: null });
});
