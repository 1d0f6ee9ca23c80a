import { describe, expect, it } from 'vitest';
import { botNames, faceOf, isRank, rated, strength } from '../src/lib/text/bots';
import { RANKS } from '../src/wire';

describe('bots', () => {
  it('are named by their rank, as on the server', () => {
    expect(botNames(['person', 'house', 'open', 'easy', 'house'], ['Basil'])).toEqual([
      '',
      'Olive',
      '',
      'Radish',
      'Pepper',
    ]);
    expect(botNames(['easy', 'easy', 'easy', 'easy'], []).at(-1)).toBe('Radish 2');
  });
  it('have a face that bots of the same name share; people have none', () => {
    const staff = Object.values(RANKS).flatMap((rank) => rank.staff);
    expect(staff.every(faceOf)).toBe(true);
    expect(faceOf('Radish 2')).toBe('/pieces/faces/radish.svg');
    expect(faceOf('Ada')).toBeNull();
  });
  it('are described by a word, and by a rating where one was measured', () => {
    expect([strength('head-chef'), strength('open')]).toEqual(['head chef', '']);
    expect([isRank('easy'), isRank('toString')]).toEqual([true, false]);
    const ratings = { easy: [812, 780, 840], house: [1000, 1000, 1000], random: [40, -90, 170] };
    const ranks = ['easy', 'house', 'random', 'chef'] as const;
    expect(ranks.map((rank) => rated(ratings, rank))).toEqual(['812 (780–840)', '1000', 'under 170', '']);
  });
});
