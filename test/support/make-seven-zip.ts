import { crc32 } from 'node:zlib';

/** A 7z archive that stores its members as they are, written by hand after the format's description. */
export function makeSevenZip(members: readonly { name: string; content: string }[]): Buffer {
  const contents = members.map(({ content }) => Buffer.from(content));
  const packed = Buffer.concat(contents);
  const names = Buffer.from(members.map(({ name }) => `${name}\0`).join(''), 'utf16le');
  const header = Buffer.concat([
    // Header, streams, pack info: one stream at 0.
    Buffer.from([1, 4, 6, 0, 1, 9]),
    number(packed.length),
    // One folder with one coder that copies.
    Buffer.from([0, 7, 0x0b, 1, 0, 1, 1, 0, 0x0c]),
    number(packed.length),
    Buffer.from([0, 8, 0x0d]),
    number(members.length),
    Buffer.from([9]),
    ...contents.slice(0, -1).map(({ length }) => number(length)),
    Buffer.from([0x0a, 1]),
    ...contents.map((content) => little(crc32(content))),
    Buffer.from([0, 0, 5]),
    number(members.length),
    Buffer.from([0x11]),
    number(names.length + 1),
    Buffer.from([0]),
    names,
    Buffer.from([0, 0]),
  ]);
  const start = Buffer.alloc(20);
  start.writeBigUInt64LE(BigInt(packed.length), 0);
  start.writeBigUInt64LE(BigInt(header.length), 8);
  start.writeUInt32LE(crc32(header), 16);
  const magic = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]);
  return Buffer.concat([magic, little(crc32(start)), start, packed, header]);
}

function number(value: number): Buffer {
  return value < 0x80 ? Buffer.from([value]) : Buffer.from([0x80 | (value >> 8), value & 0xff]);
}

function little(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
