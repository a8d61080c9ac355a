import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readUpload } from '../../../src/service/child/read-upload.ts';
import { openDocuments } from '../../../src/service/investigator/evidence/open-documents.ts';
import { createModelTools } from '../../../src/service/investigator/model/model-tools.ts';
import { createShownText } from '../../../src/service/investigator/model/shown-text.ts';
import { openLines } from '../../../src/service/lines/open-lines.ts';
import { textFile } from './text-document.ts';

const options = { toolCallId: '1', messages: [], context: {} };
const folder = await mkdtemp(join(tmpdir(), 'model-tools-'));
afterAll(() => rm(folder, { recursive: true }));

/** Sixty requests a minute over ten minutes, and one failure in the seventh. */
async function tools(shown = createShownText()) {
  const line = (i: number) => {
    const clock = new Date(Date.UTC(2026, 4, 12, 6) + i * 1000).toISOString().slice(0, 19).replace('T', ' ');
    return i === 400 ? `${clock} ERROR app: disk /data is full` : `${clock} INFO app: request ${i} served`;
  };
  const path = join(folder, 'app.log');
  await writeFile(path, Array.from({ length: 600 }, (_, i) => line(i)).join('\n'));
  const read = await readUpload(
    { path, name: 'app.log', folder: join(folder, 'reading') },
    { signal: new AbortController().signal, progress: () => {} },
  );
  if (!read.ok) throw new Error(read.failure.message);
  const file = { id: 'f', name: 'app.log', folder: join(folder, 'reading'), reading: read.reading };
  return createModelTools(openDocuments([file], openLines), shown, () => {});
}

it('gives a model the kinds of lines, the rare ones first where it asks for them', async () => {
  const { list_kinds } = await tools();
  const rare = String(await list_kinds.execute!({ file: 'app.log', order: 'rare' }, options));
  expect(rare.split('\n').slice(1, 3)).toEqual([
    '2 kinds',
    expect.stringMatching(/^kind \d+ \(1 times, error, lines 401 to 401, 2026-05-12 06:06:40.*disk \/data is full/),
  ]);
  const grave = String(await list_kinds.execute!({ file: 'app.log', order: 'frequent', level: 'warning' }, options));
  expect(grave).toContain('1 kinds');
});

it('counts for a model over time, all lines or those of a level', async () => {
  const { count_over_time } = await tools();
  const all = String(await count_over_time.execute!({ file: 'app.log' }, options));
  expect(all).toContain('from 2026-05-12 06:00:00: 20');
  const errors = String(await count_over_time.execute!({ file: 'app.log', level: 'error' }, options));
  expect(errors.match(/: 1$/gm)).toHaveLength(1);
});

it('finds for a model only what lies in the time it asks for, and tells of the last line too', async () => {
  const { grep } = await tools();
  const window = { from_time: '2026-05-12 06:01:00', to_time: '2026-05-12 06:01:09' };
  const found = String(await grep.execute!({ words: ['request'], ...window }, options));
  expect(found).toContain('10 lines in all\napp.log:61: 2026-05-12 06:01:00');
  const many = String(await grep.execute!({ words: ['request'], without: ['request 7'] }, options));
  expect(many).toContain('app.log:600:');
  expect(many).not.toContain('request 7');
});

it('shows a model no secret that is known by where its line begins or by the lines before it', async () => {
  const key = 'MIIEowIBAAKCAQEAx4T8cQ9vZk3mB7sN2dJfYhLwPqRtUvXyZaBcDeFgHiJkLmNo';
  const text = `10:00:01 start\nlogin bob password hunter2x\n-----BEGIN PRIVATE KEY-----\n${key}\nshort1K3y\n-----END PRIVATE KEY-----\n`;
  const { file, openLines: open } = textFile({ 'a.log': text });
  const { read_lines, grep } = createModelTools(openDocuments([file], open), createShownText(), () => {});
  const all = String(await read_lines.execute!({ file: 'a.log', from: 1, to: 6 }, options));
  const inside = String(await read_lines.execute!({ file: 'a.log', from: 4, to: 4 }, options));
  const found = String(await grep.execute!({ words: ['password'] }, options));
  expect(found).toContain('a.log:2: login bob password [masked]');
  for (const shown of [all, inside, found]) expect(shown).not.toMatch(/hunter2x|MIIE|short1K3y/);
});

it('shows a model no more than a run may show', async () => {
  const shown = createShownText([], 100);
  const { read_lines } = await tools(shown);
  const lines = String(await read_lines.execute!({ file: 'app.log', from: 1, to: 60 }, options));
  expect(lines).toContain('answer now');
  expect(lines.length).toBeLessThan(250);
});

it('shows a model no secret of a configuration, in words of its vendor or known by the lines around it', async () => {
  const text = ['snmp-server community s3cr1t RO', ' key-string', '  QUJDREVG', 'interface Gi0/1'].join('\n');
  const made = textFile({ 'r1.cfg': text });
  const config = { ...made.file.reading.documents[0]!, fileType: 'config' as const, secretLines: [3] };
  const files = [{ ...made.file, reading: { ...made.file.reading, documents: [config] } }];
  const documents = openDocuments(files, made.openLines);
  const { read_lines, grep } = createModelTools(documents, createShownText(), () => {});
  const read = String(await read_lines.execute!({ file: 'r1.cfg', from: 1, to: 4 }, options));
  const found = String(await grep.execute!({ words: ['community'] }, options));
  expect(read).toContain('r1.cfg:4: interface Gi0/1');
  expect(found).toContain('snmp-server community');
  expect(read + found).not.toMatch(/s3cr1t|QUJDREVG/);
});
