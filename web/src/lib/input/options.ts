/** Options light up what can be touched, and narrow noun by noun. No rule is known here: all comes from the
 * sheet. */

import type { Action, GameInfo, Noun, Option } from '../../wire';

/** A thing on the table: what it is, and which. */
export interface Thing {
  kind: string;
  noun: Noun;
}

/** An option with the kinds of its nouns. */
export interface Choice {
  action: Action;
  words: string;
  kinds: string[];
  anytime: boolean;
}

export const key = (kind: string, noun: Noun): string => `${kind}:${noun}`;

/** `name:kind`, `kind` and `[kind]` all name a kind. */
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

/** The choices whose first nouns are the things picked so far. */
export function narrowed(all: Choice[], picked: Thing[]): Choice[] {
  return all.filter((choice) =>
    picked.every((thing, i) => choice.kinds[i] === thing.kind && choice.action[i + 1] === thing.noun),
  );
}

/** The thing that a choice asks for next, if any is left. */
export function next(choice: Choice, picked: Thing[]): Thing | null {
  const kind = choice.kinds[picked.length];
  const noun = choice.action[picked.length + 1];
  return kind === undefined || noun === undefined ? null : { kind, noun };
}

/** What can be touched now, by key, with the choices that each touch would leave. */
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

/** The choices that are keys with words: nothing of them can be touched on the table. */
export function keys(all: Choice[], picked: Thing[], shown: ReadonlySet<string>): Choice[] {
  return narrowed(all, picked).filter((choice) => {
    const thing = next(choice, picked);
    return !thing || !shown.has(thing.kind);
  });
}

export interface Touched {
  picked: Thing[];
  /** The one choice that is now complete, to be played. */
  play: Choice | null;
}

/** What a touch does: it completes one choice, or it is one more noun. */
export function touch(all: Choice[], picked: Thing[], thing: Thing): Touched {
  const path = [...picked, thing];
  const left = narrowed(all, path);
  if (!left.length) return picked.length ? touch(all, [], thing) : { picked: [], play: null };
  const whole = left.filter((choice) => choice.action.length - 1 === path.length);
  if (left.length === 1 && whole.length === 1) return { picked: [], play: whole[0]! };
  return { picked: path, play: null };
}

/** Picked things that are still worth something after the options have changed. */
export function surviving(all: Choice[], picked: Thing[]): Thing[] {
  return picked.length && narrowed(all, picked).length ? picked : [];
}

export const same = (a: Action, b: Action): boolean =>
  a.length === b.length && a.every((noun, i) => noun === b[i]);
