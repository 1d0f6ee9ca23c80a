/** Layouts by game, loaded when a table of theirs is opened. */

import type { Component } from 'svelte';
import type { SeatColour } from '../lib/text/colours';
import type { Part } from '../lib/text/scoring';
import type { Sound } from '../lib/effects/sound';
import type { Play } from '../lib/state/play.svelte';
import type { Sheet, Update } from '../wire';
import { FOLDERS } from './folders';

export interface Layout {
  /** The table as the game draws it. */
  Table: Component;
  /** What goes into the top bar: phase, round. */
  Phase: Component;
  sounds: Record<string, Sound>;
  /** The first part of an update, where what it shows is cleared away in the same moment. */
  splitUpdate?: (sheet: Sheet, update: Update) => Update | null;
  /** Events that cut the receipt. */
  cuts: string[];
  /** Where each seat's points come from, once the game is over. */
  parts: (sheet: Sheet) => Part[][];
  /** The colours of the seats, where a game has its own. */
  colours?: (sheet: Sheet, pack: unknown) => (SeatColour | null)[];
  /** What happened, for the results, where a game tells it line by line. */
  Story?: Component<{ play: Play }>;
}

const LAYOUTS = import.meta.glob<Layout>('./*/index.ts');

/** The layout of a game, or the plain one for a game that has none yet. */
export const layout = (key: string): Promise<Layout> => LAYOUTS[`./${FOLDERS[key] ?? 'plain'}/index.ts`]!();

/** A burger for the menu, one per game. */
const DISHES: Record<string, string[]> = {
  'burger-up': ['bottom_bun', 'lettuce', 'beef_patty', 'cheddar_cheese', 'top_bun'],
  'solo-up': ['bottom_bun', 'fried_egg', 'top_bun'],
  'party-up': ['bottom_bun', 'tomato', 'beef_patty', 'lettuce', 'bacon', 'top_bun'],
  'between-two-burgers': ['bottom_bun', 'avocado', 'grilled_chicken', 'beetroot', 'top_bun'],
  hanaburger: ['bottom_bun', 'pineapple', 'veggie_patty', 'top_bun'],
  'burger-go': ['bottom_bun', 'ketchup', 'beef_patty', 'mustard', 'top_bun'],
  'burger-trucker': ['bottom_bun', 'roasted_pepper', 'swiss_cheese', 'beef_patty', 'top_bun'],
  'burger-boss': ['bottom_bun', 'beef_patty', 'cheddar_cheese', 'beef_patty', 'top_bun'],
  burgerfuck: ['bottom_bun', 'bbq_sauce', 'beef_patty', 'top_bun'],
  'ninja-burger': ['bottom_bun', 'pickles', 'beef_patty', 'top_bun'],
  'kitchen-rush': ['bottom_bun', 'brie', 'tomato', 'veggie_patty', 'top_bun'],
};
export const dish = (key: string): string[] => DISHES[key] ?? DISHES['burger-up']!;
