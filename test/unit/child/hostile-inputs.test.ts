import { expect, it } from 'vitest';
import { readHostileInputs } from '../../support/read-hostile-inputs.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { sampleFiles } from '../../support/sample-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const inputs = await sampleFiles();

it.each(inputs)('reads $name, which is a sound $type', async ({ type, name, content }) => {
  expect((await readingOf(temporaryFolder(), name, content)).fileType).toBe(type);
});

it.each(inputs)(
  'survives two hundred damaged versions of $name',
  async (input) => {
    await readHostileInputs(temporaryFolder(), input, 200);
  },
  60_000,
);
