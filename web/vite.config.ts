import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { grouping } from './chunks.ts';
import { preloads } from './preloads.ts';
import { FOLDERS } from './src/tables/games.ts';

const server = process.env.FLATTOP_SERVER ?? 'http://127.0.0.1:8484';
const source = (path: string): string => resolve(import.meta.dirname, 'src', path);
const layout = (folder: string): string => source(`tables/${folder}/index.ts`);
const [page, lobby] = [source('main.ts'), source('screens/Lobby.svelte')];
const table = source('screens/Table.svelte');
const begins = {
  lobby: [page, lobby],
  ...Object.fromEntries(
    Object.entries(FOLDERS).map(([game, folder]) => [game, [page, table, layout(folder)]]),
  ),
};

export default defineConfig({
  // Files find each other wherever the page lies; the server writes where that is into index.html.
  base: './',
  plugins: [svelte(), preloads(begins)],
  build: {
    outDir: process.env.FLATTOP_PAGE ?? '../src/flattop/server/page',
    emptyOutDir: true,
    target: ['chrome117', 'edge117', 'firefox125', 'safari17.4'],
    // The content policy of the server allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              debugName: 'shared',
              name: grouping(page, lobby, [table, ...Object.values(FOLDERS).map(layout)]),
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  test: { css: true, include: ['tests/**/*.test.ts'], testTimeout: 5000 },
});
