import { describe, expect, it } from 'vitest';
import { splitUpdate } from '../src/tables/burger-go/split-update';
import type { Snapshot, Update } from '../src/wire';

const snapshot = {
  view: { rows: [[4], [10]], beneath: [[-1], [-1]], hands: [[3], [-1]], choices: [[], [-1]] },
} as unknown as Snapshot;
const next = {
  view: {
    rows: [[], []],
    hands: [
      [1, 2],
      [-1, -1],
    ],
  },
};
const update = (...events: unknown[][]): Update =>
  ({ type: 'update', version: 9, set: next, log: events.map((event) => [event, '']) }) as unknown as Update;

describe('the split update at the end of a round', () => {
  it('shows the last cards before the next deal', () => {
    const told = [
      ['shown', 0, 6],
      ['shown', 1, 7],
      ['sauced', 0, 6, 4],
      ['round_paid', 0, 9, 9],
      ['dealt', 2],
    ];
    const first = splitUpdate(snapshot, update(...told));
    expect(first?.set.view).toMatchObject({
      rows: [
        [4, 6],
        [10, 7],
      ],
      beneath: [
        [-1, 0],
        [-1, -1],
      ],
      hands: [[], []],
    });
    expect([first?.version, first?.log.length, first?.set.options]).toEqual([8, 3, []]);
  });

  it('does not occur while hands are only passed, or without shown cards', () => {
    expect(splitUpdate(snapshot, update(['shown', 0, 6], ['handed_on']))).toBeNull();
    expect(splitUpdate(snapshot, update(['dealt', 1]))).toBeNull();
  });
});
