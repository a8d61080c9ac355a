import { ArchiveReader, libarchiveWasm } from 'libarchive-wasm';
import type { ByteSource } from '../formats/format.ts';
import type { ArchiveEntry, ArchiveWalk } from './archive-entry.ts';
import { DamagedStream } from './damaged-stream.ts';

/** The decoder wants the whole archive in its memory. */
const maxArchiveBytes = 512 * 1024 * 1024;
/** What an archive without a single file takes. */
const emptyArchiveBytes = 32;
const pieceBytes = 256 * 1024;

/** Walks a 7z or rar archive. */
export function walkLibarchive(source: ByteSource): ArchiveWalk {
  return { entries: entriesOf(source), notes: [] };
}

async function* entriesOf(source: ByteSource): AsyncGenerator<ArchiveEntry> {
  if (source.sizeBytes > maxArchiveBytes) throw new DamagedStream('archives of this kind are read up to 512 MiB');
  const reader = await open(source);
  let seen = 0;
  try {
    while (true) {
      const entry = attempt(() => reader.nextEntryPointer());
      if (entry === 0) {
        const error =
          lastError(reader) || (seen === 0 && source.sizeBytes > emptyArchiveBytes && 'it has no directory');
        if (error) throw new DamagedStream(error);
        return;
      }
      seen++;
      let isRead = false;
      yield {
        name: reader.getEntryPathname(entry) ?? '',
        kind: kindOf(reader, entry),
        isEncrypted: reader.isEntryEncrypted(entry),
        async *content() {
          isRead = true;
          while (true) {
            const piece = attempt(() => reader.readData(pieceBytes));
            if (piece.length === 0) return;
            yield new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength);
          }
        },
      };
      if (!isRead) attempt(() => reader.skipData());
    }
  } finally {
    reader.free();
  }
}

async function open(source: ByteSource): Promise<ArchiveReader> {
  const bytes = new Int8Array(source.sizeBytes);
  let offset = 0;
  for await (const chunk of source.stream()) {
    bytes.set(new Int8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength), offset);
    offset += chunk.byteLength;
  }
  const library = await libarchiveWasm();
  return attempt(() => new ArchiveReader(library, bytes));
}

function kindOf(reader: ArchiveReader, entry: number): ArchiveEntry['kind'] {
  const type = reader.getEntryFiletype(entry);
  if (type === 'Directory') return 'directory';
  if (type === 'SymbolicLink' || reader.getHardlinkTarget(entry)) return 'link';
  return type === 'File' || type === 'Invalid' ? 'file' : 'special';
}

/** The binding reports the archive's end and its errors alike; only the latter leave a message. */
function lastError(reader: ArchiveReader): string {
  return reader.libarchive.error_string(reader.archive) || '';
}

function attempt<Value>(act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    throw new DamagedStream((error instanceof Error && error.message) || 'the archive cannot be followed further');
  }
}
