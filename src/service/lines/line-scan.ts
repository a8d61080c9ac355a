import { createFormBook, type LineWatch, type WatchedLine } from './form-book.ts';
import type { IndexedDocument } from './index-document.ts';
import type { IndexTrailer } from './index-format.ts';
import { createKeySeed } from './key-seed.ts';
import { levelOfLine } from './level.ts';
import { mayTellLevel } from './level-hint.ts';
import { type ClockHints, createLineClock } from './line-clock.ts';
import { hashForm, lineForm } from './line-form.ts';
import { createPhraseTree } from './phrase-tree.ts';

/** Lines longer than this are looked at only up to here. */
export const chunkBytes = 1 << 20;
/** Forms told apart in full; a document with more of them is told apart by the first words of its lines. */
/** Forms of a lower number are of whole lines: lines of one differ only in words with a digit. */
export const maxFullForms = 30_000;
/** Beyond these, lines are told apart by their level alone. */
const maxForms = 60_000;

/** Reads a document's lines in order and gives each to `push`: its bytes with LF, its time (NaN: none) and form. */
export interface LineScan {
  /**
   * Takes the whole lines in the first `filled` bytes; gives how many bytes it is done with. The buffer must be larger
   * than what fills it.
   */
  chunk(buffer: Buffer, filled: number, isLast: boolean): number;
  end(sizeBytes: number): { summary: IndexedDocument; trailer: IndexTrailer };
}

export function createLineScan(
  push: (lengthBytes: number, timeMs: number, form: number) => boolean,
  hints: ClockHints,
  watch: LineWatch | undefined,
  documentBytes: number,
): LineScan {
  const clock = createLineClock(hints);
  const book = createFormBook(watch);
  const keySeed = createKeySeed();
  const phrases = createPhraseTree(documentBytes);
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

  function chunk(buffer: Buffer, filled: number, isLast: boolean): number {
    let start = 0;
    // Ends the last line of a document that has no line feed there.
    buffer[filled] = 10;
    while (start < filled) {
      if (skippedBytes === 0 && lineAlike(buffer, start, filled)) {
        const next = phrases.lineFeed + 1;
        push(next - start, timeMs, watched.form);
        start = next;
        continue;
      }
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

  /** Takes a line whose stamp and form are like those of lines before; false where it must be looked at in full. */
  function lineAlike(buffer: Buffer, start: number, filled: number): boolean {
    if (keySeed.isKnown() || book.size() > maxFullForms || !clock.readAlike(buffer, start, filled)) return false;
    const form = phrases.findAlike(buffer, clock.contentStart, filled, clock.seed);
    const { lineFeed } = phrases;
    if (form < 0 || lineFeed >= filled) return false;
    line++;
    watched.entryLine = line;
    noteTime(clock.timeMs);
    countLine(buffer, start, buffer[lineFeed - 1] === 13 ? lineFeed - 1 : lineFeed, form, false);
    return true;
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
    let form: number;
    if (book.size() <= maxFullForms) {
      form = phrases.find(buffer, head, end, seed);
      if (form < 0) {
        form = book.find(lineForm.first, lineForm.second);
        if (form < 0) form = learnForm(buffer, start, head, end, seed, isContinuation);
        phrases.keep(form);
      }
    } else {
      hashForm(buffer, head, end, seed, true);
      form = book.find(lineForm.first, lineForm.second);
      if (form < 0) {
        form =
          book.size() < maxForms
            ? learnForm(buffer, start, head, end, seed, isContinuation)
            : book.overflow(levelOfSample(buffer, start, head, end, isContinuation));
      }
    }
    countLine(buffer, start, end, form, isContinuation);
  }

  function countLine(buffer: Buffer, start: number, end: number, form: number, isContinuation: boolean): void {
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

  function learnForm(
    bytes: Buffer,
    start: number,
    head: number,
    end: number,
    seed: number,
    isContinuation: boolean,
  ): number {
    keySeed.learn(bytes, start, end);
    return book.learn(lineForm.first, lineForm.second, { bytes, start, head, end, seed, isContinuation });
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

  function end(sizeBytes: number): ReturnType<LineScan['end']> {
    const { templates, levelOfForm, templateOfForm } = book.finish();
    const summary: IndexedDocument = {
      lines: line,
      sizeBytes,
      clock: clock.kind(),
      isTimeOfDay: clock.isTimeOfDay(),
      ...(timedLines > 0 && { firstTimeMs: Math.min(firstTimeMs, lowestMs), lastTimeMs: highestMs }),
      templates,
      templateOfForm,
      levelOfForm,
      hasInferredYear: clock.hasInferredYear(),
      hasZone: clock.hasZone(),
      ...(clock.zoneMinutes() !== undefined && { zoneMinutes: clock.zoneMinutes()! }),
      timedLines,
      jumps,
      jumpCount,
    };
    return { summary, trailer: { lines: line, sizeBytes, templates } };
  }
}

const levelBytes = 240;

function levelOfSample(bytes: Buffer, start: number, head: number, end: number, isContinuation: boolean): number {
  if (!mayTellLevel(bytes, head, Math.min(end, start + levelBytes))) return 0;
  const { level, isStated } = levelOfLine(
    bytes.toString('latin1', start, Math.min(end, start + levelBytes)),
    head - start,
    0,
  );
  return isContinuation && !isStated ? 0 : level;
}

const isIndented = (bytes: Uint8Array, start: number, end: number): boolean =>
  end > start && (bytes[start] === 0x20 || bytes[start] === 0x09);
