import { writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import {
  type BlockEntry,
  directoryFields,
  type IndexTrailer,
  indexMagic,
  linesPerBlock,
  noTimeNarrow,
  noTimeWide,
} from './index-format.ts';

export interface IndexWriter {
  /** One line more: its bytes with LF, its time (NaN: none) and form. True when a block is full: call `flush`. */
  push(lengthBytes: number, timeMs: number, form: number): boolean;
  flush(): Promise<void>;
  /** Writes the trailer and closes the file. */
  end(trailer: IndexTrailer, levelOfForm: Uint8Array, templateOfForm: Int32Array): Promise<void>;
  /** Closes without a trailer. */
  abandon(): Promise<void>;
}

const fewestLines = 512;
const flushBytes = 1 << 20;

/** Memory stays at one block, whatever the document's size. A small index is written in one call at its end. */
export function createIndexWriter(path: string): IndexWriter {
  let file: FileHandle | undefined;
  let capacity = fewestLines;
  let lengths = new Uint32Array(capacity);
  let times = new Float64Array(capacity);
  let forms = new Uint32Array(capacity);
  const directory: BlockEntry[] = [];
  const pending: Buffer[] = [Buffer.from(indexMagic, 'latin1')];
  let pendingBytes = indexMagic.length;
  let position = 0;
  let count = 0;
  let firstLine = 1;
  let offset = 0;
  let minTimeMs = Number.NaN;
  let maxTimeMs = Number.NaN;

  return { push, flush, end, abandon: async () => file?.close() };

  function push(lengthBytes: number, timeMs: number, form: number): boolean {
    if (!Number.isNaN(timeMs)) {
      if (!(timeMs >= minTimeMs)) minTimeMs = timeMs;
      if (!(timeMs <= maxTimeMs)) maxTimeMs = timeMs;
      // Too far apart for one block's width: the lines so far become a block of their own.
      if (maxTimeMs - minTimeMs >= noTimeWide && count > 0) {
        minTimeMs = maxTimeMs = Number.NaN;
        for (let i = 0; i < count; i++) include(times[i]!);
        closeBlock();
        minTimeMs = maxTimeMs = timeMs;
      }
    }
    lengths[count] = lengthBytes;
    times[count] = timeMs;
    forms[count] = form;
    if (++count === capacity) {
      if (capacity === linesPerBlock) closeBlock();
      else grow();
    }
    return pendingBytes > flushBytes;
  }

  function grow(): void {
    capacity *= 2;
    const [shorterLengths, shorterTimes, shorterForms] = [lengths, times, forms];
    lengths = new Uint32Array(capacity);
    times = new Float64Array(capacity);
    forms = new Uint32Array(capacity);
    lengths.set(shorterLengths);
    times.set(shorterTimes);
    forms.set(shorterForms);
  }

  function include(timeMs: number): void {
    if (Number.isNaN(timeMs)) return;
    minTimeMs = Number.isNaN(minTimeMs) ? timeMs : Math.min(minTimeMs, timeMs);
    maxTimeMs = Number.isNaN(maxTimeMs) ? timeMs : Math.max(maxTimeMs, timeMs);
  }

  function closeBlock(): void {
    if (count === 0) return;
    let longest = 0;
    let highest = 0;
    let total = 0;
    for (let i = 0; i < count; i++) {
      const length = lengths[i]!;
      total += length;
      if (length > longest) longest = length;
      if (forms[i]! > highest) highest = forms[i]!;
    }
    const range = maxTimeMs - minTimeMs;
    const narrowTimes = !(range >= noTimeNarrow);
    const narrowLengths = longest < 65_536;
    const narrowForms = highest < 65_536;
    const lengthBytes = narrowLengths ? Uint16Array.from(lengths.subarray(0, count)) : lengths.slice(0, count);
    const formBytes = narrowForms ? Uint16Array.from(forms.subarray(0, count)) : forms.slice(0, count);
    const timeBytes = narrowTimes ? new Uint16Array(count) : new Uint32Array(count);
    const none = narrowTimes ? noTimeNarrow : noTimeWide;
    for (let i = 0; i < count; i++) {
      const time = times[i]!;
      timeBytes[i] = Number.isNaN(time) ? none : time - minTimeMs;
    }
    directory.push({
      at: position + pendingBytes,
      firstLine,
      count,
      offset,
      minTimeMs,
      maxTimeMs,
      widths: (narrowLengths ? 0 : 1) | (narrowTimes ? 0 : 2) | (narrowForms ? 0 : 4),
    });
    for (const part of [lengthBytes, timeBytes, formBytes]) {
      pending.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
      pendingBytes += part.byteLength;
    }
    firstLine += count;
    offset += total;
    count = 0;
    minTimeMs = maxTimeMs = Number.NaN;
  }

  async function flush(): Promise<void> {
    if (pendingBytes <= flushBytes) return;
    const bytes = Buffer.concat(pending, pendingBytes);
    pending.length = 0;
    position += pendingBytes;
    pendingBytes = 0;
    file ??= await open(path, 'w');
    await file.write(bytes);
  }

  async function end(trailer: IndexTrailer, levelOfForm: Uint8Array, templateOfForm: Int32Array): Promise<void> {
    closeBlock();
    const entries = new Float64Array(directory.length * directoryFields);
    directory.forEach((entry, index) => {
      entries.set(
        [entry.at, entry.firstLine, entry.count, entry.offset, entry.minTimeMs, entry.maxTimeMs, entry.widths],
        index * directoryFields,
      );
    });
    const json = Buffer.from(JSON.stringify(trailer));
    const footer = Buffer.alloc(48);
    [position + pendingBytes, directory.length, levelOfForm.length, json.length].forEach((value, index) => {
      footer.writeDoubleLE(value, index * 8);
    });
    footer.write(indexMagic, 40, 'latin1');
    const parts = [...pending, bytesOf(entries), bytesOf(templateOfForm), bytesOf(levelOfForm), json, footer];
    const bytes = Buffer.concat(parts);
    if (!file) writeFileSync(path, bytes);
    else {
      await file.write(bytes);
      await file.close();
    }
  }
}

const bytesOf = (array: Float64Array | Int32Array | Uint8Array): Buffer =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength);
