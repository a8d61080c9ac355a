import { Readable } from 'node:stream';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import type { ByteSource } from '../formats/format.ts';
import type { ArchiveEntry, ArchiveWalk } from './archive-entry.ts';
import { DamagedStream, inflateRaw } from './decompress.ts';
import { rangeOf } from './file-source.ts';
import { walkLocalHeaders } from './walk-zip-local-headers.ts';

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
  try {
    const zip = await open(source);
    try {
      for await (const entry of zip.eachEntry()) {
        seen.add(entry.relativeOffsetOfLocalHeader);
        yield memberOf(zip, entry);
      }
    } finally {
      zip.close();
    }
  } catch (error) {
    notes.push(
      `The archive's directory is damaged (${error instanceof Error ? error.message : 'unreadable'}); its members were found one by one.`,
    );
    yield* walkLocalHeaders(source, seen);
  }
}

function memberOf(zip: ZipFile, entry: Entry): ArchiveEntry {
  const unixType = (entry.externalFileAttributes >>> 16) & 0o170000;
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
  return {
    name,
    kind: kindOf(name, entry.versionMadeBy >>> 8 === 3 ? unixType : 0),
    isEncrypted: (entry.generalPurposeBitFlag & 1) !== 0,
    packedBytes: entry.compressedSize,
    content: () => contentOf(zip, entry),
  };
}

function kindOf(name: string, unixType: number): ArchiveEntry['kind'] {
  if (name.endsWith('/') || unixType === 0o040000) return 'directory';
  if (unixType === 0o120000) return 'link';
  return unixType === 0 || unixType === 0o100000 ? 'file' : 'special';
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw new DamagedStream(`compression method ${entry.compressionMethod} is not supported`);
  }
  const raw = await damagedIfRejected(zip.openReadStreamPromise(entry, { decodeFileData: false }));
  yield* entry.compressionMethod === 8 ? inflateRaw(raw) : raw;
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
  return await damagedIfRejected(fromRandomAccessReaderPromise(new SourceReader(source), source.sizeBytes, options));
}

async function damagedIfRejected<Value>(promise: Promise<Value>): Promise<Value> {
  return await promise.catch((error: Error) => {
    throw new DamagedStream(error.message);
  });
}

/** yauzl's way of taking bytes from anywhere; it wants a class. */
class SourceReader extends RandomAccessReader {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(rangeOf(this.#source, start, end), { objectMode: false });
  }
}
