import { expect, it } from 'vitest';
import { hostileFiles } from '../support/hostile/hostile-files.ts';
import { readInBounds } from '../support/hostile/read-in-bounds.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** How many times as large as in `npm test`. */
const scale = 16;

it.each(hostileFiles.map((file) => [file.title, file] as const))(
  '%s, large: read in bounds, or refused and told why',
  async (_, file) => {
    const { result, seconds } = await readInBounds(temporaryFolder(), file, scale);
    const outcome = result.ok ? `${result.reading.documents.length} documents` : result.failure.message;
    process.stderr.write(`${file.title}: ${seconds.toFixed(1)} s, ${outcome.slice(0, 160)}\n`);
    if (file.refusal) expect(result).toMatchObject({ ok: false, failure: { isPermanent: true } });
    expect(seconds).toBeLessThan(file.refusal ? 60 : 600);
  },
);
