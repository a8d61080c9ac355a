import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readUpload } from '../../../src/service/child/read-upload.ts';
import { investigate } from '../../../src/service/investigator/investigate.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('counts failures of a log too long to be read line by line exactly, rare ones too', async () => {
  const lines: string[] = [];
  for (let i = 0; i < 280_000; i++) {
    const time = new Date(Date.UTC(2026, 0, 1) + i * 50).toISOString();
    if (i % 1000 === 7) lines.push(`${time} ERROR [db] connection ${i} lost`);
    else if (i === 141_421) lines.push(`${time} ERROR [disk] sector unreadable`);
    else lines.push(`${time} INFO [web] request ${i} served`);
  }
  const folder = temporaryFolder();
  const path = folder.file('upload', `${lines.join('\n')}\n`);
  const { signal } = new AbortController();
  const place = join(folder.path, 'reading');
  const read = await readUpload({ path, name: 'long.log', folder: place }, { signal, progress() {} });
  if (!read.ok) throw new Error(read.failure.message);
  const files = [{ id: '1', name: 'long.log', folder: place, reading: read.reading }];
  const question = 'What errors are in this log?';
  const { answer } = await investigate({ files, question, mode: 'quick', budgetMs: 60_000, signal }, () => {});
  expect(answer).toContain('281 lines with level `error`, of 2 kinds');
  expect(answer).toContain('long.log:141422');
});
