/** Under a path of another site, all addresses of ours have it, and no other site's is taken for ours. */

import { expect, test } from 'vitest';
import { address, isOurs, own } from '../src/lib/router/base';

test('without a prefix the page uses the root of its host', () => {
  expect(address('/t/1')).toBe('/t/1');
  expect(own('/t/1')).toBe('/t/1');
  expect(own('/')).toBe('/');
  expect(isOurs('/anything')).toBe(true);
});

test('under a prefix the page uses only addresses below it', () => {
  expect(address('/t/1', '/burgers')).toBe('/burgers/t/1');
  expect(own('/burgers/t/1', '/burgers')).toBe('/t/1');
  expect(own('/burgers', '/burgers')).toBe('/');
  expect(own('/burgers/', '/burgers')).toBe('/');
  expect(isOurs('/burgershop', '/burgers')).toBe(false);
  expect(own('/burgershop', '/burgers')).toBe('/burgershop');
});
