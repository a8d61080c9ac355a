import { Readable } from 'node:stream';
import { createGunzip, createInflateRaw, createZstdDecompress } from 'node:zlib';
import type { CompressionKind } from './container-kind.ts';

/** Small enough that one piece cannot swell beyond some tens of megabytes. */
const pieceBytes = 32 * 1024;

/**
 * The bytes inside a compressed stream, as they come. Everything that could be decoded before damage
 * or a missing end is handed out first, then a DamagedStream is thrown.
 */
export function decompress(kind: CompressionKind, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  switch (kind) {
    case 'gzip':
      return pump(createGunzip(), source);
    case 'zstd':
      return pump(createZstdDecompress(), source);
    case 'bzip2':
      return decodeBzip2(source);
    case 'xz':
      return decodeXz(source);
  }
}

/** The same for the bare deflate streams that zip members are. */
export function inflateRaw(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return pump(createInflateRaw(), source);
}

export class DamagedStream extends Error {
  override name = 'DamagedStream';
}

interface Decoder {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'error' | 'end', listener: (error?: Error) => void): unknown;
  write(chunk: Uint8Array, done?: () => void): unknown;
  end(): unknown;
  destroy?(): unknown;
}

async function* decodeBzip2(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { default: unbzip2 } = await import('unbzip2-stream');
  yield* pump(unbzip2() as unknown as Decoder, source, true);
}

/**
 * Feeds piece by piece and hands out what each piece gave, so that neither an error nor a fast
 * source can lose or pile up decoded bytes.
 */
async function* pump(
  decoder: Decoder,
  source: AsyncIterable<Uint8Array>,
  isSynchronous = false,
): AsyncGenerator<Uint8Array> {
  const decoded: Uint8Array[] = [];
  let failure: Error | undefined;
  let settle = () => {};
  decoder.on('data', (chunk) => decoded.push(chunk));
  const ended = new Promise<void>((resolve) => {
    settle = resolve;
  });
  decoder.on('error', (error) => {
    failure ??= error ?? new Error('damaged');
    settle();
  });
  decoder.on('end', () => settle());
  try {
    for await (const chunk of source) {
      for (let offset = 0; offset < chunk.length && !failure; offset += pieceBytes) {
        const piece = Buffer.from(chunk.subarray(offset, offset + pieceBytes));
        if (isSynchronous) decoder.write(piece);
        else await Promise.race([new Promise<void>((resolve) => decoder.write(piece, () => resolve())), ended]);
        yield* decoded.splice(0);
      }
      if (failure) break;
    }
    if (!failure) {
      decoder.end();
      await ended;
    }
    yield* decoded.splice(0);
    if (failure) throw new DamagedStream(failure.message);
  } finally {
    decoder.destroy?.();
  }
}

async function* decodeXz(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { default: library } = await import('xz-decompress');
  const compressed = Readable.toWeb(Readable.from(source)) as unknown as ReadableStream<Uint8Array>;
  const reader = new library.XzReadableStream(compressed).getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value.length > 0) yield value;
    }
  } catch (error) {
    throw new DamagedStream(error instanceof Error ? error.message : 'damaged');
  } finally {
    // Gives the decoder's single shared context back.
    await reader.cancel().catch(() => {});
  }
}
