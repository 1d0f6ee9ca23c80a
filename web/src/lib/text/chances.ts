/** The chances along a game, as lines to draw and as texts. */

import type { ChancePoint, Chances, Measure, DecisionSwing } from '../../wire';
import { listed, signed } from './words';

/** The dash pattern of each seat's line, because colour must not be the only difference. */
export const LINES = ['solid', 'dashed', 'dotted', 'long dashes', 'dash and dot', 'wide dots'] as const;

export const percent = (share: number): number => Math.round(share * 100);
/** "chance to win": the measure without its explanation. */
export const stake = (measure: Measure): string => measure.words.split(',')[0]!;

const x = (at: number, actions: number): number => Math.round((at / Math.max(1, actions)) * 1000);
const y = (share: number): number => Math.round((1 - share) * 1000) / 10;

/** The curve of a seat as an SVG path, in a box of 1000 by 100. */
export function line(curve: ChancePoint[], seat: number, actions: number): string {
  return curve
    .map((point, i) => `${i ? 'L' : 'M'}${x(point.at, actions)} ${y(point.chances[seat]!)}`)
    .join(' ');
}

/** The 95 % confidence band of a seat's curve. */
export function band(curve: ChancePoint[], seat: number, actions: number): string {
  const above = curve.map((point) => `${x(point.at, actions)} ${y(point.high[seat]!)}`);
  const below = curve.map((point) => `${x(point.at, actions)} ${y(point.low[seat]!)}`).reverse();
  return curve.length ? `M${[...above, ...below].join(' L')} Z` : '';
}

export interface Pin {
  swing: DecisionSwing;
  /** Percent of the length of the strip. */
  place: number;
  lane: number;
}
const NEAR = 9; // percent of the strip that a pin takes
const LANES = 3;

/** Pins for decisions along the strip. Pins that would overlap are drawn lower. */
export function pins(decisions: DecisionSwing[], actions: number): Pin[] {
  const ends: number[] = [];
  return inOrder(decisions).map((swing) => {
    const place = (swing.at / Math.max(1, actions)) * 100;
    const free = ends.findIndex((end) => place - end >= NEAR);
    const lane = free >= 0 ? free : Math.min(ends.length, LANES - 1);
    ends[lane] = place;
    return { swing, place, lane };
  });
}

export const inOrder = (decisions: DecisionSwing[]): DecisionSwing[] =>
  [...decisions].sort((a, b) => a.at - b.at);

/** The next important decision; after the last one, the first. */
export function nextThatMattered(decisions: DecisionSwing[], at: number): DecisionSwing | null {
  const all = inOrder(decisions);
  return all.find((swing) => swing.at > at) ?? all[0] ?? null;
}

/** "+9", from the rounded figures that are shown. */
export const gained = (swing: DecisionSwing): string => signed(percent(swing.after) - percent(swing.before));
/** "chance to win, 27 → 36 %". */
export const moved = (swing: DecisionSwing, measure: Measure): string =>
  `${stake(measure)}, ${percent(swing.before)} → ${percent(swing.after)} %`;

/** What the house bot would have done, why, and the luck that followed. */
export function beside(swing: DecisionSwing): string {
  const usual = swing.instead
    ? `The house bot would choose: ${swing.instead}.`
    : 'The house bot would have let it be.';
  const luck = swing.luck && (swing.luck.low > 0 || swing.luck.high < 0) ? swing.luck : null;
  const brought = luck ? `Luck in the same step brought ${signed(percent(luck.swing))}.` : '';
  return [usual, swing.why, brought].filter(Boolean).join(' ');
}

/** "Ada 36 %, Ben 20 % and Cem 44 %", after some number of actions. */
export function standing(analysed: Chances, names: string[], at: number): string {
  const point = analysed.curve.filter((one) => one.at <= at).at(-1) ?? analysed.curve[0];
  if (!point) return '';
  if (analysed.measure.shared) return `${percent(point.chances[0]!)} %`;
  return listed(names.map((name, seat) => `${name} ${percent(point.chances[seat]!)} %`));
}
