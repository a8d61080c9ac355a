import { expect, it } from 'vitest';
import { makeSevenZip } from '../../support/make-seven-zip.ts';
import { readingOf, readMadeFile } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const log = '2026-11-01T10:00:00Z INFO start\n2026-11-01T10:00:01Z ERROR disk full on /var\n';
const archive = makeSevenZip([
  { name: 'var/app.log', content: log },
  { name: 'k.txt', content: '[    1.000000] usb 1-1: new\n[    2.000000] Kernel panic - not syncing: x\n' },
]);

it('reads the members of a 7z archive', async () => {
  const reading = await readingOf(temporaryFolder(), 'case.7z', archive);
  expect(reading.members?.map(({ name, fileType }) => [name, fileType])).toEqual([
    ['var/app.log', 'log'],
    ['k.txt', 'dmesg'],
  ]);
  expect(reading.documents[0]).toMatchObject({ name: 'var/app.log', lines: 2 });
});

it('says that a damaged one cannot be read', async () => {
  const result = await readMadeFile(temporaryFolder(), 'cut.7z', archive.subarray(0, 80));
  expect(result).toMatchObject({ ok: false, failure: { code: 'unreadable', isPermanent: true } });
});
