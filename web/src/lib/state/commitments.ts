/**
 * Commitments that were shown before each deal, kept on this device. They prove later that the deal was not
 * changed.
 */

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

/** Note the commitment of a table before its game ends; only the first one counts. */
export function note({ id, commitment, state }: TableInfo): void {
  if (!commitment || state === 'over' || noted(id)) return;
  try {
    localStorage.setItem(SHELF, JSON.stringify([...deals(), [id, commitment]].slice(-MOST)));
  } catch {
    // Without storage the game can still be played.
  }
}

export const noted = (id: string): string | null => deals().find(([table]) => table === id)?.[1] ?? null;
