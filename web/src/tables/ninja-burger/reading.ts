/** Ninja Burger as it lies on the table: ninjas, missions, rolls, deals. It reads the view and decides
 * nothing. */

import type { Line } from '../../wire';
import type { Choice } from '../../lib/input/options';
import type {
  Alternative,
  Bargain,
  Effect,
  Fortune,
  Mission as Printed,
  NinjaView,
  Pack as NinjaPack,
  Rolling,
} from '../../views/ninja-burger';
import { readers } from '../view';

export type { Alternative, Bargain, Fortune, NinjaPack, NinjaView, Printed, Rolling };

export const { viewOf, packOf } = readers<NinjaView, NinjaPack>();

export const PHASES = ['Pay', 'Draw', 'Reveal', 'Meeting', 'Missions', 'Bonus', 'Discard', 'Check'];
export const MISSIONS = 5;
export const MEETING = 4;
const WAYS = 216;

/** A chance to a tenth, from ways out of 216. */
export const percent = (ways: number): string => `${((100 * ways) / WAYS).toFixed(1)} %`;
export const outOf = (ways: number): string => `${ways} of ${WAYS} throws`;
/** A brilliant throw makes a roll whatever the skill, so a roll can be made by less than nothing. */
export const madeWords = (margin: number): string => (margin < 0 ? '✓ made' : `✓ made by ${margin}`);
/** How a seat's last roll ended, in the words of the log, without the name. */
export const rollWords = (log: Line[], seat: number, name: string): string => {
  const told = log.findLast(([event]) => (event[0] === 'made' || event[0] === 'failed') && event[1] === seat);
  return told ? told[1].slice(name.length).trim() : '';
};

export const missionOf = (pack: NinjaPack, number: number): Printed | undefined =>
  pack.deliveries[number] ?? pack.errands[number - pack.deliveries.length];
export const isErrand = (pack: NinjaPack, number: number): boolean => number >= pack.deliveries.length;

export const skillName = (pack: NinjaPack, skill: string): string =>
  skill === 'service' ? 'Service' : (pack.skills.labels[skill] ?? skill);

/** "Stealth −1" as it is printed. */
export const asked = (pack: NinjaPack, one: Alternative): string =>
  `${skillName(pack, one.skill)}${one.mod ? ` ${one.mod > 0 ? '+' : '−'}${Math.abs(one.mod)}` : ''}`;

/** The drawing that a card is known by. */
export function mark(card: Fortune): string {
  for (const effect of card.effects) {
    const skill = effect.skill || effect.any[0]?.skill || '';
    if (skill && skill !== 'any') return skill;
    if (effect.op === 'reroll') return 'again';
    if (effect.op === 'honor' || effect.op === 'auto_success') return 'star';
  }
  return 'other';
}

export const KINDS: Record<Fortune['kind'], string> = {
  stuff: 'Stuff',
  course: 'Course',
  times: 'Times',
  trick: 'Trick',
};

/** What a mission pays or costs, in a few words. */
export function pays(effects: Effect[]): string[] {
  return effects.map((effect) => {
    const sign = effect.amount < 0 ? '−' : '+';
    if (effect.op === 'honor') return `${sign}${Math.abs(effect.amount)} Honor`;
    if (effect.op === 'money') return `${sign}$${Math.abs(effect.amount)}`;
    if (effect.op === 'draw') return `draw ${effect.n}`;
    if (effect.op === 'discard') return `discard ${effect.n}`;
    return effect.op === 'lose_item' ? `lose ${effect.n} item` : `take ${effect.n} item`;
  });
}

export interface Paper {
  key: string;
  no: string;
  /** Of a roll that Interesting Times ask for. */
  card: number;
  alternatives: Alternative[];
  text: string;
  state: 'done' | 'now' | 'todo';
  number: number;
  /** By how much it was made. */
  margin: number | null;
  skill: string;
}

/** The path of rolls: what is made, what is being rolled, what is still to come. */
export function papers(pack: NinjaPack, view: NinjaView): Paper[] {
  const steps = missionOf(pack, view.missions[view.active]?.[0] ?? -1)?.steps ?? [];
  const { rolling } = view;
  const at = rolling.roll ? rolling.roll - 1 : -1;
  const printed = (i: number): Omit<Paper, 'state' | 'margin' | 'skill'> => ({
    key: `roll-${i}`,
    no: String(i + 1),
    card: -1,
    alternatives: steps[i]?.any ?? [],
    text: steps[i]?.text ?? '',
    number: i,
  });
  const extra = (card: number, i: number): Omit<Paper, 'state' | 'margin' | 'skill'> => ({
    key: `extra-${card}-${i}`,
    no: '!',
    card,
    alternatives: pack.fortune[card]?.effects.find((one) => one.op === 'extra_roll')?.any ?? [],
    text: pack.fortune[card]?.name ?? '',
    number: -1,
  });
  const made = view.path.map(([number, card, skill, margin], i): Paper => ({
    ...(number >= 0 ? printed(number) : extra(card, i)),
    state: 'done',
    margin,
    skill,
  }));
  const over = made.some((one) => one.state === 'done' && one.number >= 0 && one.number === at);
  const now =
    rolling.card !== undefined && view.roller === view.active
      ? [
          {
            ...extra(rolling.card, made.length),
            state: 'now' as const,
            margin: null,
            skill: rolling.skill ?? '',
          },
        ]
      : [];
  const waiting = view.extra.map((card, i): Paper => ({
    ...extra(card, made.length + 1 + i),
    state: 'todo',
    margin: null,
    skill: '',
  }));
  const rest = steps.flatMap((_, i): Paper[] => {
    if (made.some((one) => one.number === i)) return [];
    const current = !over && i === at;
    return [
      {
        ...printed(i),
        state: current ? 'now' : 'todo',
        margin: null,
        skill: current ? (rolling.skill ?? '') : '',
      },
    ];
  });
  return [...made, ...now, ...waiting, ...rest];
}

/** The lines in which two seats haggled lately. */
export function haggled(log: Line[], one: number, other: number): Line[] {
  const told = new Set(['offered', 'refused', 'agreed']);
  return log
    .filter(
      ([event]) => told.has(event[0]) && [one, other].every((seat) => event[1] === seat || event[2] === seat),
    )
    .slice(-3);
}

/** The card that a choice is about, if it is about one. */
export const cardOf = (choice: Choice): number | null => {
  const noun = choice.action[1];
  return typeof noun === 'number' && (choice.kinds[0] === 'card' || choice.kinds[0] === 'source')
    ? noun
    : null;
};

/** Where an addend of the effective skill comes from. */
export function addendWords(pack: NinjaPack, source: string, card: number, skill: string): string {
  if (source === 'skill') return skillName(pack, skill);
  if (source === 'mission') return 'this mission';
  if (source === 'course') return 'course';
  if (source === 'printed') return card >= 0 ? (pack.fortune[card]?.name ?? '') : 'printed';
  return pack.fortune[card]?.name ?? source;
}
/** The wash of the kind of card that an addend comes from. */
export function addendLook(pack: NinjaPack, source: string, card: number): string {
  if (source === 'course') return 'from-course';
  return source === 'skill' || source === 'printed' || source === 'mission'
    ? ''
    : `from-${pack.fortune[card]?.kind ?? 'stuff'}`;
}
