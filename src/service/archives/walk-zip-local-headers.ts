import type { ByteSource } from '../formats/format.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import { rangeOf } from './file-source.ts';
import { nameOf } from './member-name.ts';
import { knownMethods, unpackMethod } from './zip-methods.ts';

const windowBytes = 1024 * 1024;
const headerBytes = 30;

/**
 * Finds a zip's members without its directory, by the header in front of each: for archives cut off in transfer.
 * `known` holds offsets that were already handed out.
 */
export async function* walkLocalHeaders(source: ByteSource, known: ReadonlySet<number>): AsyncGenerator<ArchiveEntry> {
  for (let offset = 0; offset < source.sizeBytes; ) {
    const at = await nextHeader(source, offset);
    if (at === undefined) return;
    const entry = await entryAt(source, at);
    if (entry && !known.has(at)) yield entry.member;
    offset = entry ? entry.end : at + 4;
  }
}

async function nextHeader(source: ByteSource, from: number): Promise<number | undefined> {
  for (let offset = from; offset < source.sizeBytes; offset += windowBytes - 3) {
    const window = Buffer.from(await source.read(offset, windowBytes));
    const index = window.indexOf('PK\x03\x04', 0, 'latin1');
    if (index >= 0) return offset + index;
    if (window.length < windowBytes) return undefined;
  }
  return undefined;
}

async function entryAt(source: ByteSource, at: number): Promise<{ member: ArchiveEntry; end: number } | undefined> {
  const header = Buffer.from(await source.read(at, headerBytes));
  if (header.length < headerBytes) return undefined;
  const flags = header.readUInt16LE(6);
  const method = header.readUInt16LE(8);
  const packedBytes = header.readUInt32LE(18);
  const nameLength = header.readUInt16LE(26);
  const dataStart = at + headerBytes + nameLength + header.readUInt16LE(28);
  if (!knownMethods.has(method) || nameLength === 0 || dataStart > source.sizeBytes) return undefined;
  const name = nameOf(await source.read(at + headerBytes, nameLength));
  // Written as a stream: the size comes after the data. Deflate ends by itself; stored data ends at the next header.
  const isOpenEnded = packedBytes === 0 && (flags & 8) !== 0;
  const following = isOpenEnded ? ((await nextHeader(source, dataStart)) ?? source.sizeBytes) : dataStart + packedBytes;
  const end = Math.min(following, source.sizeBytes);
  const bytes = () => rangeOf(source, dataStart, end);
  return {
    member: {
      name,
      kind: name.endsWith('/') ? 'directory' : 'file',
      isEncrypted: (flags & 1) !== 0,
      packedBytes: end - dataStart,
      content: () => unpackMethod(method, bytes, end - dataStart),
    },
    end: Math.max(end, at + headerBytes),
  };
}
