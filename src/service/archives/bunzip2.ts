import { type BitReader, createBitReader, InputSpent } from './bit-reader.ts';
import { decodeBurrowsWheeler, readSymbols } from './bzip2-block.ts';
import { DamagedStream } from './damaged-stream.ts';

const blockMagic = 0x314159265359;
const endMagic = 0x177245385090;
/** More than nearly every block takes; where one takes more, it is tried again with twice as much. */
const enoughBytes = 1_100_000;

/**
 * The bytes of a bzip2 file, in pieces: a block of some fifty bytes may hold 46 MB, and whoever reads decides after each
 * piece whether to go on. Memory is that of one block. Throws DamagedStream after the last whole block.
 */
export async function* bunzip2(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    yield* bytesOf(createInput(iterator));
  } finally {
    await iterator.return?.();
  }
}

async function* bytesOf(input: Input): AsyncGenerator<Uint8Array> {
  for (let isFirst = true; ; isFirst = false) {
    const blockBytes = await input.attempt((bits) => readHeader(bits, isFirst));
    if (blockBytes === undefined) return;
    let streamSum = 0;
    while (true) {
      const block = await input.attempt((bits) => readBlock(bits, blockBytes));
      if ('endSum' in block) {
        if (block.endSum !== streamSum) throw new DamagedStream('its checksum does not match');
        break;
      }
      yield* decodeBurrowsWheeler(block);
      streamSum = ((streamSum << 1) | (streamSum >>> 31)) ^ block.sum;
    }
  }
}

/** The block size of the stream that begins here; undefined where the file ends. */
function readHeader(bits: BitReader, isFirst: boolean): number | undefined {
  bits.align();
  if (!isFirst && bits.isAtEnd()) return undefined;
  if (!isFirst && bits.remainingBytes() < 4) throw DamagedStream.behindEnd();
  const isStream = bits.read(24) === 0x425a68;
  const level = isStream ? bits.read(8) - 0x30 : 0;
  if (level >= 1 && level <= 9) return level * 100_000;
  throw isFirst ? new DamagedStream('it does not begin as bzip2 does') : DamagedStream.behindEnd();
}

function readBlock(bits: BitReader, blockBytes: number) {
  const magic = bits.read(24) * 2 ** 24 + bits.read(24);
  const sum = (bits.read(16) << 16) | bits.read(16);
  if (magic === endMagic) return { endSum: sum };
  if (magic !== blockMagic) throw new DamagedStream('a block in it does not begin as one');
  if (bits.read(1) !== 0) throw new DamagedStream('it was written by a version of bzip2 that is no longer read');
  const origin = bits.read(24);
  const { symbols, count } = readSymbols(bits, blockBytes);
  if (origin >= count) throw new DamagedStream('a block in it points behind its end');
  return { symbols, count, origin, sum };
}

interface Input {
  /** Runs what reads, and again from where it began where the input did not suffice. */
  attempt<Value>(read: (bits: BitReader) => Value): Promise<Value>;
}

/** Compressed bytes in a row, as many as a block needs. */
function createInput(iterator: AsyncIterator<Uint8Array>): Input {
  let bits = createBitReader(new Uint8Array());
  let isOver = false;

  async function fill(wantedBytes: number): Promise<void> {
    const { rest, usedBits } = bits.rest();
    const chunks = [rest];
    for (let length = rest.length; length < wantedBytes && !isOver; ) {
      const next = await iterator.next();
      isOver = next.done === true;
      if (next.done) break;
      chunks.push(next.value);
      length += next.value.length;
    }
    if (chunks.length > 1) bits = createBitReader(Buffer.concat(chunks), usedBits);
  }

  return {
    async attempt(read) {
      for (let wantedBytes = enoughBytes; ; wantedBytes *= 2) {
        if (bits.remainingBytes() < enoughBytes) await fill(wantedBytes);
        const start = bits.position();
        try {
          return read(bits);
        } catch (error) {
          if (!(error instanceof InputSpent)) throw error;
          if (isOver) throw new DamagedStream('it ends too early');
          bits.seek(start);
          await fill(wantedBytes * 2);
        }
      }
    },
  };
}
