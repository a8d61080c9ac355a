import { describe, expect, test } from 'vitest';
import { mutants } from '../support/mutants/mutants.ts';
import { startNode } from '../support/run-node.ts';

describe('a fault seeded into the source is caught by the models', () => {
  test.each(mutants.map((mutant, number) => ({ ...mutant, number })))('$name', async ({ number }) => {
    const { code, stdout, stderr } = await startNode(
      ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/support/mutants/vitest.config.ts'],
      { env: { MUTANT: String(number), FAULTS_HISTORIES: '150' } },
    ).ended;
    expect(code, stderr).toBe(1);
    // Caught by a history, not by a source that no longer runs.
    expect(stdout + stderr).toMatch(/Property failed after \d+ tests/);
  });
});
