import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { glyphs } from './glyphs.ts';

const BRUSHES = ['badges', 'base', 'features', 'field', 'geometry', 'letters', 'model', 'noise', 'painter', 'palette', 'scene']; // what a tile looks like depends on these
const brushes = createHash('sha256');
for (const name of BRUSHES) brushes.update(readFileSync(new URL(`src/lib/map/${name}.ts`, import.meta.url)));

const LETTERS = /(barlow-condensed-latin-[567]00|inter-latin-400)-normal.*\.woff2$/; // what a game is written in at first

/** The page itself and its letters are named in the head: they come while the few lines that ask for a game are run, and nothing is set twice. */
const preload = {
  name: 'preload',
  apply: 'build' as const,
  transformIndexHtml: {
    order: 'post' as const,
    handler: (_: string, { bundle }: { bundle?: Record<string, { type: string; name?: string; fileName: string }> }) =>
      Object.values(bundle ?? {}).flatMap(({ type, name, fileName }) => {
        const attrs = { crossorigin: true, href: `./${fileName}` };
        if (type === 'chunk' && name === 'start') return [{ tag: 'link', attrs: { rel: 'modulepreload', ...attrs }, injectTo: 'head' as const }];
        return LETTERS.test(fileName) ? [{ tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', ...attrs }, injectTo: 'head' as const }] : [];
      }),
  },
};

export default defineConfig({
  plugins: [svelte(), glyphs(), preload],
  worker: { format: 'es', plugins: () => [glyphs()] },
  base: './',
  define: { __PAINT__: JSON.stringify(brushes.digest('hex').slice(0, 12)) },
  build: { outDir: '../src/sandtable/server/static', emptyOutDir: true, target: 'es2022', cssCodeSplit: false, chunkSizeWarningLimit: 800 },
  server: { host: '127.0.0.1', proxy: { '/api': { target: process.env.SANDTABLE_API ?? 'http://127.0.0.1:8000', ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  test: { environment: 'happy-dom', isolate: false, include: ['src/**/*.test.ts'] },
});
