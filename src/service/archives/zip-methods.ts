import { inflateRawSync } from 'node:zlib';
import { DamagedStream } from './damaged-stream.ts';
import { decompress, inflateRaw } from './decompress.ts';

/** Up to this size a member is unpacked in one call, if it does not swell: thread pool turns take longer. */
const smallBytes = 64 * 1024;
const smallUnpackedBytes = 2 * 1024 * 1024;

/** The bytes of a zip's member, by the number of its compression method. Throws DamagedStream after the last good byte. */
export function unpackMethod(
  method: number,
  packed: () => AsyncIterable<Uint8Array>,
  packedBytes: number,
): AsyncIterable<Uint8Array> {
  switch (method) {
    case 0:
      return packed();
    case 8:
      return packedBytes <= smallBytes ? inflateSmall(packed()) : inflateRaw(packed(), packed);
    case 12:
      return decompress('bzip2', packed());
    case 20:
    case 93:
      return decompress('zstd', packed(), packed);
    case 95:
      return decompress('xz', packed());
    default:
      return refuse(method);
  }
}

async function* inflateSmall(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of packed) chunks.push(chunk);
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  const unpacked = attempt(() => inflateRawSync(bytes, { maxOutputLength: smallUnpackedBytes }));
  if (unpacked) yield unpacked;
  // Damaged or swelling: piece by piece, so that what can be read of it is.
  else yield* inflateRaw(once(bytes), () => once(bytes));
}

function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Whether it takes more than this file to unpack a method. */
export function isForeignMethod(method: number): boolean {
  return method === 9 || method === 14 || method === 98;
}

/** Those a member's header may name; others make it no header. */
export const knownMethods: ReadonlySet<number> = new Set([0, 1, 6, 8, 9, 12, 14, 20, 93, 95, 98, 99]);

const namesOfMethods = new Map([
  [1, 'Shrink'],
  [6, 'Implode'],
  [9, 'Deflate64'],
  [14, 'LZMA'],
  [98, 'PPMd'],
  [99, 'AES'],
]);

// biome-ignore lint/correctness/useYield: it gives no bytes, only its reason.
async function* refuse(method: number): AsyncGenerator<Uint8Array> {
  const name = namesOfMethods.get(method) ?? `method ${method}`;
  throw new DamagedStream(`it is packed with ${name}, which is not supported; pack it with Deflate, or as tar.gz`);
}
