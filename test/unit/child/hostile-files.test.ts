import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostileFiles } from '../../support/hostile/hostile-files.ts';
import { readInBounds } from '../../support/hostile/read-in-bounds.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it.each(hostileFiles.map((file) => [file.title, file] as const))(
  '%s: read in bounds, or refused and told why',
  async (_, file) => {
    const folder = temporaryFolder();
    const { result } = await readInBounds(folder, file, 1);
    if (file.refusal)
      expect(result).toMatchObject({ ok: false, failure: { message: expect.stringMatching(file.refusal) } });
    // Only a reader that broke down is tried again: of these none may.
    if (!result.ok) expect(result.failure).toMatchObject({ isPermanent: true, message: expect.stringMatching(/\.$/) });
    for (const { name } of result.ok ? result.reading.documents : []) expect(name).not.toMatch(/(^|\/)\.\.(\/|$)|^\//);
    expect(readdirSync(folder.path).toSorted()).toEqual(
      existsSync(join(folder.path, 'reading')) ? ['reading', 'upload'] : ['upload'],
    );
  },
);
