/** Verifies the record of a finished game in the browser, without trusting the server. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export interface Check {
  good: boolean;
  words: string;
}

/** What the page knows about a game besides its record. */
export interface Known {
  /** The commitment that the server shows, and the one that this browser noted before the deal. */
  commitment: string;
  noted: string | null;
  seed: string;
  points: number[];
}

interface LastLine {
  end?: { points: number[] };
  seed?: string;
}

const LINE = /^(\{.*),"chain":"([0-9a-f]{16})"\}$/;
const SEED = /^[0-9a-f]{64}$/;

export function checks(record: string, known: Known): Check[] {
  return [unchanged(record), committed(known), ...reseeded(record), ended(record, known)];
}

/** Check the digest chain: each line has a digest of all lines up to it, so a change shows in its line. */
function unchanged(record: string): Check {
  const lines = record.trimEnd().split('\n');
  const digest = sha256.create();
  for (const [at, line] of lines.entries()) {
    const [, body, chain] = LINE.exec(line) ?? [];
    digest.update(utf8ToBytes(`${body}}`));
    if (!body || bytesToHex(digest.clone().digest()).slice(0, 16) !== chain)
      return { good: false, words: `Line ${at + 1} of the record was changed: it does not fit its chain` };
  }
  return { good: true, words: `All ${lines.length} lines of the record fit their chain` };
}

/** Check that the seed matches the commitment that was made before the deal. */
function committed({ commitment, noted, seed }: Known): Check {
  if (noted && noted !== commitment)
    return { good: false, words: 'Before the deal this browser was shown something else' };
  if (!SEED.test(seed) || bytesToHex(sha256(hexToBytes(seed))) !== commitment)
    return { good: false, words: 'The seed does not fit what was shown before the deal' };
  const seen = noted ? 'this browser noted' : 'was shown';
  return { good: true, words: `The seed fits what ${seen} before the deal` };
}

/** Report seeds that were chosen during the game. Only what-if games may do that; their headers say so. */
function reseeded(record: string): Check[] {
  const lines = record.trimEnd().split('\n');
  const chosen = lines.flatMap((line, at) => (line.startsWith('{"luck":') ? [at + 1] : []));
  if (!chosen.length) return [];
  const announced = /"what_if":\[([\d,]+)\]/.exec(lines[0] ?? '')?.[1]?.split(',').length ?? 0;
  const words = `Line ${chosen.join(', ')} of the record chooses a new seed`;
  return announced === chosen.length
    ? [{ good: true, words: `${words}, as a what-if game does` }]
    : [{ good: false, words: `${words} during the game` }];
}

/** Check that the record is of this game and ends with the shown result. */
function ended(record: string, { commitment, seed, points }: Known): Check {
  const good = record.includes(`"commitment":"${commitment}"`) && endOf(record, seed) === points.join();
  return good
    ? { good, words: 'The record ends with these points' }
    : { good, words: 'The record is not that of this game: it ends otherwise' };
}

function endOf(record: string, seed: string): string {
  try {
    const { end, seed: shown } = JSON.parse(record.trimEnd().split('\n').at(-1) ?? '') as LastLine;
    return end && shown === seed ? end.points.join() : 'none';
  } catch {
    return 'none';
  }
}
