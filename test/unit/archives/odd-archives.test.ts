import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { partOf } from '#service/archives/why-unread.ts';
import { makeZip } from '../../support/make-archives.ts';
import { makeTarBlocks } from '../../support/make-tar-blocks.ts';
import { readingOf, readMadeFile } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const log = '2026-11-01T10:00:00Z INFO start\n2026-11-01T10:00:01Z ERROR disk full on /var\n';
const bytes = (text: string, rest = 600) => Buffer.concat([Buffer.from(text, 'latin1'), noise(rest)]);
const noise = (length: number) => Buffer.from(Array.from({ length }, (_, n) => (n * 7919 + (n >> 3) * 104_729) & 255));

describe('a file that is packed in a way that is not read', () => {
  it.each([
    ['a.tar.lz4', bytes('\x04\x22\x4d\x18'), 'lz4 -d'],
    ['short.log.lz4', Buffer.from(`\x04\x22\x4d\x18\x64@\xa7${log}`, 'latin1'), 'lz4 -d'],
    ['a.log.Z', bytes('\x1f\x9d\x90'), 'gzip -d'],
    ['a.log.lzma', bytes('\x5d\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff'), 'xz -d'],
    ['a.rpm', bytes('\xed\xab\xee\xdb'), 'rpm2cpio'],
    ['a.tar.gpg', Buffer.from(`-----BEGIN PGP MESSAGE-----\n\n${'aGVsbG8gd29ybGQ\n'.repeat(20)}`), 'Decrypt it'],
    ['a.tgz.002', noise(5000), 'cat a.tgz.* > a.tgz'],
    ['a.7z.002', noise(5000), 'cat a.7z.* > a.7z'],
    ['case.z02', noise(5000), 'zip -s 0'],
    ['case.part2.rar', noise(5000), 'rar archive that was split'],
    ['nothing.tar', Buffer.alloc(10_240), 'only zero bytes'],
  ])('%s fails for good with the way out', async (name, content, wayOut) => {
    const result = await readMadeFile(temporaryFolder(), name, content);
    expect(result).toMatchObject({ ok: false, failure: { isPermanent: true } });
    expect(!result.ok && result.failure.message).toContain(wayOut);
  });

  it('says the same of the last part of a split zip, which has a plain name', async () => {
    const zip = makeZip([{ name: 'a.log', content: log }]);
    const end = Buffer.from(zip.subarray(-22));
    end.writeUInt16LE(2, 4);
    const result = await readMadeFile(temporaryFolder(), 'case.zip', Buffer.concat([noise(3000), end]));
    expect(!result.ok && result.failure.message).toContain('zip -s 0');
  });

  it('is named among the members that were not read, and the others are read', async () => {
    const members = [
      { name: 'a.log', content: log },
      { name: 'b.tar.lz4', content: bytes('\x04\x22\x4d\x18') },
    ];
    const reading = await readingOf(temporaryFolder(), 'case.zip', makeZip(members));
    expect(reading.documents.map(({ name }) => name)).toEqual(['a.log']);
    expect(reading.unread.join()).toMatch(/^b\.tar\.lz4: not read\. .*lz4 -d/);
  });

  it('says of a 7z that is cut short how much is missing', async () => {
    const head = Buffer.alloc(400);
    Buffer.from('377abcaf271c0004', 'hex').copy(head);
    head.writeBigUInt64LE(9000n, 12);
    head.writeBigUInt64LE(100n, 20);
    const result = await readMadeFile(temporaryFolder(), 'cut.7z', head);
    expect(!result.ok && result.failure.message).toContain('400 of 9,132 bytes are there');
    expect(!result.ok && result.failure.message).toContain('Nothing in it could be read.');
  });
});

it('takes compressed and rotated files for no parts of an archive', () => {
  const whole = ['sos.tar.xz', 'app.log.gz', 'a.tar.gz', 'app.log.10', 'app.log.gz.1', 'a.tar', 'case.zip'];
  expect(whole.map(partOf)).toEqual(whole.map(() => undefined));
  const parts = ['a.tar.gz.001', 'a.tgzaa', 'a.tar.gz.part2', 'a.zip.003', 'case.z01', 'a.part01.rar'];
  for (const part of parts) expect(partOf(part), part).toContain('split');
});

describe('what follows the end of something packed', () => {
  const tar = gzipSync(makeTarBlocks([{ name: 'a.log', data: log }]));

  it.each([
    ['a signature', Buffer.from('-----BEGIN PGP SIGNATURE-----\n')],
    ['zeros and noise', Buffer.concat([Buffer.alloc(100), noise(3000)])],
    ['zeros', Buffer.alloc(2000)],
  ])('is no damage of a tar.gz: %s', async (_, trailing) => {
    const reading = await readingOf(temporaryFolder(), 'a.tgz', Buffer.concat([tar, trailing]));
    expect(reading.documents.map(({ name, lines }) => [name, lines])).toEqual([['a.log', 2]]);
    expect(reading.unread).toEqual([]);
  });

  it('is told of a single file, all of which was read', async () => {
    const packed = Buffer.concat([gzipSync(log), Buffer.from('rubbish')]);
    const reading = await readingOf(temporaryFolder(), 'a.log.gz', packed);
    expect(reading.documents[0]?.lines).toBe(2);
    expect(reading.unread).toEqual([
      'a.log.gz: what follows the end of its compressed content is no part of it and was left out.',
    ]);
  });

  it('is damage where it is another stream that is cut off', async () => {
    const packed = Buffer.concat([gzipSync(log), gzipSync(log).subarray(0, 40)]);
    const reading = await readingOf(temporaryFolder(), 'a.log.gz', packed);
    expect(reading.unread.join()).toContain('damaged after');
  });
});

it('reads cpio and ar archives', async () => {
  const name = 'a.log\0';
  const hex = (value: number) => value.toString(16).padStart(8, '0');
  const header = (size: number, nameLength: number) =>
    `070701${[1, 0o100644, 0, 0, 1, 0, size, 0, 0, 0, 0, nameLength, 0].map(hex).join('')}`;
  const padded = (text: string) => text + '\0'.repeat((4 - (text.length % 4)) % 4);
  const cpio = padded(header(log.length, name.length) + name) + padded(log) + padded(`${header(0, 11)}TRAILER!!!\0`);
  const ar = `!<arch>\n${'a.log/'.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(log.length).padEnd(10)}\`\n${log}${log.length % 2 === 1 ? '\n' : ''}`;
  for (const content of [cpio, ar]) {
    const reading = await readingOf(temporaryFolder(), 'a.archive', Buffer.from(content, 'latin1'));
    expect(reading.documents.map(({ name: cited, lines }) => [cited, lines])).toEqual([['a.log', 2]]);
  }
});
