import { expect, test } from 'vitest';
import { lastTurn } from '../src/lib/text/last-turn';
import type { Line } from '../src/wire';

const teller = (...log: Line[]) => ({
  snapshot: { log },
  seats: [{ name: 'Ann' }, { name: 'Basil' }],
  seatOf: (event: Line[0]) => (typeof event[1] === 'number' ? event[1] : null),
});

test('the last turn of a seat is its lines since another seat acted, without its name', () => {
  const told = teller(
    [['placed', 1, 3], 'Basil: 3 to the Bakery.'],
    [['placed', 0, 6], 'Ann: 6 to the Butchers.'],
    [['placed', 1, 2], 'Basil: 2 to the Bakery.'],
    [['dealt'], 'A customer comes.'],
    [['brought', 1], 'Basil gets 1 × bun.'],
    [['passed', 0], 'Ann passes.'],
  );
  expect(lastTurn(told, 1)).toBe('2 to the Bakery. Gets 1 × bun.');
  expect(lastTurn(told, 0)).toBe('Passes.');
});

test('effects of other seats on a seat are not part of its turn', () => {
  const told = teller([['passed', 1], 'Basil passes.'], [['passed_on', 1], 'You pass 2 cards to Basil.']);
  expect(lastTurn(told, 1)).toBe('Passes.');
});

test('the time before a line is left out', () => {
  expect(lastTurn(teller([['placed', 1], '2:15 Basil places Fried Egg.']), 1)).toBe('Places Fried Egg.');
});

test('a seat that has not acted has no last turn', () => {
  expect(lastTurn(teller([['dealt'], 'Everyone is dealt 7 cards.']), 1)).toBe('');
});

test('rule ids are shown only in the log', () => {
  const told = teller(
    [['drew', 1], 'Basil draws 3 cards, up to a full hand (BU-41).'],
    [['drew', 1], 'Basil draws a card in its place (HB-17, HB-R3).'],
  );
  expect(lastTurn(told, 1)).toBe('Draws 3 cards, up to a full hand. Draws a card in its place.');
});
