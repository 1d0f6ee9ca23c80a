/** What bots are called, in the order in which they sit down, and where their faces lie. */

const STAFF = ['Basil', 'Olive', 'Pepper', 'Rosemary', 'Ginger', 'Dill', 'Sage', 'Clove'];

/** The face of somebody who has one. */
export const faceOf = (name: string): string | null =>
  STAFF.includes(name) ? `/pieces/faces/${name.toLowerCase()}.svg` : null;

/** Names for so many bots, none of which is a person's at the table. */
export const botNames = (count: number, taken: string[]): string[] =>
  STAFF.filter((name) => !taken.includes(name)).slice(0, count);
