import { expect, test } from 'vitest';
import { choices, keys, kindOf, lit, narrowed, surviving, touch } from '../src/lib/input/options';
import type { Option } from '../src/wire';

const VERBS = {
  place: { label: 'Place {card} on {burger}', nouns: ['card', 'burger'] },
  throw: { label: 'Throw away {card}', nouns: ['card'] },
  done: { label: 'Done', nouns: [] },
  swap: { label: 'Swap {old} for {new}', nouns: ['old:card', 'new:card'] },
};
const OPTIONS: Option[] = [
  [['place', 3, 0], 'Place Bacon on burger 1'],
  [['place', 3, 1], 'Place Bacon on burger 2'],
  [['place', 5, 1], 'Place Brie on burger 2'],
  [['done'], 'Done'],
];
const SHOWN = new Set(['card', 'burger']);
const all = choices(OPTIONS, [], VERBS);

test('cards are lit first, each once', () => {
  expect([...lit(all, [], SHOWN).keys()]).toEqual(['card:3', 'card:5']);
});

test('a picked card lights the burgers it can go to', () => {
  expect([...lit(all, [{ kind: 'card', noun: 3 }], SHOWN).keys()]).toEqual(['burger:0', 'burger:1']);
});

test('an option without a place on the table is a key', () => {
  expect(keys(all, [], SHOWN).map((choice) => choice.words)).toEqual(['Done']);
});

test('a noun of a kind that the layout does not show becomes keys', () => {
  expect(keys(all, [], new Set()).length).toBe(4);
});

test('a touch narrows the options, and the last noun plays', () => {
  const first = touch(all, [], { kind: 'card', noun: 3 });
  expect(first.play).toBeNull();
  expect(first.picked).toEqual([{ kind: 'card', noun: 3 }]);
  expect(touch(all, first.picked, { kind: 'burger', noun: 1 }).play?.action).toEqual(['place', 3, 1]);
});

test('a single target is lit, but not played by itself', () => {
  expect(touch(all, [], { kind: 'card', noun: 5 })).toEqual({
    picked: [{ kind: 'card', noun: 5 }],
    play: null,
  });
});

test('picking another card replaces the picked one', () => {
  const picked = [{ kind: 'card', noun: 3 }];
  expect(touch(all, picked, { kind: 'card', noun: 5 }).picked).toEqual([{ kind: 'card', noun: 5 }]);
});

test('touching a thing that no option names changes nothing', () => {
  expect(touch(all, [], { kind: 'card', noun: 9 })).toEqual({ picked: [], play: null });
});

test('two verbs for one thing remain as keys', () => {
  const both = choices(
    [
      [['throw', 3], 'Throw away Bacon'],
      [['place', 3, 0], 'Place Bacon on burger 1'],
    ],
    [],
    VERBS,
  );
  const touched = touch(both, [], { kind: 'card', noun: 3 });
  expect(touched.play).toBeNull();
  expect(keys(both, touched.picked, SHOWN).map((choice) => choice.action[0])).toEqual(['throw']);
  expect([...lit(both, touched.picked, SHOWN).keys()]).toEqual(['burger:0']);
});

test('kinds are read from every form of a noun', () => {
  expect(['card', 'old:card', '[card]', 'dice:[die]'].map(kindOf)).toEqual(['card', 'card', 'card', 'die']);
});

test('any-time plays are choices with a mark', () => {
  const late = choices([], [[['done'], 'Done']], VERBS);
  expect(late[0]?.anytime).toBe(true);
});

test('an option that is also an any-time play is one choice', () => {
  const twice: Option[] = [[['throw', 3], 'Throw away Bacon']];
  expect(touch(choices(twice, twice, VERBS), [], { kind: 'card', noun: 3 }).play?.words).toBe(
    'Throw away Bacon',
  );
});

test('a picked thing is dropped once no option names it', () => {
  expect(surviving(all, [{ kind: 'card', noun: 3 }])).toHaveLength(1);
  expect(surviving(choices([[['done'], 'Done']], [], VERBS), [{ kind: 'card', noun: 3 }])).toEqual([]);
});

test('narrowing by nothing leaves all options', () => {
  expect(narrowed(all, [])).toEqual(all);
});
