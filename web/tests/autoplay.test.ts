import { describe, expect, it } from 'vitest';
import { stopped, unlike } from '../src/lib/input/autoplay.svelte';
import { decides } from '../src/lib/state/snapshot';
import type { SeatAutoAnswers, SeatInfo, Snapshot } from '../src/wire';

const habits = (changes: Partial<SeatAutoAnswers>): SeatAutoAnswers => ({
  forced: false,
  windows: false,
  hold: 'ask',
  answer: null,
  can_hold: false,
  ...changes,
});
const snapshot = (changes: Partial<Snapshot>): Snapshot =>
  ({
    seat: 0,
    options: [[['pass'], 'Pass']],
    over: false,
    habits: habits({}),
    ...changes,
  }) as unknown as Snapshot;
const seats = [{ seat: 0, kind: 'person', name: 'Ann', here: true }] as unknown as SeatInfo[];
const wanted = { forced: true, windows: true };

describe('auto-answers', () => {
  it('are sent when the server has others, by the player of the seat only', () => {
    expect(unlike(snapshot({}), seats, wanted)).toEqual(wanted);
    expect(unlike(snapshot({ habits: habits(wanted) }), seats, wanted)).toBeNull();
    expect(unlike(snapshot({ over: true }), seats, wanted)).toBeNull();
    expect(unlike(snapshot({ seat: null, habits: null }), seats, wanted)).toBeNull();
    expect(unlike(snapshot({}), [{ ...seats[0]!, kind: 'house' }], wanted)).toBeNull();
  });

  it('stop by turning off the setting that causes the answer', () => {
    expect(stopped(habits({ hold: 'turn', can_hold: true }))).toEqual({ hold: 'ask' });
    expect(stopped(habits({ can_hold: true }))).toEqual({ windows: false });
    expect(stopped(habits({}))).toEqual({ forced: false });
  });

  it('do not count as a decision of the player', () => {
    expect(decides(snapshot({}))).toBe(true);
    expect(decides(snapshot({ habits: habits({ answer: [['pass'], 'Pass'] }) }))).toBe(false);
  });
});
