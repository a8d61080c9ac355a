import { setImmediate } from 'node:timers/promises';
import { extract, type Header } from 'tar-stream';
import type { ArchiveEntry, ArchiveWalk } from './archive-entry.ts';
import { DamagedStream } from './damaged-stream.ts';

/** The oldest tar has no magic number. Its types know nothing of this option. */
const oldFormatsToo = { allowUnknownFormat: true } as Parameters<typeof extract>[0];

/** Walks a tar stream. One that ends or breaks early gives all that came before, then throws DamagedStream. */
export function walkTar(bytes: AsyncIterable<Uint8Array>): ArchiveWalk {
  return { entries: entriesOf(bytes), notes: [] };
}

async function* entriesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const unpacked = extract(oldFormatsToo);
  unpacked.on('error', () => {});
  let isCutOff = false;
  // Never ended: at its end the reader would throw away what nobody has taken yet.
  const fed = feed(unpacked, bytes);
  const entries = unpacked[Symbol.asyncIterator]();
  try {
    while (true) {
      const next = await unlessStarved(entries.next(), fed);
      if (next === 'starved') break;
      if (next.done) return;
      const entry = next.value;
      yield {
        name: entry.header.name,
        kind: kindOf(entry.header),
        isEncrypted: false,
        async *content() {
          const chunks = entry[Symbol.asyncIterator]();
          while (true) {
            const chunk = await unlessStarved(chunks.next(), fed);
            if (chunk === 'starved') {
              isCutOff = true;
              throw new DamagedStream('the archive ends within it');
            }
            if (chunk.done) return;
            yield chunk.value as Uint8Array;
          }
        },
      };
      if (!isCutOff) entry.resume();
    }
    const { damage } = await fed;
    if (damage && !isCutOff) throw damage;
  } catch (error) {
    throw error instanceof DamagedStream ? error : new DamagedStream(messageOf(error));
  } finally {
    unpacked.destroy();
  }
}

async function feed(
  unpacked: ReturnType<typeof extract>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ damage?: unknown }> {
  try {
    for await (const chunk of bytes) {
      if (unpacked.destroyed) return {};
      if (unpacked.write(Buffer.from(chunk))) continue;
      await new Promise<void>((resolve) => {
        unpacked.once('drain', resolve);
        unpacked.once('close', resolve);
      });
    }
    return {};
  } catch (damage) {
    return { damage };
  }
}

/** What the reader gives; `starved` once all bytes are in and it still waits for more. */
async function unlessStarved<Value>(next: Promise<Value>, fed: Promise<unknown>): Promise<Value | 'starved'> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  next.then(settle, settle);
  const starved = fed.then(async () => {
    // The reader works through what it was given within a few turns of the event loop.
    for (let turn = 0; turn < 8 && !isSettled; turn++) await setImmediate();
    return isSettled ? next : ('starved' as const);
  });
  return await Promise.race([next, starved]);
}

function kindOf({ type, name }: Header): ArchiveEntry['kind'] {
  if (name.endsWith('/')) return 'directory';
  if (type === 'file' || type === 'contiguous-file' || !type) return 'file';
  if (type === 'directory') return 'directory';
  return type === 'symlink' || type === 'link' ? 'link' : 'special';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'damaged';
}
