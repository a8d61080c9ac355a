import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { clockHints } from './clock-hints.ts';
import type { LineWatch } from './form-book.ts';
import type { StoredTemplate } from './index-format.ts';
import { createIndexWriter } from './index-writer.ts';
import { chunkBytes, createLineScan } from './line-scan.ts';

export interface IndexDocumentOptions {
  /** The text, absolute path. UTF-8 or any superset of ASCII. */
  path: string;
  /** Where the index is written, absolute path. */
  indexPath: string;
  signal?: AbortSignal;
  /** 0 to 1. */
  progress?(fraction: number): void;
  watch?: LineWatch;
  /** No line is later than this; decides the year of stamps that name none. Default: when the file was last changed. */
  notAfterMs?: number;
}

export interface IndexedDocument {
  /** Split at LF; a last line without LF counts. */
  lines: number;
  sizeBytes: number;
  clock: 'absolute' | 'boot' | 'none';
  /** Of `boot`: its stamps are times of day. */
  isTimeOfDay: boolean;
  firstTimeMs?: number;
  lastTimeMs?: number;
  templates: StoredTemplate[];
  templateOfForm: Int32Array;
  levelOfForm: Uint8Array;
  /** The years were worked out, not read. */
  hasInferredYear: boolean;
  hasZone: boolean;
  /** The one offset from UTC that its stamps tell. */
  zoneMinutes?: number;
  /** Lines with a time of their own. */
  timedLines: number;
  /** Where time goes back by more than a minute, or jumps ahead by more than a day; at most 50, and how many in all. */
  jumps: { line: number; fromMs: number; toMs: number }[];
  jumpCount: number;
}

const readAt = promisify(read);
/** Up to this size a document is read in one call: archives hold thousands, and turns of the thread pool take longer. */
const smallBytes = 256 * 1024;

/**
 * Reads a text once and writes its index: line offsets, time, level and template of each line. Memory does not grow
 * with the document. Throws what reading or writing the files throws, and the signal's reason when aborted.
 */
export async function indexDocument(options: IndexDocumentOptions): Promise<IndexedDocument> {
  const file = openSync(options.path, 'r');
  const writer = createIndexWriter(options.indexPath);
  try {
    const { size, mtimeMs } = fstatSync(file);
    const hints = clockHints(file, size, options.notAfterMs ?? mtimeMs);
    const scan = createLineScan(writer.push, hints, options.watch, size);
    const pieceBytes = Math.min(chunkBytes, size + 1);
    const readPiece = async (buffer: Buffer, at: number, from: number): Promise<number> =>
      size <= smallBytes
        ? readSync(file, buffer, at, pieceBytes, from)
        : (await readAt(file, buffer, at, pieceBytes, from)).bytesRead;
    let buffers: [Buffer, Buffer] = [Buffer.allocUnsafe(2 * pieceBytes), Buffer.allocUnsafe(2 * pieceBytes)];
    let carried = 0;
    let position = 0;
    let next = readPiece(buffers[0], 0, 0);
    for (;;) {
      const bytesRead = await next;
      options.signal?.throwIfAborted();
      const buffer = buffers[0];
      position += bytesRead;
      const isLast = bytesRead === 0;
      const filled = carried + bytesRead;
      const used = scan.chunk(buffer, filled, isLast);
      if (isLast) break;
      carried = filled - used;
      const other = buffers[1];
      buffer.copy(other, 0, used, filled);
      buffers = [other, buffer];
      next = readPiece(other, carried, position);
      await writer.flush();
      options.progress?.(size === 0 ? 1 : Math.min(1, position / size));
    }
    const { summary, trailer } = scan.end(position);
    await writer.end(trailer, summary.levelOfForm, summary.templateOfForm);
    return summary;
  } catch (error) {
    await writer.abandon().catch(() => undefined);
    throw error;
  } finally {
    closeSync(file);
  }
}
