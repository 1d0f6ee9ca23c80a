/** What was shown before each deal, noted on this device: nobody can show something else afterwards. */

import type { TableInfo } from '../../wire';

const SHELF = 'flattop-deals';
const MOST = 200;
type Deals = [id: string, commitment: string][];

function deals(): Deals {
  try {
    return JSON.parse(localStorage.getItem(SHELF) ?? '[]') as Deals;
  } catch {
    return [];
  }
}

/** The first word counts: what is told once the game is over proves nothing. */
export function note({ id, commitment, state }: TableInfo): void {
  if (!commitment || state === 'over' || noted(id)) return;
  try {
    localStorage.setItem(SHELF, JSON.stringify([...deals(), [id, commitment]].slice(-MOST)));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export const noted = (id: string): string | null => deals().find(([table]) => table === id)?.[1] ?? null;
