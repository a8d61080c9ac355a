import { toUtf8, utf16Of } from '#core/utf16.ts';
import { containerKind, isCompression } from '../archives/container-kind.ts';
import { DamagedStream } from '../archives/damaged-stream.ts';
import { decompress } from '../archives/decompress.ts';
import { openFileSource } from '../archives/file-source.ts';
import { decompressedHead } from '../archives/open-archive.ts';
import { swells, withProgress } from '../archives/swelling.ts';
import type { ByteSource, DocumentWriter, ReadLimits } from '../formats/format.ts';
import { UnreadableFile } from '../formats/unreadable-file.ts';
import { headBytes, recordLines, recordsStart } from '../lines/json-records.ts';

const maxLayers = 4;

export interface OpenedContent {
  source: ByteSource;
  /** Plain sentences about damage. */
  notes: string[];
  close(): void;
}

/**
 * The bytes a reader should see: a single compressed file counts as its content, UTF-16 text as UTF-8, and of a log
 * that is one list in JSON each record as a line. Archives, compressed or not, are left as they are.
 */
export async function openContent(
  name: string,
  source: ByteSource,
  options: {
    limits: ReadLimits;
    signal: AbortSignal;
    isLog: boolean;
    createDocument(name: string): Promise<DocumentWriter>;
  },
): Promise<OpenedContent> {
  const notes: string[] = [];
  const opened: { close(): void }[] = [];
  let current = source;
  for (let layer = 0; layer < maxLayers; layer++) {
    const packed = withProgress(current);
    const bytes = await contentOf(packed.source, options.isLog);
    if (!bytes) break;
    const writer = await options.createDocument(name);
    try {
      const written = await spool(bytes, packed, writer, options);
      if (written.damage && written.sizeBytes === 0) {
        throw new UnreadableFile('unreadable', `The compressed file cannot be unpacked (${written.damage}).`);
      }
      if (written.isFollowed) {
        notes.push(`${name}: what follows the end of its compressed content is no part of it and was left out.`);
      } else if (written.damage) {
        const after = written.sizeBytes.toLocaleString('en');
        notes.push(`${name}: damaged after ${after} unpacked bytes (${written.damage}); what came before was read.`);
      }
    } finally {
      await writer.end();
    }
    const next = openFileSource(writer.path);
    opened.push(next);
    current = next;
  }
  return {
    source: current,
    notes,
    close() {
      for (const each of opened) each.close();
    },
  };
}

async function contentOf(source: ByteSource, isLog: boolean): Promise<AsyncIterable<Uint8Array> | undefined> {
  const head = await source.read(0, 512);
  const kind = containerKind(head);
  if (isCompression(kind)) {
    if (await isTarInside(source)) return undefined;
    return decompress(kind, source.stream(), () => source.stream());
  }
  const encoding = utf16Of(head);
  if (encoding) return toUtf8(source.stream(), encoding);
  const start = isLog ? recordsStart(await source.read(0, headBytes)) : undefined;
  return start === undefined ? undefined : recordLines(source.stream(), start);
}

async function isTarInside(source: ByteSource): Promise<boolean> {
  return containerKind(await decompressedHead(source, 512)) === 'tar';
}

async function spool(
  bytes: AsyncIterable<Uint8Array>,
  packed: ReturnType<typeof withProgress>,
  writer: DocumentWriter,
  { limits, signal }: { limits: ReadLimits; signal: AbortSignal },
): Promise<{ sizeBytes: number; damage?: string; isFollowed?: boolean }> {
  let sizeBytes = 0;
  try {
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      sizeBytes += chunk.length;
      limits.maxExpandedBytes -= chunk.length;
      if (limits.maxExpandedBytes < 0) {
        throw new UnreadableFile('limit_exceeded', 'The file unpacks to more bytes than are read from one upload.');
      }
      const taken = { bytes: packed.source.sizeBytes, takenBytes: packed.takenBytes() };
      if (swells(sizeBytes, taken, limits.maxRatio)) {
        const message = `The file swells more than ${limits.maxRatio}-fold, as only a decompression bomb does.`;
        throw new UnreadableFile('limit_exceeded', message);
      }
      await writer.write(chunk);
    }
    return { sizeBytes };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UnreadableFile) throw error;
    if (error instanceof DamagedStream && error.isBehindEnd) return { sizeBytes, isFollowed: true };
    return { sizeBytes, damage: error instanceof Error ? error.message : 'damaged' };
  }
}
