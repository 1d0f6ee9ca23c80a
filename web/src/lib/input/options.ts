/**
 * Options make things on the table playable, and are narrowed down noun by noun. This module knows no rules;
 * everything comes from the snapshot.
 */

import type { Action, GameInfo, Noun, Option } from '../../wire';

/** A thing on the table: its kind and its noun. */
export interface Thing {
  kind: string;
  noun: Noun;
}

export interface Choice {
  action: Action;
  words: string;
  kinds: string[];
  anytime: boolean;
}

export const key = (kind: string, noun: Noun): string => `${kind}:${noun}`;

/** The kind of a noun, written as `name:kind`, `kind` or `[kind]`. */
export const kindOf = (noun: string): string => noun.slice(noun.indexOf(':') + 1).replace(/[[\]]/g, '');

export function choices(options: Option[], anytime: Option[], verbs: GameInfo['verbs']): Choice[] {
  const read =
    (late: boolean) =>
    (option: Option): Choice => ({
      action: option[0],
      words: option[1],
      kinds: (verbs[option[0][0]]?.nouns ?? []).map(kindOf),
      anytime: late,
    });
  const late = anytime.filter(([action]) => !options.some(([asked]) => same(asked, action)));
  return [...options.map(read(false)), ...late.map(read(true))];
}

/** The choices that begin with the picked things. */
export function narrowed(all: Choice[], picked: Thing[]): Choice[] {
  return all.filter((choice) =>
    picked.every((thing, i) => choice.kinds[i] === thing.kind && choice.action[i + 1] === thing.noun),
  );
}

/** The next thing of a choice; null if it is complete. */
export function next(choice: Choice, picked: Thing[]): Thing | null {
  const kind = choice.kinds[picked.length];
  const noun = choice.action[picked.length + 1];
  return kind === undefined || noun === undefined ? null : { kind, noun };
}

/** The playable things by key, each with the choices that remain after it. */
export function lit(all: Choice[], picked: Thing[], shown: ReadonlySet<string>): Map<string, Choice[]> {
  const byName = new Map<string, Choice[]>();
  for (const choice of narrowed(all, picked)) {
    const thing = next(choice, picked);
    if (!thing || !shown.has(thing.kind)) continue;
    const name = key(thing.kind, thing.noun);
    byName.set(name, [...(byName.get(name) ?? []), choice]);
  }
  return byName;
}

/** The choices that need a button, because their next noun is not on the table. */
export function keys(all: Choice[], picked: Thing[], shown: ReadonlySet<string>): Choice[] {
  return narrowed(all, picked).filter((choice) => {
    const thing = next(choice, picked);
    return !thing || !shown.has(thing.kind);
  });
}

export interface Touched {
  picked: Thing[];
  /** The choice that is complete, to be played. */
  play: Choice | null;
}

/** Pick a thing: it completes a choice, or is one more noun. */
export function touch(all: Choice[], picked: Thing[], thing: Thing): Touched {
  const path = [...picked, thing];
  const left = narrowed(all, path);
  if (!left.length) return picked.length ? touch(all, [], thing) : { picked: [], play: null };
  const whole = left.filter((choice) => choice.action.length - 1 === path.length);
  if (left.length === 1 && whole.length === 1) return { picked: [], play: whole[0]! };
  return { picked: path, play: null };
}

/** The picked things, if a choice still begins with them; else none. */
export function surviving(all: Choice[], picked: Thing[]): Thing[] {
  return picked.length && narrowed(all, picked).length ? picked : [];
}

export const same = (a: Action, b: Action): boolean =>
  a.length === b.length && a.every((noun, i) => noun === b[i]);
