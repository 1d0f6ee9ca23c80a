/** The learning curve of a training: SVG paths and a summary. */

import { plural } from './words';

export interface Epoch {
  epoch?: number;
  games: number;
  loss?: number;
  held_out?: number;
  correlation?: number;
  /** Set on lines that report a duel instead. */
  against?: string;
}

export interface Curve {
  training: string;
  held: string;
  words: string;
}

const [WIDE, HIGH, PAD] = [600, 200, 8];

/**
 * Both errors as SVG paths on one scale. Each stage is a line, or a dot if it has one epoch. Null without
 * epochs.
 */
export function curve(lines: Epoch[]): Curve | null {
  const epochs = lines.filter((line) => line.held_out !== undefined && line.loss !== undefined);
  if (!epochs.length) return null;
  const all = epochs.flatMap(({ loss, held_out }) => [loss!, held_out!]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const at = (value: number, i: number): string => {
    const x = PAD + ((WIDE - 2 * PAD) * i) / Math.max(1, epochs.length - 1);
    const y = HIGH - PAD - ((HIGH - 2 * PAD) * (value - low)) / (high - low || 1);
    const point = `${x.toFixed(1)} ${y.toFixed(1)}`;
    return begins(i) ? `M${point}${begins(i + 1) ? 'h0' : ''}` : `L${point}`;
  };
  const begins = (i: number): boolean => epochs[i]?.games !== epochs[i - 1]?.games;
  const path = (values: number[]): string => values.map(at).join('');
  const last = epochs.at(-1)!;
  const stage = epochs.filter(({ games }) => games === last.games);
  const best = Math.min(...stage.map(({ held_out }) => held_out!));
  const learned = `${plural(stage.length, 'epoch')} on ${last.games.toLocaleString('en')} games`;
  return {
    training: path(epochs.map(({ loss }) => loss!)),
    held: path(epochs.map(({ held_out }) => held_out!)),
    words: `${learned}: best error ${best.toFixed(4)}, now ${last.held_out!.toFixed(4)}`,
  };
}
