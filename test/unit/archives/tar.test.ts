import { describe, expect, it } from 'vitest';
import { walkTar } from '#service/archives/walk-tar.ts';
import { makeTarBlocks, octal, paxRecords } from '../../support/make-tar-blocks.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const log = '2026-11-01T10:00:00Z INFO start\n2026-11-01T10:00:01Z ERROR disk full on /var\n';

interface Walked {
  files: Record<string, string>;
  notes: string[];
  damage?: string;
}

async function walk(tar: Uint8Array, pieceBytes = 700): Promise<Walked> {
  const { entries, notes } = walkTar(inPieces(tar, pieceBytes));
  const files: Record<string, string> = {};
  try {
    for await (const { name, kind, content } of entries) {
      if (kind !== 'file') continue;
      const chunks: Uint8Array[] = [];
      try {
        for await (const chunk of content()) chunks.push(chunk);
      } finally {
        files[name] = Buffer.concat(chunks).toString('latin1');
      }
    }
  } catch (error) {
    return { files, notes, damage: (error as Error).message };
  }
  return { files, notes };
}

async function* inPieces(bytes: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

describe('a sparse file in a tar', () => {
  const sparse = `${'\0'.repeat(2000)}${log}${'\0'.repeat(3000)}`;
  const part = [2000, log.length] as const;
  const size = String(sparse.length);

  it('has its holes where GNU tar left them out', async () => {
    const map = Buffer.alloc(109);
    map.write(octal(part[0], 11) + octal(part[1], 11), 0);
    map.write(octal(sparse.length, 11), 97);
    const tar = makeTarBlocks([{ name: 'a.log', type: 'S', data: log, more: { at: 386, bytes: map } }]);
    expect(await walk(tar)).toEqual({ files: { 'a.log': sparse }, notes: [] });
  });

  it('has them where the map goes on behind the header', async () => {
    const parts = Array.from({ length: 6 }, (_, n) => ({ at: n * 100, text: `line ${n}\n` }));
    const entry = ({ at, text }: { at: number; text: string }) => octal(at, 11) + octal(text.length, 11);
    const first = Buffer.alloc(109);
    first.write(parts.slice(0, 4).map(entry).join(''), 0);
    first[96] = 1;
    first.write(octal(600, 11), 97);
    const second = Buffer.alloc(512);
    second.write(parts.slice(4).map(entry).join(''), 0);
    const data = parts.map(({ text }) => text).join('');
    const [header, content] = [
      makeTarBlocks([{ name: 'a.log', type: 'S', sizeBytes: data.length, more: { at: 386, bytes: first } }], false),
      makeTarBlocks([{ name: 'b.log', data: log }]),
    ];
    const padded = Buffer.alloc(512);
    padded.write(data);
    const { files, notes } = await walk(Buffer.concat([header, second, padded, content]));
    expect(notes).toEqual([]);
    expect(files['b.log']).toBe(log);
    expect(files['a.log']).toHaveLength(600);
    for (const { at, text } of parts) expect(files['a.log']?.slice(at, at + text.length)).toBe(text);
  });

  it.each([
    ['one record a part', 'GNU.sparse.size', 'GNU.sparse.offset', 'GNU.sparse.numbytes'],
    ['one record for all', 'GNU.sparse.size', 'GNU.sparse.map', ''],
  ])('has them where the map is written as %s', async (_, sizeKey, offsetKey, lengthKey) => {
    const records = lengthKey
      ? { [sizeKey]: size, [offsetKey]: String(part[0]), [lengthKey]: String(part[1]) }
      : { [sizeKey]: size, [offsetKey]: part.join(',') };
    const tar = makeTarBlocks([
      { name: 'PaxHeaders/a', type: 'x', data: paxRecords(records) },
      { name: 'a.log', data: log },
    ]);
    expect((await walk(tar)).files).toEqual({ 'a.log': sparse });
  });

  it('has them and its name where the map stands before the data', async () => {
    const map = Buffer.alloc(512);
    map.write(`1\n${part[0]}\n${part[1]}\n`);
    const records = {
      'GNU.sparse.major': '1',
      'GNU.sparse.minor': '0',
      'GNU.sparse.name': 'var/a.log',
      'GNU.sparse.realsize': size,
    };
    const tar = makeTarBlocks([
      { name: 'PaxHeaders/a', type: 'x', data: paxRecords(records) },
      { name: 'GNUSparseFile.0/a.log', data: Buffer.concat([map, Buffer.from(log)]) },
      { name: 'next.log', data: log },
    ]);
    expect((await walk(tar)).files).toEqual({ 'var/a.log': sparse, 'next.log': log });
  });

  it('is read as the log it is, however large the hole before its lines is', async () => {
    const map = Buffer.alloc(109);
    const holeBytes = 40 * 1024 * 1024;
    map.write(octal(holeBytes, 11) + octal(log.length, 11), 0);
    map.write(octal(holeBytes + log.length, 11), 97);
    const tar = makeTarBlocks([{ name: 'a.log', type: 'S', data: log, more: { at: 386, bytes: map } }]);
    const reading = await readingOf(temporaryFolder(), 'a.tar', tar);
    expect(reading.unread).toEqual([]);
    expect(reading.documents.map(({ lines, sizeBytes }) => [lines, sizeBytes])).toEqual([[2, holeBytes + log.length]]);
  });

  it('loses its holes alone where they are more than a disk should hold', async () => {
    const map = Buffer.alloc(109);
    map.write(octal(2 ** 32, 11) + octal(log.length, 11), 0);
    map.write(octal(2 ** 32 + log.length, 11), 97);
    const tar = makeTarBlocks([{ name: 'a.log', type: 'S', data: log, more: { at: 386, bytes: map } }]);
    const { files, notes } = await walk(tar);
    expect(files).toEqual({ 'a.log': log });
    expect(notes).toEqual(['a.log: the empty ranges in it were left out; its lines keep their numbers.']);
  });

  it('is damaged where its map leads beyond the file', async () => {
    const map = Buffer.alloc(109);
    map.write(octal(5000, 11) + octal(log.length, 11), 0);
    map.write(octal(10, 11), 97);
    const tar = makeTarBlocks([{ name: 'a.log', type: 'S', data: log, more: { at: 386, bytes: map } }]);
    expect((await walk(tar)).damage).toContain('map of holes');
  });
});

describe('names in a tar', () => {
  it('are long ones of GNU and of POSIX, and belong to one file alone', async () => {
    const long = `${'deep/'.repeat(40)}a.log`;
    const tar = makeTarBlocks([
      { name: '././@LongLink', type: 'L', data: `${long}\0` },
      { name: long.slice(0, 100), data: log },
      { name: 'PaxHeaders/b', type: 'x', data: paxRecords({ path: 'zürich/b.log', mtime: '1700000000.5' }) },
      { name: 'b.log', data: log },
      { name: 'c.log', data: log },
    ]);
    expect(Object.keys((await walk(tar)).files)).toEqual([long, 'zürich/b.log', 'c.log']);
  });

  it('are read in a single-byte encoding where they are no UTF-8', async () => {
    const tar = makeTarBlocks([
      { name: Buffer.from('caf\xe9.log', 'latin1'), data: log },
      { name: 'größe.log', data: log },
    ]);
    expect(Object.keys((await walk(tar)).files)).toEqual(['café.log', 'größe.log']);
  });
});

describe('a tar that is not whole', () => {
  const three = [
    { name: 'a.log', data: log },
    { name: 'b.log', data: log },
    { name: 'c.log', data: log },
  ];

  it('loses only the file whose header is destroyed, and says so', async () => {
    const tar = makeTarBlocks(three);
    tar.fill(0xaa, 1024, 1100);
    const { files, notes, damage } = await walk(tar);
    expect(Object.keys(files)).toEqual(['a.log', 'c.log']);
    expect(damage).toBeUndefined();
    expect(notes).toEqual(['The archive is damaged at byte 1,024: 1,024 bytes belong to no file and were not read.']);
  });

  it('says that files may be missing where the mark of its end is', async () => {
    const { files, notes } = await walk(makeTarBlocks(three, false));
    expect(Object.keys(files)).toHaveLength(3);
    expect(notes).toEqual(['The archive ends without the mark of its end: files may be missing from it.']);
  });

  it('gives what there is of the file it ends in', async () => {
    const { files, damage } = await walk(makeTarBlocks(three).subarray(0, 1024 + 512 + 10));
    expect(files).toEqual({ 'a.log': log, 'b.log': log.slice(0, 10) });
    expect(damage).toBe('the archive ends within it');
  });

  it('is whole with rubbish behind its end, and with another tar there', async () => {
    const tar = makeTarBlocks(three.slice(0, 1));
    const rubbish = Buffer.alloc(1500, 'padding of a tape ');
    expect(await walk(Buffer.concat([tar, rubbish]))).toEqual({ files: { 'a.log': log }, notes: [] });
    const joined = await walk(Buffer.concat([tar, makeTarBlocks(three.slice(1))]));
    expect(Object.keys(joined.files)).toEqual(['a.log', 'b.log', 'c.log']);
  });
});

it('places stamps without a year before the time the file in the tar was written', async () => {
  const tar = makeTarBlocks([
    {
      name: 'messages',
      data: 'Dec 30 10:00:00 host sshd[1]: up\nDec 31 10:00:00 host sshd[1]: down\n',
      modified: Date.UTC(2019, 11, 31, 12) / 1000,
    },
  ]);
  const reading = await readingOf(temporaryFolder(), 'old.tar', tar);
  expect(new Date(reading.documents[0]!.firstTimeMs!).toISOString()).toBe('2019-12-30T10:00:00.000Z');
});
