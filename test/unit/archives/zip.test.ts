import { expect, it } from 'vitest';
import { makeZip } from '../../support/make-archives.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const log = '2026-11-01T10:00:00Z INFO start\n2026-11-01T10:00:01Z ERROR disk full on /var\n';
const zip = makeZip([
  { name: 'a.log', content: log },
  { name: 'b.log', content: log },
]);

it('reads a zip with something appended by its directory', async () => {
  const reading = await readingOf(temporaryFolder(), 'a.zip', Buffer.concat([zip, Buffer.from('appended')]));
  expect(reading.members?.map(({ name }) => name)).toEqual(['a.log', 'b.log']);
  expect(reading.unread).toEqual([]);
});

it('tells a member whose checksum does not match, and reads the others', async () => {
  const damaged = Buffer.from(zip);
  // In the directory: the sum of its first member.
  const at = damaged.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 16;
  damaged[at] = damaged[at]! ^ 0xff;
  const reading = await readingOf(temporaryFolder(), 'a.zip', damaged);
  expect(reading.members).toHaveLength(2);
  expect(reading.unread).toEqual([expect.stringMatching(/^a\.log: damaged after .*checksum does not match/)]);
});

it('reads names in UTF-8 whose writer did not mark them as such, and those of DOS', async () => {
  const unmarked = makeZip([
    { name: 'größe.log', content: log },
    { name: 'plain.log', content: log },
  ]);
  const isMark = (at: number) => unmarked.readUInt32LE(at) === 0x02014b50;
  for (let at = 0; at + 46 < unmarked.length; at++) if (isMark(at)) unmarked.writeUInt16LE(0, at + 8);
  const named = async (bytes: Buffer) =>
    (await readingOf(temporaryFolder(), 'names.zip', bytes)).documents.map(({ name }) => name);
  expect(await named(unmarked)).toEqual(['größe.log', 'plain.log']);
  const dos = Buffer.from(
    unmarked.toString('latin1').replaceAll('gr\xc3\xb6\xc3\x9fe.log', 'gr\x94\xe1ess.log'),
    'latin1',
  );
  expect(await named(dos)).toEqual(['größess.log', 'plain.log']);
});
