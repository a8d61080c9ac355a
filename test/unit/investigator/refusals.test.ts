import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { investigate } from '../../../src/service/investigator/investigate.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Eight hours of an access log: a few wrong passwords all day, and from the fifth hour on one address refuses most. */
const requests = Array.from({ length: 2000 }, (_, index) => {
  const clock = new Date(Date.UTC(2026, 10, 20) + index * 14_400).toISOString().slice(11, 19);
  const isUpload = index % 4 === 1;
  const status = index % 50 === 3 || index % 50 === 21 ? 401 : isUpload && index >= 1250 && index % 8 < 6 ? 413 : 200;
  const path = isUpload ? 'POST /v2/uploads' : index % 4 === 2 ? 'POST /v2/login' : 'GET /v2/files';
  return `10.0.0.${index % 50} - - [20/Nov/2026:${clock} +0000] "${path} HTTP/1.1" ${status} 512 "-" "x"`;
}).join('\n');

async function headlineOf(question: string): Promise<string> {
  const folder = temporaryFolder();
  const reading = await readingOf(folder, 'access.log', requests);
  const files = [{ id: '1', name: 'access.log', folder: join(folder.path, 'reading'), reading }];
  const { signal } = new AbortController();
  const { answer } = await investigate({ files, question, mode: 'quick', budgetMs: 60_000, signal }, () => {});
  return answer.split('\n')[0]!;
}

describe('a refusal that begins', () => {
  it('is a failure, told by its address and status and since when', async () => {
    const headline = await headlineOf('what is wrong?');
    expect(headline).toMatch(/POST \/v2\/uploads answered 413.*since 2026-11-20 05:01:40/);
  });

  it.each([
    ['which endpoint is failing?', /POST \/v2\/uploads answered 413/],
    ['when did it start to fail?', /05:01:40/],
  ])('answers %s with it, not with the wrong passwords of all day', async (question, expected) => {
    const headline = await headlineOf(question);
    expect(headline).toMatch(expected);
    expect(headline).not.toContain('401');
  });
});
