import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readUpload } from '../../../src/service/child/read-upload.ts';
import { investigate } from '../../../src/service/investigator/investigate.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The index counts lines as alike where only words with a digit differ: what such words say still counts. */
it.each([
  [
    'names with words in them',
    (i: number) => `stage ${i % 3 === 0 ? `job${i}_failed` : `job${i}_done`}`,
    'failed',
    100,
  ],
  ['exit codes', (i: number) => `step exited with code ${i % 4 === 0 ? 1 : 0} after ${i} ms`, 'failed', 75],
  ['statuses by number', (i: number) => `call ${i} exit_code=${i % 5 === 0 ? 3 : 0}`, 'failed', 60],
])('alike lines are told apart by %s', async (_, message, asked, count) => {
  const lines = Array.from(
    { length: 300 },
    (_, i) => `${new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString()} ${message(i)}`,
  );
  const folder = temporaryFolder();
  const path = folder.file('upload', `${lines.join('\n')}\n`);
  const { signal } = new AbortController();
  const place = join(folder.path, 'reading');
  const read = await readUpload({ path, name: 'alike.log', folder: place }, { signal, progress() {} });
  if (!read.ok) throw new Error(read.failure.message);
  const files = [{ id: '1', name: 'alike.log', folder: place, reading: read.reading }];
  const question = `count with outcome=${asked}`;
  const { cause } = await investigate({ files, question, mode: 'quick', budgetMs: 60_000, signal }, () => {});
  expect(cause).toContain(`${count} lines`);
});
