import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedTwins } from './compressed-twins.ts';

/** The control plane serves what this makes at /console/, under a policy that forbids inline scripts and styles. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react(), compressedTwins()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Pictures and fonts stay files: data: addresses would be in the way of the policy, and of caching.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // The scene preview's drawing engine is a large file by itself.
    chunkSizeWarningLimit: 1_000,
    reportCompressedSize: false,
  },
});
