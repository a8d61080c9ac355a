import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: '.',
    include: ['test/**/*.test.ts'],
    exclude: ['test/soak/**', 'test/faults/**', 'node_modules/**'],
    // What hangs is ended; a slow machine that does other things beside is no failure.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
