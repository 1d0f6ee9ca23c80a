/** Writes down which files the lobby begins with, and a table of each game: the server tells a browser of
 * them before the page has found out by itself. */

import type { Plugin } from 'vite';

/** The part of a bundle's chunk that is read. */
interface Chunk {
  type: string;
  fileName: string;
  imports?: string[];
  moduleIds?: string[];
  viteMetadata?: { importedCss: Set<string> };
}
type Bundle = Record<string, Chunk>;

/** `begins` are the modules that a table of each game begins with, and the lobby. */
export const preloads = (begins: Record<string, string[]>): Plugin => ({
  name: 'preloads',
  enforce: 'post',
  generateBundle(_, bundle) {
    const files = Object.entries(begins).map(([game, ids]) => [
      game,
      needed(bundle as unknown as Bundle, ids),
    ]);
    this.emitFile({
      type: 'asset',
      fileName: 'preload.json',
      source: JSON.stringify(Object.fromEntries(files)),
    });
  },
});

function needed(bundle: Bundle, ids: string[]): string[] {
  const chunks = Object.values(bundle).filter((chunk) => chunk.moduleIds?.some((id) => ids.includes(id)));
  const seen = new Set(chunks.map((chunk) => chunk.fileName));
  for (const name of seen) bundle[name]?.imports?.forEach((other) => seen.add(other));
  const styles = [...seen].flatMap((name) => [...(bundle[name]?.viteMetadata?.importedCss ?? [])]);
  return [...new Set(styles), ...seen];
}
