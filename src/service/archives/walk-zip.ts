import { crc32 } from 'node:zlib';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import type { ByteSource } from '../formats/format.ts';
import type { ArchiveEntry, ArchiveWalk } from './archive-entry.ts';
import { DamagedStream } from './damaged-stream.ts';
import { rangeOf } from './file-source.ts';
import { validUtf8 } from './member-name.ts';
import { walkLocalHeaders } from './walk-zip-local-headers.ts';
import { isForeignMethod, unpackMethod } from './zip-methods.ts';

const localHeaderBytes = 30;
const windowBytes = 64 * 1024;
const maxTrailingBytes = 128 * 1024;
const endMagic = Buffer.from('PK\x05\x06', 'latin1');

type ReadDone = (error: Error | null, bytesRead?: number) => void;

/** Walks a zip by its directory; where that is damaged or missing, by the header before each member. */
export function walkZip(source: ByteSource): ArchiveWalk {
  const notes: string[] = [];
  return { entries: entriesOf(source, notes), notes };
}

/** The names in a zip's directory, at most `limit`; empty where it cannot be read. */
export async function listZip(source: ByteSource, limit: number): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const entry of walkZip(source).entries) if (names.push(entry.name) >= limit) break;
  } catch {}
  return names;
}

async function* entriesOf(source: ByteSource, notes: string[]): AsyncGenerator<ArchiveEntry> {
  const seen = new Set<number>();
  const foreign: Entry[] = [];
  try {
    const zip = await open(source);
    try {
      for await (const entry of zip.eachEntry()) {
        seen.add(entry.relativeOffsetOfLocalHeader);
        const isForeign = isForeignMethod(entry.compressionMethod) && !isEncrypted(entry);
        if (isForeign) foreign.push(entry);
        else yield memberOf(source, entry);
      }
    } finally {
      zip.close();
    }
  } catch {
    let found = seen.size;
    try {
      for await (const member of walkLocalHeaders(source, seen)) {
        found++;
        yield member;
      }
    } finally {
      const how = found > 0 ? '; its members were found one by one' : ', and no member was found without it';
      notes.push(`The directory of the archive is missing or damaged, as after a transfer that broke off${how}.`);
    }
  }
  if (foreign.length > 0) yield* walkForeign(source, foreign);
}

/** Members in compression methods that only the larger library knows; those it does not know either tell so themselves. */
async function* walkForeign(source: ByteSource, foreign: readonly Entry[]): AsyncGenerator<ArchiveEntry> {
  const missing = Map.groupBy(foreign, (entry) => nameOf(entry));
  const hasKnown = foreign.some(({ compressionMethod }) => compressionMethod !== 9);
  try {
    const { walkLibarchive } = await import('./walk-libarchive.ts');
    if (hasKnown) {
      for await (const member of walkLibarchive(source).entries) {
        const entry = missing.get(member.name)?.shift();
        if (entry) {
          const { takenBytes: _, ...told } = memberOf(source, entry);
          yield { ...told, content: member.content };
        }
      }
    }
  } catch (error) {
    if (!(error instanceof DamagedStream)) throw error;
  }
  for (const entry of [...missing.values()].flat()) yield memberOf(source, entry);
}

/** Without the mark of UTF-8 names are in the code page of DOS; some writers leave the mark out of names in UTF-8. */
function nameOf(entry: Entry): string {
  const isMarked = (entry.generalPurposeBitFlag & 0x800) !== 0;
  const hasOwnName = entry.extraFields.some(({ id }) => id === 0x7075);
  const utf8 = isMarked || hasOwnName ? undefined : validUtf8(entry.fileNameRaw);
  if (utf8 !== undefined) return utf8;
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
}

function isEncrypted({ generalPurposeBitFlag }: Entry): boolean {
  return (generalPurposeBitFlag & 1) !== 0;
}

function memberOf(source: ByteSource, entry: Entry): ArchiveEntry {
  const unixType = (entry.externalFileAttributes >>> 16) & 0o170000;
  const name = nameOf(entry);
  let takenBytes = 0;
  return {
    name,
    kind: kindOf(name, entry.versionMadeBy >>> 8 === 3 ? unixType : 0),
    isEncrypted: isEncrypted(entry),
    packedBytes: entry.compressedSize,
    modifiedMs: entry.getLastModDate().getTime(),
    takenBytes: () => takenBytes,
    content: () =>
      contentOf(source, entry, (bytes) => {
        takenBytes = Math.max(takenBytes, bytes);
      }),
  };
}

function kindOf(name: string, unixType: number): ArchiveEntry['kind'] {
  if (name.endsWith('/') || unixType === 0o040000) return 'directory';
  if (unixType === 0o120000) return 'link';
  return unixType === 0 || unixType === 0o100000 ? 'file' : 'special';
}

async function* contentOf(
  source: ByteSource,
  entry: Entry,
  onTaken: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const headerAt = entry.relativeOffsetOfLocalHeader;
  const header = Buffer.from(await source.read(headerAt, localHeaderBytes));
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== 0x04034b50) {
    throw new DamagedStream('its header is not where the directory says');
  }
  const start = headerAt + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = () => counted(rangeOf(source, start, start + entry.compressedSize), onTaken);
  yield* checked(unpackMethod(entry.compressionMethod, packed, entry.compressedSize), entry);
}

async function* counted(bytes: AsyncIterable<Uint8Array>, onTaken: (bytes: number) => void) {
  let taken = 0;
  for await (const chunk of bytes) {
    taken += chunk.length;
    onTaken(taken);
    yield chunk;
  }
}

/** Hands everything out, then compares with what the directory says. */
async function* checked(bytes: AsyncIterable<Uint8Array>, entry: Entry): AsyncGenerator<Uint8Array> {
  let sum = 0;
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    sum = crc32(chunk, sum);
    sizeBytes += chunk.length;
    yield chunk;
  }
  if (sizeBytes < entry.uncompressedSize) throw new DamagedStream('it ends too early');
  if (sum !== entry.crc32) throw new DamagedStream('its checksum does not match');
}

async function open(source: ByteSource): Promise<ZipFile> {
  const options = {
    lazyEntries: true,
    autoClose: false,
    // Names are shown, never used as paths; an odd one must not hide the members after it.
    strictFileNames: false,
    decodeStrings: false,
    validateEntrySizes: false,
  };
  const end = await endOfZip(source);
  return await damagedIfRejected(fromRandomAccessReaderPromise(new SourceReader(source), end, options));
}

/** Behind the record a zip ends with; what was appended to the file does not count. */
async function endOfZip(source: ByteSource): Promise<number> {
  const from = Math.max(0, source.sizeBytes - maxTrailingBytes);
  const tail = Buffer.from(await source.read(from, maxTrailingBytes));
  for (let at = tail.lastIndexOf(endMagic); at >= 0; at = at > 0 ? tail.lastIndexOf(endMagic, at - 1) : -1) {
    if (at + 22 > tail.length) continue;
    const end = at + 22 + tail.readUInt16LE(at + 20);
    if (end <= tail.length) return from + end;
  }
  return source.sizeBytes;
}

async function damagedIfRejected<Value>(promise: Promise<Value>): Promise<Value> {
  return await promise.catch((error: Error) => {
    throw new DamagedStream(error.message);
  });
}

/** yauzl's way of taking bytes from anywhere; it wants a class. It asks for a few bytes at one time. */
class SourceReader extends RandomAccessReader {
  readonly #source: ByteSource;
  #window: { at: number; bytes: Uint8Array } = { at: 0, bytes: new Uint8Array() };

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: ReadDone): void {
    this.#fill(position, length).then(
      (bytes) => {
        buffer.set(bytes, offset);
        callback(bytes.length < length ? new Error('it ends too early') : null, bytes.length);
      },
      (error: Error) => callback(error),
    );
  }

  async #fill(position: number, length: number): Promise<Uint8Array> {
    const { at, bytes } = this.#window;
    if (position >= at && position + length <= at + bytes.length) {
      return bytes.subarray(position - at, position - at + length);
    }
    const fresh = await this.#source.read(position, Math.max(length, windowBytes));
    this.#window = { at: position, bytes: fresh };
    return fresh.subarray(0, length);
  }
}
