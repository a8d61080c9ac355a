import { createGunzip, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { toWebStream } from '#core/to-web-stream.ts';
import { bunzip2 } from './bunzip2.ts';
import type { CompressionKind } from './container-kind.ts';
import { DamagedStream } from './damaged-stream.ts';
import { type Decoder, pump } from './pump.ts';

/** Small enough that one piece cannot swell beyond some tens of megabytes. */
const pieceBytes = 32 * 1024;

/**
 * The bytes inside a compressed stream, as they come. Everything that could be decoded before damage
 * or a missing end is handed out first, then a DamagedStream is thrown. Streams that follow one another are joined.
 * With `again`, the same bytes once more, not even the last piece before damage is lost.
 */
export function decompress(
  kind: CompressionKind,
  source: AsyncIterable<Uint8Array>,
  again?: () => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  switch (kind) {
    case 'gzip':
      return decode(createGunzip, source, again);
    case 'zstd':
      return decode(createZstdDecompress, source, again);
    case 'bzip2':
      return bunzip2(source);
    case 'xz':
      return decodeXz(source);
  }
}

/** The same for the bare deflate streams that zip members are. */
export function inflateRaw(
  source: AsyncIterable<Uint8Array>,
  again?: () => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  return decode(createInflateRaw, source, again, false);
}

const wholePieces = () => pieceBytes;

async function* decode(
  create: () => Decoder,
  source: AsyncIterable<Uint8Array>,
  again?: () => AsyncIterable<Uint8Array>,
  joins = true,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let sizeAt: (offset: number) => number = wholePieces;
  for (const finer of [192, 1, 0]) {
    const progress = { packedBytes: 0, bytes: 0, isDrained: false };
    try {
      yield* after(bytes, pump({ create, joins, progress }, sizeAt === wholePieces ? source : again!(), sizeAt));
      return;
    } catch (error) {
      const isLossless = progress.isDrained || finer === 0;
      if (isLossless || !again || !(error instanceof DamagedStream)) throw error;
      // A decoder that fails keeps what it made of its last piece: once more, with smaller pieces where it failed.
      const { packedBytes } = progress;
      const coarse = sizeAt;
      bytes = Math.max(bytes, progress.bytes);
      sizeAt = (offset) => (offset < packedBytes ? Math.min(coarse(offset), packedBytes - offset) : finer);
    }
  }
}

/** Without the first bytes, which were handed out before. */
async function* after(bytes: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of chunks) {
    if (chunk.length > left) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function* decodeXz(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { default: library } = await import('xz-decompress');
  const reader = new library.XzReadableStream(toWebStream(source)).getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value.length > 0) yield value;
    }
  } catch (error) {
    throw new DamagedStream(xzReason(error));
  } finally {
    // Gives the decoder's single shared context back.
    await reader.cancel().catch(() => {});
  }
}

/** The decoder's own numbers, in words. */
const xzReasons: Readonly<Record<string, string>> = {
  3: 'it needs more memory to unpack than it may take',
  4: 'it needs more memory to unpack than it may take',
  5: 'it does not begin as xz does',
  6: 'it uses a filter or checksum of xz that is not supported',
  7: 'its data are damaged',
  8: 'it ends too early',
};

function xzReason(error: unknown): string {
  const reason = error instanceof Error ? error.message : 'damaged';
  const [, code = ''] = /error code (\d+)$/.exec(reason) ?? [];
  return xzReasons[code] ?? 'it is damaged or ends too early';
}
