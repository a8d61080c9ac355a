import { expect, it } from 'vitest';
import type { Reading } from '#service/formats/reading.ts';
import { makeZip } from '../../support/make-archives.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const start = Date.parse('2026-11-01T10:00:00Z');
const stamp = (seconds: number) => new Date(start + seconds * 1000).toISOString();

/** Five minutes of requests, from a second on with a failure each. */
function logOf(failsFrom: number, failure: string, shiftSeconds = 0): string {
  return Array.from({ length: 150 }, (_, n) => {
    const at = n * 2;
    const request = `${stamp(at + shiftSeconds)} INFO request req-${String(7_340_000 + n)}a served\n`;
    return at < failsFrom ? request : `${request}${stamp(at + 1 + shiftSeconds)} ERROR ${failure}\n`;
  }).join('');
}

async function orderIn(files: Readonly<Record<string, string>>): Promise<Reading['findings']> {
  const members = Object.entries(files).map(([name, content]) => ({ name, content }));
  const { findings } = await readingOf(temporaryFolder(), 'case.zip', makeZip(members));
  return findings.filter(({ rule }) => rule === 'bundle.failure-order');
}

const web = { name: 'web/nginx/error.log', content: logOf(160, 'upstream orders timed out') };
const app = { name: 'apps/orders/current.log', content: logOf(150, 'query failed: postgres does not answer') };

it('names the file failures began in, and each file that followed, with its line', async () => {
  const [finding] = await orderIn({
    [web.name]: web.content,
    [app.name]: app.content,
    'data/postgres/current.log': logOf(140, 'could not extend relation: disk quota exceeded'),
  });
  expect(finding?.title).toBe('Failures begin in postgres: ERROR could not extend relation: disk quota exceeded');
  expect(finding?.explanation).toContain('orders 10.0 s later');
  expect(finding?.role).toBe('cause');
  expect(finding?.evidence).toEqual([
    { document: 'data/postgres/current.log', lineStart: 72, lineEnd: 72 },
    { document: 'apps/orders/current.log', lineStart: 77, lineEnd: 77 },
  ]);
});

it('goes by the clocks put right, not by the times printed', async () => {
  const [finding] = await orderIn({
    [web.name]: web.content,
    [app.name]: app.content,
    'data/postgres/current.log': logOf(140, 'could not extend relation: disk quota exceeded', 90),
  });
  expect(finding?.evidence[0]?.document).toBe('data/postgres/current.log');
  expect(finding?.explanation).toContain('10.0 s later');
});

it('claims nothing where no later failure names the first', async () => {
  const silent = logOf(140, 'could not extend relation: disk quota exceeded');
  expect(await orderIn({ 'data/ledger.log': silent, [app.name]: app.content })).toEqual([]);
});

it('claims nothing of failures that lie far apart, or were there from the beginning', async () => {
  const early = logOf(0, 'could not extend relation: disk quota exceeded');
  expect(await orderIn({ 'data/postgres/current.log': early, [app.name]: app.content })).toEqual([]);
  const before = logOf(140, 'could not extend relation: disk quota exceeded')
    .replaceAll('T10:', 'T08:')
    .replaceAll('req-', 'old-');
  expect(await orderIn({ 'data/postgres/current.log': before, [app.name]: app.content })).toEqual([]);
});
