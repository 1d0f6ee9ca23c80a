/** A hint as text for screen readers. */

import type { HintGiven } from '../../wire';

export function told(hint: HintGiven): string {
  const best = [hint.whole || hint.words, hint.chance].filter(Boolean).join(', ');
  return [`${best}.`, hint.why].filter(Boolean).join(' ');
}
