import {
  type BlockEntry,
  directoryFields,
  type IndexTrailer,
  indexMagic,
  noTimeNarrow,
  noTimeWide,
} from './index-format.ts';
import { openRandomReader, type RandomReader } from './random-reader.ts';

/** One block with its values unpacked. */
export interface Block {
  entry: BlockEntry;
  /** Byte offsets of its lines in the document; one more than there are lines. */
  offsets: Float64Array;
  /** NaN: no time. */
  times: Float64Array;
  forms: Uint32Array;
}

export interface IndexReader {
  trailer: IndexTrailer;
  blocks: readonly BlockEntry[];
  levelOfForm: Uint8Array;
  templateOfForm: Int32Array;
  /** By position in `blocks`; the last few are kept. */
  block(index: number): Promise<Block>;
  /** Position in `blocks` of the block that holds a line, or a byte of the document; -1 beyond its end. */
  blockOfLine(line: number): number;
  blockOfOffset(offset: number): number;
  close(): void;
}

const keptBlocks = 24;

/** Throws where the file is not an index or is cut short. */
export async function openIndex(path: string): Promise<IndexReader> {
  const file = openRandomReader(path);
  try {
    return await readTrailer(file);
  } catch (error) {
    file.close();
    throw error;
  }
}

async function readTrailer(file: RandomReader): Promise<IndexReader> {
  const size = file.sizeBytes;
  const footer = await readExactly(file, Math.max(0, size - 48), 48);
  if (footer.toString('latin1', 40, 48) !== indexMagic) throw new Error('Not a line index, or cut short');
  const [at, blockCount, formCount, jsonBytes] = [0, 8, 16, 24].map((place) => footer.readDoubleLE(place));
  const tail = await readExactly(file, at!, size - 48 - at!);
  const entryBytes = blockCount! * directoryFields * 8;
  const entries = new Float64Array(tail.buffer.slice(tail.byteOffset, tail.byteOffset + entryBytes));
  const formsAt = tail.byteOffset + entryBytes;
  const templateOfForm = new Int32Array(tail.buffer.slice(formsAt, formsAt + formCount! * 4));
  const levelOfForm = new Uint8Array(tail.buffer.slice(formsAt + formCount! * 4, formsAt + formCount! * 5));
  const trailer = JSON.parse(tail.toString('utf8', tail.length - jsonBytes!)) as IndexTrailer;
  const blocks: BlockEntry[] = [];
  for (let i = 0; i < entries.length; i += directoryFields) {
    const [position, firstLine, count, offset, minTimeMs, maxTimeMs, widths] = entries.subarray(i, i + directoryFields);
    blocks.push({
      at: position!,
      firstLine: firstLine!,
      count: count!,
      offset: offset!,
      minTimeMs: minTimeMs!,
      maxTimeMs: maxTimeMs!,
      widths: widths!,
    });
  }
  const kept = new Map<number, Block>();
  return {
    trailer,
    blocks,
    levelOfForm,
    templateOfForm,
    block,
    blockOfLine: (line) => (line < 1 || line > trailer.lines ? -1 : lastAtMost((entry) => entry.firstLine, line)),
    blockOfOffset: (offset) =>
      offset < 0 || offset >= trailer.sizeBytes ? -1 : lastAtMost((entry) => entry.offset, offset),
    close: () => file.close(),
  };

  function lastAtMost(field: (entry: BlockEntry) => number, value: number): number {
    let low = 0;
    let high = blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (field(blocks[middle]!) <= value) low = middle;
      else high = middle - 1;
    }
    return blocks.length === 0 ? -1 : low;
  }

  async function block(index: number): Promise<Block> {
    const known = kept.get(index);
    if (known) {
      kept.delete(index);
      kept.set(index, known);
      return known;
    }
    const fresh = await unpack(file, blocks[index]!);
    kept.set(index, fresh);
    if (kept.size > keptBlocks) kept.delete(kept.keys().next().value!);
    return fresh;
  }
}

async function unpack(file: RandomReader, entry: BlockEntry): Promise<Block> {
  const { count } = entry;
  const lengthWidth = entry.widths & 1 ? 4 : 2;
  const timeWidth = entry.widths & 2 ? 4 : 2;
  const formWidth = entry.widths & 4 ? 4 : 2;
  const bytes = await readExactly(file, entry.at, count * (lengthWidth + timeWidth + formWidth));
  const lengths = numbers(bytes, 0, count, lengthWidth);
  const rawTimes = numbers(bytes, count * lengthWidth, count, timeWidth);
  const forms = Uint32Array.from(numbers(bytes, count * (lengthWidth + timeWidth), count, formWidth));
  const offsets = new Float64Array(count + 1);
  const times = new Float64Array(count);
  const none = timeWidth === 4 ? noTimeWide : noTimeNarrow;
  let offset = entry.offset;
  for (let i = 0; i < count; i++) {
    offsets[i] = offset;
    offset += lengths[i]!;
    times[i] = rawTimes[i] === none ? Number.NaN : entry.minTimeMs + rawTimes[i]!;
  }
  offsets[count] = offset;
  return { entry, offsets, times, forms };
}

function numbers(bytes: Buffer, at: number, count: number, width: number): Uint16Array | Uint32Array {
  const copy = bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + count * width) as ArrayBuffer;
  return width === 4 ? new Uint32Array(copy) : new Uint16Array(copy);
}

async function readExactly(file: RandomReader, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) throw new Error('The line index is cut short');
    done += bytesRead;
  }
  return bytes;
}
