/** Words and drawings for what the zones of Burger Up, Party Up and Solo Up say. */

export const SPATULAS: Record<string, { icon: string; words: string; short: string } | undefined> = {
  pristine: { icon: 'spatula', words: 'Spatula, clean', short: 'clean' },
  dirty: { icon: 'spatula_dirty', words: 'Spatula, dirty', short: 'dirty' },
};

/** The key that goes on, by phase. */
export const DONE: Record<string, string> = {
  market: 'Done buying',
  build: 'Done building',
  burger_up: 'Serve nothing',
  clean_up: 'Draw up',
  play: 'End the turn',
  discard: 'Keep the rest',
};

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
