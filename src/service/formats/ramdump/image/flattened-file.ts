import type { ReadAt } from './dump-image.ts';

const headerBytes = 4096;
const recordBytes = 16;
const chunkBytes = 4 * 1024 * 1024;
const maxPieces = 4_000_000;
const overlaps = 8;
/** How far a dump's end may lie beyond what the file has bytes for; a place further on is damage. */
const mostSpread = 4;
const leastSpreadBytes = 64 * 1024 * 1024;

interface Piece {
  /** Where the bytes belong in the dump, and where they lie in the file. */
  target: number;
  offset: number;
  length: number;
}

/** Whether a file is makedumpfile's flattened form, which can be written to a pipe. */
export function isFlattened(head: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(head.subarray(0, 12)) === 'makedumpfile';
}

/** Reads a flattened dump as the file it would be after `makedumpfile -R`. */
export async function openFlattened(
  read: ReadAt,
  sizeBytes: number,
): Promise<{ read: ReadAt; sizeBytes: number; isCut: boolean }> {
  const { pieces, isCut } = await listPieces(read, sizeBytes);
  pieces.sort((a, b) => a.target - b.target);
  const end = pieces.reduce((most, { target, length }) => Math.max(most, target + length), 0);

  /** The last piece that begins at `offset` or before, -1 where there is none. */
  function lastBefore(offset: number): number {
    let low = 0;
    let high = pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pieces[middle]!.target <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  // What is written again later counts; a short piece may lie within an earlier longer one.
  function pieceAt(offset: number, last: number): Piece | undefined {
    for (let index = last; index >= 0 && index > last - overlaps; index--) {
      const piece = pieces[index]!;
      if (offset < piece.target + piece.length) return piece;
    }
    return undefined;
  }

  async function readTarget(offset: number, length: number): Promise<Uint8Array> {
    const result = new Uint8Array(Math.max(0, Math.min(length, end - offset)));
    for (let done = 0; done < result.length; ) {
      const last = lastBefore(offset + done);
      const piece = pieceAt(offset + done, last);
      const next = pieces[last + 1]?.target ?? end;
      if (piece === undefined) {
        // What was never written is zero, as in a sparse file.
        done = Math.min(result.length, next - offset);
        continue;
      }
      const inside = offset + done - piece.target;
      const want = Math.min(piece.length - inside, result.length - done, Math.max(1, next - offset - done));
      const bytes = await read(piece.offset + inside, want);
      result.set(bytes, done);
      if (bytes.length < want) return result.subarray(0, done + bytes.length);
      done += want;
    }
    return result;
  }

  return { read: readTarget, sizeBytes: end, isCut };
}

async function listPieces(read: ReadAt, sizeBytes: number): Promise<{ pieces: Piece[]; isCut: boolean }> {
  const pieces: Piece[] = [];
  const farthest = sizeBytes * mostSpread + leastSpreadBytes;
  let chunk: Uint8Array = new Uint8Array();
  let chunkAt = 0;
  for (let at = headerBytes; pieces.length < maxPieces; ) {
    if (at < chunkAt || at + recordBytes > chunkAt + chunk.length) {
      // Long pieces are jumped over: only record headers are wanted.
      chunk = await read(at, pieces.length < 16 ? 65_536 : chunkBytes);
      chunkAt = at;
      if (chunk.length < recordBytes) return { pieces, isCut: true };
    }
    const view = new DataView(chunk.buffer, chunk.byteOffset + at - chunkAt, recordBytes);
    const target = Number(view.getBigInt64(0));
    const length = Number(view.getBigInt64(8));
    if (target < 0) return { pieces, isCut: false };
    if (length <= 0 || length > sizeBytes || target > farthest) return { pieces, isCut: true };
    pieces.push({ target, offset: at + recordBytes, length: Math.min(length, sizeBytes - at - recordBytes) });
    at += recordBytes + length;
    if (at > sizeBytes) return { pieces, isCut: true };
  }
  return { pieces, isCut: true };
}
