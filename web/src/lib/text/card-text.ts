/** The texts of a card: its name, what is printed on it, what its symbols mean, and its rules. */

import type { Noun } from '../../wire';

export interface About {
  name: string;
  words: string;
  signs: [sign: string, meaning: string][];
  rules: string[];
}

interface Kind {
  signs: [string, string][];
  rules: string[];
  names: Record<string, string>;
  own: Record<string, string[]>;
}

/** The part of a deck or a book that explains cards. */
export interface Explaining {
  told?: Record<string, Record<string, string>>;
  about?: Record<string, unknown>;
}

/** The texts of a card; null if the game has no such card. */
export function explained({ told, about }: Explaining, kind: string, noun: Noun): About | null {
  const own = about?.[kind] as Kind | undefined;
  const words = told?.[kind]?.[String(noun)];
  if (!own || words === undefined) return null;
  const name = own.names[String(noun)] ?? '';
  return {
    name: name.charAt(0).toUpperCase() + name.slice(1),
    words,
    signs: own.signs,
    rules: [...(own.own[String(noun)] ?? []), ...own.rules],
  };
}
