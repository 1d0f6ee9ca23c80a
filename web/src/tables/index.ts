/** Layouts by game, loaded when a table of theirs is opened. */

import type { Component } from 'svelte';
import type { SeatColour } from '../lib/text/colours';
import type { Part } from '../lib/text/scoring';
import type { Sound } from '../lib/effects/sound';
import type { Play } from '../lib/state/play.svelte';
import type { Snapshot, Update } from '../wire';
import { DISHES, FOLDERS } from './games';

export interface Layout {
  /** The table as the game draws it. */
  Table: Component;
  /** What goes into the top bar: phase, round. */
  Phase: Component;
  sounds: Record<string, Sound>;
  /** The first part of an update, where what it shows is cleared away in the same moment. */
  splitUpdate?: (snapshot: Snapshot, update: Update) => Update | null;
  /** Events that cut the receipt. */
  cuts: string[];
  /** Where each seat's points come from, once the game is over. */
  parts: (snapshot: Snapshot) => Part[][];
  /** The colours of the seats, where a game has its own. */
  colours?: (snapshot: Snapshot, pack: unknown) => (SeatColour | null)[];
  /** What happened, for the results, where a game tells it line by line. */
  Story?: Component<{ play: Play }>;
}

const LAYOUTS = import.meta.glob<Layout>('./*/index.ts');

/** The layout of a game, or the plain one for a game that has none yet. */
export const layout = (key: string): Promise<Layout> => LAYOUTS[`./${FOLDERS[key] ?? 'plain'}/index.ts`]!();

const PLAIN_DISH = ['bottom_bun', 'lettuce', 'beef_patty', 'cheddar_cheese', 'top_bun'];

/** The burger of a game on the menu. */
export const dish = (key: string): string[] => DISHES[key] ?? PLAIN_DISH;
