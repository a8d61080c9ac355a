import { type ArchiveEntry, type ArchiveWalk, sanitizeName } from './archive-entry.ts';
import { type ByteCursor, createByteCursor } from './byte-cursor.ts';
import { DamagedStream } from './damaged-stream.ts';
import { addPaxRecords, longName, type TarExtensions } from './tar-extensions.ts';
import { blockBytes, readTarHeader, type TarHeader } from './tar-header.ts';
import { createHoleFiller } from './tar-holes.ts';
import { sparseMapOf } from './tar-sparse.ts';

const maxExtensionBytes = 4 * 1024 * 1024;

/** Walks a tar stream. One that ends or breaks early gives all that came before, then throws DamagedStream. */
export function walkTar(bytes: AsyncIterable<Uint8Array>): ArchiveWalk {
  const notes: string[] = [];
  return { entries: entriesOf(bytes, notes), notes };
}

async function* entriesOf(bytes: AsyncIterable<Uint8Array>, notes: string[]): AsyncGenerator<ArchiveEntry> {
  const cursor = createByteCursor(bytes);
  const { plan, fill } = createHoleFiller();
  let extensions: TarExtensions = { sparse: [] };
  try {
    while (true) {
      const next = await nextHeader(cursor, notes);
      if (!next) break;
      const { header } = next;
      if (next.isAfterDamage) extensions = { sparse: [] };
      if (extensionTypes.has(header.type)) {
        await extend(extensions, header, cursor);
        continue;
      }
      const told = extensions;
      extensions = { sparse: [] };
      const map = await sparseMapOf(header, told, cursor);
      const name = told.name ?? header.name;
      // The oldest archives tell a directory by the end of its name alone.
      const kind = kinds.get(header.type) ?? (name.endsWith('/') ? 'directory' : 'file');
      const storedBytes = kind === 'link' || kind === 'directory' ? 0 : (told.sizeBytes ?? header.sizeBytes);
      const dataBytes = Math.max(0, storedBytes - (map?.mapBytes ?? 0));
      const end = cursor.position() + dataBytes;
      const holeBytes = map ? plan(map) : 0;
      if (map && holeBytes === 0 && map.sizeBytes > dataBytes) {
        notes.push(`${sanitizeName(name)}: the empty ranges in it were left out; its lines keep their numbers.`);
      }
      let isToldCut = false;
      yield {
        name,
        kind,
        isEncrypted: false,
        modifiedMs: told.modifiedMs ?? header.modifiedMs,
        ...(holeBytes > 0 && { holeBytes }),
        async *content() {
          const data = cursor.stream(dataBytes);
          yield* map ? fill(map, data, holeBytes > 0) : data;
          isToldCut = cursor.position() < end;
          if (isToldCut) throw cutOff(cursor);
        },
      };
      if (isToldCut) return;
      await cursor.skip(end - cursor.position());
      if (cursor.position() < end) throw cutOff(cursor);
      await cursor.skip(paddingOf(storedBytes));
    }
    // Behind the end of a tar nothing is missing.
    const damage = cursor.damage();
    if (damage && !(damage instanceof DamagedStream && damage.isBehindEnd)) throw damage;
  } catch (error) {
    throw error instanceof DamagedStream ? error : new DamagedStream(messageOf(error));
  } finally {
    await cursor.close();
  }
}

/** Past the zero blocks of the end, as archives may be joined, and past what is no header; undefined at the end. */
async function nextHeader(
  cursor: ByteCursor,
  notes: string[],
): Promise<{ header: TarHeader; isAfterDamage: boolean } | undefined> {
  const from = cursor.position();
  let isEnded = false;
  let foreignBytes = 0;
  while (true) {
    const block = await cursor.take(blockBytes);
    const header = readTarHeader(block);
    const isDamaged = foreignBytes > 0 && !isEnded;
    if (header) {
      if (isDamaged) {
        const [count, at] = [foreignBytes, from].map((value) => value.toLocaleString('en'));
        notes.push(`The archive is damaged at byte ${at}: ${count} bytes belong to no file and were not read.`);
      }
      return { header, isAfterDamage: isDamaged };
    }
    if (block.length === blockBytes) {
      if (!block.every((byte) => byte === 0)) foreignBytes += blockBytes;
      else if (foreignBytes === 0) isEnded = true;
      continue;
    }
    if (isEnded || cursor.damage()) return undefined;
    if (isDamaged) throw new DamagedStream('a file header in it cannot be read');
    if (block.length > 0) throw new DamagedStream('it ends within a file header');
    if (from > 0) notes.push('The archive ends without the mark of its end: files may be missing from it.');
    return undefined;
  }
}

/** Long names of GNU, records of POSIX for one file and for all, labels, and what old writers put between files. */
const extensionTypes: ReadonlySet<string> = new Set(['L', 'K', 'x', 'X', 'g', 'N', 'V']);
const kinds: ReadonlyMap<string, ArchiveEntry['kind']> = new Map([
  ['1', 'link'],
  ['2', 'link'],
  ['3', 'special'],
  ['4', 'special'],
  ['5', 'directory'],
  ['6', 'special'],
  ['D', 'directory'],
]);

/** What comes before a file and speaks of it. */
async function extend(extensions: TarExtensions, { type, sizeBytes }: TarHeader, cursor: ByteCursor): Promise<void> {
  const isRead = 'LKxX'.includes(type) && sizeBytes <= maxExtensionBytes;
  const content = isRead ? await cursor.take(sizeBytes) : new Uint8Array();
  await cursor.skip(sizeBytes - content.length + paddingOf(sizeBytes));
  if (!isRead) return;
  if (type === 'L') extensions.name = longName(content);
  else if (type !== 'K') addPaxRecords(extensions, content);
}

function paddingOf(sizeBytes: number): number {
  return (blockBytes - (sizeBytes % blockBytes)) % blockBytes;
}

function cutOff(cursor: ByteCursor): DamagedStream {
  return new DamagedStream(cursor.damage() ? messageOf(cursor.damage()) : 'the archive ends within it');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'damaged';
}
