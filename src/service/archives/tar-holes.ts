import type { SparseMap } from './tar-sparse.ts';

/** Holes of all files of an archive take up to this on disk; beyond it they are left out. */
const maxHoleBytes = 512 * 1024 * 1024;
const zeros = new Uint8Array(256 * 1024);

/** Puts the zero bytes back that a sparse file is stored without. */
export interface HoleFiller {
  /** How many bytes of holes the file will have. Counts them against what the archive may take. */
  plan(map: SparseMap): number;
  /** The whole file of its data; without its holes where `withHoles` is false. */
  fill(map: SparseMap, data: AsyncIterable<Uint8Array>, withHoles: boolean): AsyncGenerator<Uint8Array>;
}

export function createHoleFiller(): HoleFiller {
  let leftBytes = maxHoleBytes;
  return { plan, fill };

  function plan({ sizeBytes, parts }: SparseMap): number {
    const holeBytes = parts.reduce((left, { length }) => left - length, sizeBytes);
    if (holeBytes > leftBytes) return 0;
    leftBytes -= holeBytes;
    return holeBytes;
  }

  async function* fill(
    { parts, sizeBytes }: SparseMap,
    data: AsyncIterable<Uint8Array>,
    withHoles: boolean,
  ): AsyncGenerator<Uint8Array> {
    let position = 0;
    let part = 0;
    let inPart = 0;
    for await (const chunk of data) {
      for (let at = 0; at < chunk.length && part < parts.length; ) {
        const { offset, length } = parts[part]!;
        if (withHoles) yield* hole(offset + inPart - position);
        const piece = chunk.subarray(at, at + length - inPart);
        yield piece;
        at += piece.length;
        inPart += piece.length;
        position = offset + inPart;
        if (inPart === length) {
          part++;
          inPart = 0;
        }
      }
    }
    if (withHoles && part === parts.length) yield* hole(sizeBytes - position);
  }

  function* hole(length: number): Generator<Uint8Array> {
    for (let left = length; left > 0; left -= zeros.length) yield zeros.subarray(0, left);
  }
}
