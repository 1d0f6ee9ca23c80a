/** Terms of a game in its texts: the titles of sections in its rules. */

import type { RuleText } from '../../wire';

export interface Term {
  name: string;
  /** The first rule of the section. */
  rule: string;
  /** The whole section. */
  meaning: string;
}

/** The term that a log line or a title begins with, before a colon; null if it begins with none. */
export function termOf(text: string, rules: readonly RuleText[]): Term | null {
  const name = text.split(':', 1)[0]!;
  const section = rules.filter((rule) => rule.section === name);
  const [first] = section;
  return first ? { name, rule: first.id, meaning: section.map((rule) => rule.text).join(' ') } : null;
}
