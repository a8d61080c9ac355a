import { open } from 'node:fs/promises';
import { clockHints } from './clock-hints.ts';
import { createFormBook, type LineWatch, type WatchedLine } from './form-book.ts';
import type { StoredTemplate } from './index-format.ts';
import { createIndexWriter } from './index-writer.ts';
import { createKeySeed } from './key-seed.ts';
import { levelOfLine } from './level.ts';
import { createLineClock } from './line-clock.ts';
import { hashForm, lineForm } from './line-form.ts';

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
  firstTimeMs?: number;
  lastTimeMs?: number;
  templates: StoredTemplate[];
  templateOfForm: Int32Array;
  levelOfForm: Uint8Array;
  /** The years were worked out, not read. */
  hasInferredYear: boolean;
  hasZone: boolean;
  /** Lines with a time of their own. */
  timedLines: number;
  /** Where time goes back by more than a minute, or jumps ahead by more than a day; at most 50, and how many in all. */
  jumps: { line: number; fromMs: number; toMs: number }[];
  jumpCount: number;
}

const chunkBytes = 1 << 20;
/** Forms told apart in full; a document with more of them is told apart by the first words of its lines. */
const maxFullForms = 30_000;
/** Beyond these, lines are told apart by their level alone. */
const maxForms = 60_000;

/**
 * Reads a text once and writes its index: line offsets, time, level and template of each line. Memory does not grow
 * with the document. Throws what reading or writing the files throws, and the signal's reason when aborted.
 */
export async function indexDocument(options: IndexDocumentOptions): Promise<IndexedDocument> {
  const file = await open(options.path, 'r');
  const writer = await createIndexWriter(options.indexPath).catch(async (error) => {
    await file.close();
    throw error;
  });
  try {
    const { size, mtimeMs } = await file.stat();
    const hints = await clockHints(file, size, options.notAfterMs ?? mtimeMs);
    const scan = createLineScan(writer.push, hints, options.watch);
    let buffers: [Buffer, Buffer] = [Buffer.allocUnsafe(2 * chunkBytes), Buffer.allocUnsafe(2 * chunkBytes)];
    let carried = 0;
    let position = 0;
    let next = file.read(buffers[0], 0, chunkBytes, 0);
    for (;;) {
      const { bytesRead } = await next;
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
      next = file.read(other, carried, chunkBytes, position);
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
    await file.close();
  }
}

function createLineScan(
  push: (lengthBytes: number, timeMs: number, form: number) => boolean,
  hints: Parameters<typeof createLineClock>[0],
  watch: LineWatch | undefined,
) {
  const clock = createLineClock(hints);
  const book = createFormBook(watch);
  const keySeed = createKeySeed();
  const watched: WatchedLine = {
    bytes: new Uint8Array(),
    start: 0,
    end: 0,
    number: 0,
    timeMs: 0,
    interest: 0,
    form: 0,
    level: 0,
    isContinuation: false,
    entryLine: 0,
  };
  const jumps: IndexedDocument['jumps'] = [];
  let jumpCount = 0;
  let line = 0;
  let timedLines = 0;
  let timeMs = Number.NaN;
  let firstTimeMs = Number.NaN;
  let lowestMs = Number.POSITIVE_INFINITY;
  let highestMs = Number.NEGATIVE_INFINITY;
  let skippedBytes = 0;
  return { chunk, end };

  /** Takes the whole lines in the first `filled` bytes; gives how many bytes it is done with. */
  function chunk(buffer: Buffer, filled: number, isLast: boolean): number {
    let start = 0;
    // Ends the last line of a document that has no line feed there; the buffer is larger than what fills it.
    buffer[filled] = 10;
    while (start < filled) {
      const end = buffer.indexOf(10, start);
      if (end < 0 || end >= filled) {
        if (skippedBytes > 0) {
          // Still inside a line longer than a chunk, whose beginning has been looked at.
          skippedBytes += filled - start;
          if (isLast) finishLong(0);
          return filled;
        }
        if (!isLast && filled - start < chunkBytes) return start;
        if (!isLast) {
          oneLine(buffer, start, filled);
          skippedBytes = filled - start;
          return filled;
        }
        oneLine(buffer, start, filled);
        push(filled - start, timeMs, watched.form);
        return filled;
      }
      if (skippedBytes > 0) {
        skippedBytes += end - start;
        finishLong(1);
      } else {
        oneLine(buffer, start, end);
        push(end + 1 - start, timeMs, watched.form);
      }
      start = end + 1;
    }
    if (isLast && skippedBytes > 0) finishLong(0);
    return filled;
  }

  function finishLong(lineFeed: number): void {
    push(skippedBytes + lineFeed, timeMs, watched.form);
    skippedBytes = 0;
  }

  function oneLine(buffer: Buffer, start: number, lineEnd: number): void {
    line++;
    let end = lineEnd;
    if (end > start && buffer[end - 1] === 13) end--;
    const hasTime = clock.read(buffer, start, end);
    if (hasTime) {
      noteTime(clock.timeMs);
      watched.entryLine = line;
    }
    const isContinuation = hasTime ? false : timedLines > 0 || isIndented(buffer, start, end);
    const head = hasTime ? clock.contentStart : start;
    const seed = (hasTime ? clock.seed : 0) | keySeed.of(buffer, start, end) | (isContinuation ? 0x10000 : 0);
    hashForm(buffer, head, end, seed, book.size() > maxFullForms);
    let form = book.find(lineForm.first, lineForm.second);
    if (form < 0) {
      if (book.size() < maxForms) {
        const sample = { bytes: buffer, start, head, end, seed, isContinuation };
        keySeed.learn(buffer, start, end);
        form = book.learn(lineForm.first, lineForm.second, sample);
      } else form = book.overflow(levelOfSample(buffer, start, head, end, isContinuation));
    }
    book.count(form, line, timeMs);
    watched.form = form;
    const interest = book.interests()[form]!;
    if (interest !== 0 && watch) {
      watched.bytes = buffer;
      watched.start = start;
      watched.end = end;
      watched.number = line;
      watched.timeMs = timeMs;
      watched.interest = interest;
      watched.level = book.levels()[form]!;
      watched.isContinuation = isContinuation;
      watch.line(watched);
    }
  }

  function noteTime(ms: number): void {
    if (timedLines++ === 0) firstTimeMs = ms;
    else if (ms < timeMs - 60_000 || ms > timeMs + 86_400_000) {
      jumpCount++;
      if (jumps.length < 50) jumps.push({ line, fromMs: timeMs, toMs: ms });
    }
    timeMs = ms;
    if (ms < lowestMs) lowestMs = ms;
    if (ms > highestMs) highestMs = ms;
  }

  function end(sizeBytes: number) {
    const { templates, levelOfForm, templateOfForm } = book.finish();
    const summary: IndexedDocument = {
      lines: line,
      sizeBytes,
      clock: clock.kind(),
      ...(timedLines > 0 && { firstTimeMs: Math.min(firstTimeMs, lowestMs), lastTimeMs: highestMs }),
      templates,
      templateOfForm,
      levelOfForm,
      hasInferredYear: clock.hasInferredYear(),
      hasZone: clock.hasZone(),
      timedLines,
      jumps,
      jumpCount,
    };
    return { summary, trailer: { lines: line, sizeBytes, templates } };
  }
}

const levelBytes = 240;

function levelOfSample(bytes: Buffer, start: number, head: number, end: number, isContinuation: boolean): number {
  const { level, isStated } = levelOfLine(
    bytes.toString('latin1', start, Math.min(end, start + levelBytes)),
    head - start,
    0,
  );
  return isContinuation && !isStated ? 0 : level;
}

const isIndented = (bytes: Uint8Array, start: number, end: number): boolean =>
  end > start && (bytes[start] === 0x20 || bytes[start] === 0x09);
