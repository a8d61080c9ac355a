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
  /** Its times and forms alone, which are unpacked sooner and not kept. */
  marks(index: number): Promise<Pick<Block, 'times' | 'forms'>>;
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
    marks: async (at) =>
      kept.get(at) ?? marksOf(await readExactly(file, blocks[at]!.at, bytesOf(blocks[at]!)), blocks[at]!),
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

const lengthWidth = ({ widths }: BlockEntry) => (widths & 1 ? 4 : 2);
const timeWidth = ({ widths }: BlockEntry) => (widths & 2 ? 4 : 2);
const formWidth = ({ widths }: BlockEntry) => (widths & 4 ? 4 : 2);
const bytesOf = (entry: BlockEntry) => entry.count * (lengthWidth(entry) + timeWidth(entry) + formWidth(entry));

async function unpack(file: RandomReader, entry: BlockEntry): Promise<Block> {
  const { count } = entry;
  const bytes = await readExactly(file, entry.at, bytesOf(entry));
  const lengths = numbers(bytes, 0, count, lengthWidth(entry));
  const offsets = new Float64Array(count + 1);
  let offset = entry.offset;
  for (let i = 0; i < count; i++) {
    offsets[i] = offset;
    offset += lengths[i]!;
  }
  offsets[count] = offset;
  return { entry, offsets, ...marksOf(bytes, entry) };
}

function marksOf(bytes: Buffer, entry: BlockEntry): Pick<Block, 'times' | 'forms'> {
  const { count, minTimeMs } = entry;
  const timesAt = count * lengthWidth(entry);
  const rawTimes = numbers(bytes, timesAt, count, timeWidth(entry));
  const forms = Uint32Array.from(numbers(bytes, timesAt + count * timeWidth(entry), count, formWidth(entry)));
  const none = timeWidth(entry) === 4 ? noTimeWide : noTimeNarrow;
  const times = new Float64Array(count);
  for (let i = 0; i < count; i++) times[i] = rawTimes[i] === none ? Number.NaN : minTimeMs + rawTimes[i]!;
  return { times, forms };
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
