/** Terms of a game in its log. */

import { expect, test } from 'vitest';
import { termOf } from '../src/lib/text/terms';

const RULES = [
  { id: 'BF-32', section: 'Resplendent Contention', text: 'A face card lands on a face card.' },
  { id: 'BF-33', section: 'Resplendent Contention', text: 'Both players roll a die.' },
  { id: 'BF-40', section: 'Turns', text: 'Turns pass to the left.' },
];

test('a log line that begins with a term of the rules has its meaning', () => {
  expect(termOf('Resplendent Contention: Ann rolls 3, Ben rolls 9.', RULES)).toEqual({
    name: 'Resplendent Contention',
    rule: 'BF-32',
    meaning: 'A face card lands on a face card. Both players roll a die.',
  });
});

test('a log line without a term has no meaning', () => {
  expect(termOf('Ann plays 3 of Spades.', RULES)).toBeNull();
  expect(termOf('Turns pass: Ann is next.', RULES)).toBeNull();
  expect(termOf('Resplendent Contention: Ann rolls 3.', [])).toBeNull();
});
