/** Words and drawings for what the zones of Burger Up, Party Up and Solo Up say. */

export const SPATULAS: Record<string, { icon: string; words: string; short: string } | undefined> = {
  pristine: { icon: 'spatula', words: 'Spatula, clean', short: 'clean' },
  dirty: { icon: 'spatula_dirty', words: 'Spatula, dirty', short: 'dirty' },
};

/** The phases of a turn in their order. */
export const PHASES: [string, string][] = [
  ['market', 'Market'],
  ['build', 'Build'],
  ['burger_up', 'Burger Up'],
  ['clean_up', 'Clean Up'],
];
export const STEPS: [string, string][] = [
  ['orders', 'Orders walk'],
  ['play', 'Cook and serve'],
];
