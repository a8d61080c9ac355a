import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readUpload } from '#service/child/read-upload.ts';
import { chooseInvestigator } from '#service/investigator/choose-investigator.ts';
import { openLines } from '#service/lines/open-lines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const seconds = Array.from({ length: 30 }, (_, at) => at);
const stampOf = (at: number) => `2026-11-20T14:00:${String(at).padStart(2, '0')}Z`;
const secretOf = (at: number) => `S3cretV4lue${at % 2}x9`;
const levelOf = (at: number) => (at % 4 === 0 ? 'error' : 'info');

const files = {
  'pairs.log': seconds.map((at) => `${stampOf(at)} ${levelOf(at)} login of u${at % 3} password=${secretOf(at)} ended`),
  'words.log': seconds.map(
    (at) => `${stampOf(at)} ${levelOf(at)} login of u${at % 3} with password ${secretOf(at)} ended`,
  ),
  'objects.log': seconds.map((at) =>
    JSON.stringify({ ts: stampOf(at), level: levelOf(at), msg: 'login ended', auth: { password: secretOf(at) } }),
  ),
  'named.log': seconds.map((at) =>
    JSON.stringify({ ts: stampOf(at), level: levelOf(at), msg: 'set', name: 'DB_PASSWORD', value: secretOf(at) }),
  ),
  'ended.log': seconds.map((at) => `${stampOf(at)} ${levelOf(at)} kinit password ${secretOf(at)}`),
  'table.csv': [
    'time,user,password,status',
    ...seconds.map((at) => `${stampOf(at)},u${at % 3},${secretOf(at)},${at % 4 ? 200 : 500}`),
  ],
};

const questions = [
  'what went wrong?',
  'values of password',
  'values of value',
  'top password',
  'count by password',
  'show lines 2 to 4',
  'show lines where password=S3cretV4lue1x9',
];

describe.each(Object.entries(files))('of %s', (name, lines) => {
  it.each(questions)('nothing tells a secret: %s', async (question) => {
    const { path: root } = temporaryFolder();
    const path = join(root, 'upload');
    const folder = join(root, 'reading');
    writeFileSync(path, `${lines.join('\n')}\n`);
    const signal = new AbortController().signal;
    const read = await readUpload({ path, name, folder }, { signal, progress() {} });
    if (!read.ok) throw new Error(read.failure.message);
    const investigate = await chooseInvestigator(openLines);
    const told: unknown[] = [];
    const request = { files: [{ id: '1', name, folder, reading: read.reading }], question, signal, budgetMs: 60_000 };
    const report = await investigate({ ...request, mode: 'quick' }, (event) => told.push(event));
    expect(report.answer).not.toBe('');
    const { findings, timeline, series, facts, tables } = read.reading;
    const shown = JSON.stringify([report, told, { findings, timeline, series, facts, tables }]);
    expect(shown.match(/.{0,80}S3cretV4lue.{0,20}/)?.[0]).toBeUndefined();
  });
});
