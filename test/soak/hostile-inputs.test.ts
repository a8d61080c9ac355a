import { it } from 'vitest';
import { readHostileInputs } from '../support/read-hostile-inputs.ts';
import { sampleFiles } from '../support/sample-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it.each(await sampleFiles())(
  'survives ten thousand damaged versions of $name',
  async (input) => {
    await readHostileInputs(temporaryFolder(), input, 10_000);
  },
  3_600_000,
);
