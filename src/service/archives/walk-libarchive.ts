import { ArchiveReader, libarchiveWasm } from 'libarchive-wasm';
import type { ByteSource } from '../formats/format.ts';
import { UnreadableFile } from '../formats/unreadable-file.ts';
import type { ArchiveEntry, ArchiveWalk } from './archive-entry.ts';
import type { ArchiveKind } from './container-kind.ts';
import { DamagedStream } from './damaged-stream.ts';

/** The decoder wants the whole archive in its memory. */
const maxArchiveBytes = 512 * 1024 * 1024;
/** What an archive without a single file takes. */
const emptyArchiveBytes = 32;
const pieceBytes = 256 * 1024;

/** Walks what the larger library alone knows: 7z, rar, cpio, ar, and tars packed in old ways. */
export function walkLibarchive(source: ByteSource, kind?: ArchiveKind): ArchiveWalk {
  return { entries: entriesOf(source, kind), notes: [] };
}

async function* entriesOf(source: ByteSource, kind: ArchiveKind | undefined): AsyncGenerator<ArchiveEntry> {
  if (source.sizeBytes > maxArchiveBytes) throw new DamagedStream('archives of this kind are read up to 512 MiB');
  await refuseCutSevenZip(source);
  const reader = await open(source).catch((error) => {
    throw (kind && oldPackings.get(kind)) ?? error;
  });
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
        modifiedMs: reader.getEntryModificationTime(entry),
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

const oldPackings: ReadonlyMap<ArchiveKind, UnreadableFile> = new Map(
  (
    [
      ['tar.Z', 'compress', 'gzip -d FILE'],
      ['tar.lzma', 'lzma', 'xz -d FILE'],
    ] as const
  ).map(([kind, packing, command]) => [
    kind,
    new UnreadableFile(
      'unsupported',
      `This is packed with ${packing}, of which only tars are read. Unpack it (\`${command}\`), pack it with gzip, zstd or zip, and send it again.`,
    ),
  ]),
);

/** Its directory stands at its end; how far it reaches is told at its beginning. */
async function refuseCutSevenZip(source: ByteSource): Promise<void> {
  const head = Buffer.from(await source.read(0, 32));
  if (head.length < 32 || head.readUInt32BE(0) !== 0x377abcaf) return;
  const end = 32n + head.readBigUInt64LE(12) + head.readBigUInt64LE(20);
  if (end <= BigInt(source.sizeBytes)) return;
  const [has, wants] = [source.sizeBytes.toLocaleString('en'), end.toLocaleString('en')];
  throw new DamagedStream(
    `it is cut short: ${has} of ${wants} bytes are there, and its directory, without which nothing in a 7z can be read, stands at its end; send it again whole, or as tar.gz`,
  );
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
