import { describe, expect, it } from 'vitest';
import { type Known, checks } from '../src/lib/proof';

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', bytes));
const promised = (seed: string): Promise<string> =>
  sha256(Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16)));

/** A record as it is written, its chain reckoned by another hand. */
async function recorded(...entries: object[]): Promise<string> {
  let [all, text] = ['', ''];
  for (const entry of entries) {
    const body = JSON.stringify(entry);
    all += body;
    const chain = (await sha256(new TextEncoder().encode(all))).slice(0, 16);
    text += `${body.slice(0, -1)},"chain":"${chain}"}\n`;
  }
  return text;
}

const SEED = '5b'.repeat(32);
const COMMITMENT = await promised(SEED);
const RECORD = await recorded(
  { flattop: 1, game: 'burger-go', people: ['Zoë', 'Sage'], commitment: COMMITMENT },
  { play: [0, 'choose', 3] },
  { play: [1, 'choose', 5] },
  { end: { points: [12, 9], winners: [0], reason: 'three rounds' }, state: 'ab', after: 2, seed: SEED },
);
const KNOWN: Known = { commitment: COMMITMENT, noted: COMMITMENT, seed: SEED, points: [12, 9] };
const bad = (record: string, known: Partial<Known> = {}): string[] =>
  checks(record, { ...KNOWN, ...known })
    .filter(({ good }) => !good)
    .map(({ words }) => words);

describe('the proof of a game', () => {
  it('holds for the recorded game', () => {
    expect(checks(RECORD, KNOWN)).toEqual([
      { good: true, words: 'All 4 lines of the record fit their chain' },
      { good: true, words: 'The seed fits what this browser noted before the deal' },
      { good: true, words: 'The record ends with these points' },
    ]);
    expect(checks(RECORD, { ...KNOWN, noted: null })[1]?.words).toBe(
      'The seed fits what was shown before the deal',
    );
  });

  it('names the line that was changed, removed or cut off', () => {
    expect(bad(RECORD.replace('"choose",5', '"choose",6'))[0]).toMatch(/^Line 3 of the record was changed/);
    expect(bad(RECORD.split('\n').toSpliced(1, 1).join('\n'))[0]).toMatch(/^Line 2 /);
    expect(bad(RECORD.replace('Zoë', 'Zoe'))[0]).toMatch(/^Line 1 /);
    expect(bad(`${RECORD}{"play":[0]}\n`)[0]).toMatch(/^Line 5 /);
  });

  it('reports a seed that was chosen during the game', async () => {
    const branch = (header: object): Promise<string> =>
      recorded(
        { flattop: 1, commitment: COMMITMENT, ...header },
        { play: [0] },
        { luck: '00' },
        { play: [1] },
      );
    const words = 'Line 3 of the record chooses a new seed';
    expect(bad(await branch({}))).toContain(`${words} during the game`);
    expect(bad(await branch({ what_if: [1, 2] }))).toContain(`${words} during the game`);
    expect(checks(await branch({ what_if: [1] }), KNOWN)[2]).toEqual({
      good: true,
      words: `${words}, as a what-if game does`,
    });
  });

  it('fails for another seed, commitment or game', async () => {
    const other = 'c'.repeat(64);
    expect(bad(RECORD, { seed: other })).toContain('The seed does not fit what was shown before the deal');
    expect(bad(RECORD, { noted: other })).toEqual(['Before the deal this browser was shown something else']);
    expect(bad(RECORD, { points: [9, 12] })).toEqual([
      'The record is not that of this game: it ends otherwise',
    ]);
    const commitment = await promised(other);
    expect(bad(RECORD, { seed: other, commitment, noted: null })).toHaveLength(1);
  });

  it('fails for a truncated record', () => {
    expect(bad(RECORD.slice(0, -30))).toHaveLength(2);
    expect(bad('')).toHaveLength(2);
    expect(bad(RECORD.split('\n').slice(0, 3).join('\n'))).toEqual([
      'The record is not that of this game: it ends otherwise',
    ]);
  });
});
