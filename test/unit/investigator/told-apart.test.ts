import { describe, expect, it } from 'vitest';
import { readUpload } from '../../../src/service/child/read-upload.ts';
import { investigate } from '../../../src/service/investigator/investigate.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString().slice(0, 19).replace('T', ' ');
const log = (messages: readonly string[]) => messages.map((message, minute) => `${at(minute)} INFO ${message}`);

const crates = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const depot = log([
  ...crates.map((crate) => `crate ${crate + 1010} loaded by crane-${crate % 2}`),
  ...crates.filter((crate) => crate % 5 === 0).map((crate) => `crate ${crate + 1010} rejected at gate`),
  ...crates.map((pass) => `evt=begin pass=P${pass + 200} dish=north`),
  ...crates.map((pass) => `evt=end pass=P${pass + 200} dish=north`),
  'alarm A1 raised: door open',
  'alarm A1 ceased',
  'alarm A2 raised: door open',
  'runner lin-07 paused: disk full',
  'runner lin-07 unpaused',
  'pump P-3 lost',
  'pump P-3 pressure 4.1 bar',
]);

describe('words that tell lines apart', () => {
  it.each([
    ['how many alarms were raised?', 'CONFIRMED', /^2 /],
    ['what share of the loaded crates were rejected?', 'CONFIRMED', /^20 %: 2 of 10 /],
    ['how many passes did dish north have?', 'CONFIRMED', /^10 /],
    ['is runner lin-07 still paused at the end?', 'CONFIRMED', /^No/],
    ['is P-3 still lost at the end?', 'INCONCLUSIVE', /./],
    ['was any crate heavier than 32 kg?', 'INCONCLUSIVE', /./],
    ['which crate took longest to load?', 'INCONCLUSIVE', /./],
  ])('%s', async (question, verdict, cause) => {
    const folder = temporaryFolder();
    const path = folder.file('upload', `${depot.join('\n')}\n`);
    const { signal } = new AbortController();
    const read = await readUpload(
      { path, name: 'depot.log', folder: `${folder.path}/reading` },
      { signal, progress() {} },
    );
    if (!read.ok) throw new Error(read.failure.message);
    const files = [{ id: '1', name: 'depot.log', folder: `${folder.path}/reading`, reading: read.reading }];
    const report = await investigate({ files, question, mode: 'quick', budgetMs: 60_000, signal }, () => {});
    expect(report).toMatchObject({ verdict, cause: expect.stringMatching(cause) });
  });
});
