import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { mutants } from './mutants.ts';

const mutant = mutants[Number(process.env.MUTANT)];
if (!mutant) throw new Error('MUTANT must be the number of a mutant');
const path = resolve(mutant.file);
const original = readFileSync(path, 'utf8');
if (!original.includes(mutant.find)) throw new Error(`${mutant.file} no longer reads as the mutant expects`);

/** The models, run on a source with one fault in it. */
export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      load: (id: string) => (id === path ? original.replace(mutant.find, () => mutant.replace) : undefined),
    },
  ],
  test: {
    root: '.',
    include: ['test/faults/models.test.ts'],
    testTimeout: 600_000,
    pool: 'forks',
    maxWorkers: 1,
    bail: 1,
  },
});
