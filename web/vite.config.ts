import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { glyphs } from './glyphs.ts';

export default defineConfig({
  plugins: [svelte(), glyphs()],
  worker: { format: 'es', plugins: () => [glyphs()] },
  base: './',
  build: { outDir: '../src/sandtable/server/static', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 800 },
  server: { host: '127.0.0.1', proxy: { '/api': { target: process.env.SANDTABLE_API ?? 'http://127.0.0.1:8000', ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
});
