import { describe, expect, it } from 'vitest';
import { onlyChoice } from '../src/lib/input/autoplay.svelte';
import type { Sheet } from '../src/wire';

const sheet = (changes: Partial<Sheet>): Sheet =>
  ({ options: [[['pass'], 'Pass']], anytime: [], over: false, time: null, ...changes }) as unknown as Sheet;

describe('the only choice', () => {
  it('is played where there is just one', () => {
    expect(onlyChoice(sheet({}))).toEqual(['pass']);
  });

  it('is left alone where there are others, at any time too', () => {
    expect(
      onlyChoice(
        sheet({
          options: [
            [['pass'], 'Pass'],
            [['draw'], 'Draw'],
          ],
        }),
      ),
    ).toBeNull();
    expect(onlyChoice(sheet({ anytime: [[['wish', 1], 'Wish']] }))).toBeNull();
    expect(onlyChoice(sheet({ options: [] }))).toBeNull();
  });

  it('is left alone where its pace would tell others that there was no choice', () => {
    expect(onlyChoice(sheet({ sealed: true }))).toBeNull();
  });

  it('is left alone where a clock runs, and when the game is over', () => {
    expect(onlyChoice(sheet({ time: { running: true, rate: 10, gone: 0 } }))).toBeNull();
    expect(onlyChoice(sheet({ over: true }))).toBeNull();
  });
});
