import { gzipSync, zstdCompressSync } from 'node:zlib';
import { makeTar, makeZip } from '../make-archives.ts';

export interface HostileFile {
  title: string;
  name: string;
  /** As large as the test can wait for: 1 in `npm test`, more in `npm run soak`. */
  make(scale: number): Uint8Array | Promise<Uint8Array>;
  /** What the person is told where it is refused; absent where it may as well be read. */
  refusal?: RegExp;
}

const MiB = 1024 * 1024;
const swells = /swells|decompression bomb|more bytes than are read/;
/** `head -c 200000000 /dev/zero | bzip2`. */
const bzip2Zeros = Buffer.from(
  'QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1kOCeLfAV+OQADAAAAIIAAwgE1GQqAlqQqAlzFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZzL/7xgB9osAIwAACAAAIIAAwzAmqaZKkQbVFSIPF3JFOFCQeFqODAA==',
  'base64',
);

/** Files made to exhaust, escape or confuse whoever reads them. */
export const hostileFiles: readonly HostileFile[] = [
  {
    title: 'gzip of zeros',
    name: 'a.log.gz',
    make: (scale) => repeated(gzipSync(Buffer.alloc(64 * MiB)), 4 * scale),
    refusal: swells,
  },
  { title: 'bzip2 of zeros', name: 'a.log.bz2', make: (scale) => repeated(bzip2Zeros, 4 * scale), refusal: swells },
  {
    title: 'zstd of zeros',
    name: 'a.log.zst',
    make: (scale) => repeated(zstdCompressSync(Buffer.alloc(64 * MiB)), 4 * scale),
    refusal: swells,
  },
  {
    title: 'zip of zeros',
    name: 'a.zip',
    make: (scale) => makeZip([{ name: 'a.log', content: Buffer.alloc(128 * MiB * Math.min(scale, 4)) }]),
    refusal: swells,
  },
  {
    title: 'tar.gz of zeros',
    name: 'a.tar.gz',
    make: async () => gzipSync(await makeTar([{ name: 'a.log', content: Buffer.alloc(200 * MiB) }])),
    refusal: swells,
  },
  { title: 'zip whose files are one another', name: 'b.zip', make: (scale) => overlappingZip(200 * scale) },
  { title: 'zips within zips', name: 'c.zip', make: () => nestedZip(12) },
  { title: 'gzip within gzip', name: 'd.gz', make: () => nestedGzip(40) },
  {
    title: 'gzip of members without content',
    name: 'e.log.gz',
    make: (scale) => repeated(gzipSync(''), 20_000 * scale),
  },
  { title: 'zip of more files than anybody has', name: 'f.zip', make: (scale) => makeZip(many(11_000 * scale)) },
  {
    title: 'zip of nothing but directories',
    name: 'g.zip',
    make: (scale) => makeZip(many(30_000 * scale).map(({ name }) => ({ name: `${name}/` }))),
  },
  { title: 'tar whose file is larger than any disk', name: 'h.tar', make: () => endlessTar() },
  {
    title: 'names that climb out of their folder',
    name: 'i.zip',
    make: () => makeZip(climbing.map((name) => ({ name, content: '2024-01-01 00:00:00 ERROR x\n' }))),
  },
  { title: 'one line without an end', name: 'j.log', make: (scale) => Buffer.alloc(8 * MiB * scale, 'a') },
  { title: 'nothing but line feeds', name: 'k.log', make: (scale) => Buffer.alloc(64 * 1024 * scale, '\n') },
  { title: 'nothing but blanks', name: 'l.cfg', make: (scale) => Buffer.alloc(MiB * scale, ' ') },
  { title: 'deep JSON', name: 'm.json', make: (scale) => Buffer.from('{"a":['.repeat(100_000 * scale)) },
  {
    title: 'deep JSON in lines',
    name: 'n.log',
    make: (scale) => Buffer.from(`${'['.repeat(20_000)}\n`.repeat(20 * scale)),
  },
  { title: 'deep YAML', name: 'o.yaml', make: (scale) => Buffer.from(deepYaml(1_500 * Math.min(scale, 3))) },
  { title: 'YAML in brackets', name: 'p.yml', make: (scale) => Buffer.from(`a: ${'['.repeat(50_000 * scale)}\n`) },
  { title: 'YAML that repeats itself', name: 'q.yaml', make: () => Buffer.from(laughingYaml()) },
  { title: 'XML that repeats itself', name: 'r.xml', make: () => Buffer.from(laughingXml()) },
  {
    title: 'deep XML',
    name: 's.xml',
    make: (scale) => Buffer.from(`<?xml version="1.0"?>\n${'<a>'.repeat(100_000 * scale)}`),
  },
  { title: 'capture with a packet of four gigabytes', name: 't.pcap', make: () => hugePacket() },
  { title: 'core whose tables lie behind its end', name: 'u.core', make: () => wildElf() },
  {
    title: 'archive behind a script',
    name: 'v.sh',
    make: () => Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n'), makeZip([{ name: 'a.log', content: 'x\n' }])]),
  },
  {
    title: 'gzip with a zip behind it',
    name: 'w.gz',
    make: () =>
      Buffer.concat([gzipSync('2024-01-01 00:00:00 ERROR x\n'), makeZip([{ name: 'a.log', content: 'x\n' }])]),
  },
  {
    title: 'head of an xz and no more',
    name: 'x.log.xz',
    make: () => Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 4]),
    refusal: /unpacked \(it ends too early\)/,
  },
  {
    title: '7z whose directory lies nowhere',
    name: 'y.7z',
    make: () => wildSevenZip(),
    refusal: /cut short|damaged|directory/,
  },
  {
    title: 'marks that turn the direction of text',
    name: 'z\u202egol.zip',
    make: () => makeZip([{ name: '\u202egol.exe\u0000/../x\r\n.log', content: 'x\n' }]),
  },
];

const climbing = [
  '../../../../tmp/escaped',
  '/etc/cron.d/escaped',
  '..\\..\\escaped',
  'C:\\escaped',
  './a/../../escaped',
  '~/.ssh/escaped',
];

function repeated(bytes: Uint8Array, times: number): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => bytes));
}

function many(count: number): { name: string; content: string }[] {
  return Array.from({ length: count }, (_, n) => ({ name: `f${n}.log`, content: `${n}\n` }));
}

/** Its directory names one and the same member again and again. */
function overlappingZip(times: number): Buffer {
  const zip = makeZip([{ name: 'a.log', content: Buffer.alloc(7 * MiB, 'line of a log\n') }]);
  const directoryAt = zip.readUInt32LE(zip.length - 6);
  const entry = zip.subarray(directoryAt, zip.length - 22);
  const end = Buffer.from(zip.subarray(zip.length - 22));
  end.writeUInt16LE(times, 8);
  end.writeUInt16LE(times, 10);
  end.writeUInt32LE(entry.length * times, 12);
  return Buffer.concat([zip.subarray(0, directoryAt), repeated(entry, times), end]);
}

function nestedZip(depth: number): Uint8Array {
  let inner: Uint8Array = Buffer.from('2024-01-01 00:00:00 ERROR x\n');
  for (let level = 0; level < depth; level++) {
    const name = level === 0 ? 'a.log' : 'inner.zip';
    inner = makeZip(Array.from({ length: 3 }, (_, n) => ({ name: `${n}-${name}`, content: inner })));
  }
  return inner;
}

function nestedGzip(depth: number): Uint8Array {
  let inner: Uint8Array = Buffer.from('2024-01-01 00:00:00 ERROR x\n');
  for (let level = 0; level < depth; level++) inner = gzipSync(inner);
  return inner;
}

function endlessTar(): Buffer {
  const header = Buffer.alloc(512);
  header.write('a.log', 0);
  header.write('0000644\0', 100);
  header.write('77777777777\0', 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0ustar\x0000', 156, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, Buffer.from('2024-01-01 00:00:00 ERROR x\n'.repeat(100))]);
}

function deepYaml(depth: number): string {
  return Array.from({ length: depth }, (_, n) => `${' '.repeat(n)}a:\n`).join('');
}

function laughingYaml(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let n = 1; n < 12; n++)
    lines.push(`a${n}: &a${n} [${Array.from({ length: 9 }, () => `*a${n - 1}`).join(', ')}]`);
  return `${lines.join('\n')}\n`;
}

function laughingXml(): string {
  const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`);
  return `<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY a0 "ha">${entities.join('')}]>\n<a>&a12;</a>\n`;
}

function hugePacket(): Buffer {
  const bytes = Buffer.alloc(24 + 16 + 100);
  bytes.writeUInt32LE(0xa1b2c3d4, 0);
  bytes.writeUInt16LE(2, 4);
  bytes.writeUInt16LE(4, 6);
  bytes.writeUInt32LE(0xffffffff, 16);
  bytes.writeUInt32LE(1, 20);
  bytes.writeUInt32LE(0xfffffff0, 32);
  bytes.writeUInt32LE(0xfffffff0, 36);
  return bytes;
}

function wildElf(): Buffer {
  const bytes = Buffer.alloc(64 + 56 * 4, 0xff);
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0x3e, 0, 1, 0, 0, 0]).copy(bytes);
  bytes.writeBigUInt64LE(64n, 32);
  bytes.writeUInt16LE(56, 54);
  bytes.writeUInt16LE(0xffff, 56);
  return bytes;
}

function wildSevenZip(): Buffer {
  const bytes = Buffer.alloc(64);
  Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]).copy(bytes);
  bytes.writeBigUInt64LE(0x7fffffffffffn, 12);
  bytes.writeBigUInt64LE(0x7fffffffffn, 20);
  return bytes;
}
