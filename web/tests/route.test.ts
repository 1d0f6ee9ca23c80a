import { expect, test } from 'vitest';
import { inviteLink, replayOf, resultsOf, route } from '../src/lib/route';

test('every screen has its address', () => {
  expect(route('/')).toEqual({ screen: 'lobby' });
  expect(route('/new?game=burger-go')).toEqual({ screen: 'new', game: 'burger-go' });
  expect(route('/t/abc123')).toEqual({ screen: 'table', id: 'abc123', invite: null });
  expect(route('/rules/burger-boss#BB-39')).toEqual({ screen: 'rules', game: 'burger-boss', rule: 'BB-39' });
  expect(route('/recipe/')).toEqual({ screen: 'recipe' });
});

test('an invite is read back from its link', () => {
  const link = inviteLink('http://house:8000', 'abc', 'pa prika');
  expect(route(link)).toEqual({ screen: 'table', id: 'abc', invite: 'pa prika' });
});

test('results and replays are found again', () => {
  expect(route(resultsOf('abc'))).toEqual({ screen: 'results', id: 'abc' });
  expect(route(replayOf('abc', 12))).toEqual({ screen: 'replay', id: 'abc', at: 12 });
  expect(route(replayOf('abc'))).toEqual({ screen: 'replay', id: 'abc', at: null });
});

test('an address without a screen says so', () => {
  expect(route('/nowhere/else')).toEqual({ screen: 'lost', path: '/nowhere/else' });
});
