import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: '.',
    include: ['test/soak/**/*.test.ts'],
    testTimeout: 1_800_000,
    // A whole service starts in some, beside whatever else the machine does.
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 1,
    // Readers run side by side, each in a process of its own.
    maxConcurrency: Number(process.env.SOAK_JOBS ?? 2),
  },
});
