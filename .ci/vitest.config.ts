import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** One worker per core: the suites start real PostgreSQL clusters and real encoders, so more only makes them fight. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['{shared,control-plane,render-node,capture-node,deploy,dashboards,bench,.ci}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    reporters: ['default', './.ci/count-reporter.ts'],
  },
});
