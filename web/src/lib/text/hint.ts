/** A hint as text for screen readers. */

import type { HintGiven, Worth } from '../../wire';

/** The widest interval of a chance that is shown; a wider one says nothing. */
const WIDEST = 0.5;

/** Whether an interval says something: a narrow chance, or points that are known better than their size. */
export function isUseful(worth: Worth | null | undefined): boolean {
  if (!worth) return false;
  const width = worth.high - worth.low;
  return worth.kind === 'score' ? width <= Math.abs(worth.value) : width <= WIDEST;
}

/** The worth of the suggested move in words, or nothing while it is not known well enough. */
export const chanceOf = (hint: HintGiven): string => (isUseful(hint.worth) ? (hint.chance ?? '') : '');

/** The next best move; how much worse it is only if it is worse for certain. */
export function nextBest(hint: HintGiven): string {
  if (!hint.other) return '';
  return hint.worse && hint.worse.low > 0 && isUseful(hint.worth)
    ? `Next best: ${hint.other}: ${hint.apart}.`
    : `Next best: ${ended(hint.other)}`;
}

export function told(hint: HintGiven): string {
  const best = [hint.whole || hint.words, chanceOf(hint)].filter(Boolean).join(', ');
  return [ended(best), hint.why].filter(Boolean).join(' ');
}

/** A sentence with its period, which names such as "Great Burger Co." may bring. */
const ended = (words: string): string => (words.endsWith('.') ? words : `${words}.`);
