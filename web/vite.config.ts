import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env.FLATTOP_SERVER ?? 'http://127.0.0.1:8484';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env.FLATTOP_PAGE ?? '../src/flattop/server/page',
    emptyOutDir: true,
    target: 'es2022',
    // The content policy of the server allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  test: { include: ['tests/**/*.test.ts'], testTimeout: 5000 },
});
