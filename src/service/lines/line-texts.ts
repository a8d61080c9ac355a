import type { Block } from './index-reader.ts';
import type { LineBytes } from './open-document.ts';
import type { RandomReader } from './random-reader.ts';

/** Gives single lines of blocks, in order, from larger pieces. */
export interface LineTexts {
  /** The i-th line of a block, the end of a very long one left out. */
  at(block: Block, i: number): Promise<LineBytes>;
}

const pieceBytes = 1 << 20;

export function createLineTexts(file: RandomReader): LineTexts {
  let piece = Buffer.alloc(0);
  let pieceAt = 0;
  return {
    async at({ entry, offsets, forms }, i) {
      const [from, to] = [offsets[i]!, Math.min(offsets[i + 1]!, offsets[i]! + pieceBytes)];
      if (from < pieceAt || to > pieceAt + piece.length) {
        const bytes = Buffer.allocUnsafe(Math.min(offsets[entry.count]! - from, pieceBytes));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
        piece = bytes.subarray(0, bytesRead);
        pieceAt = from;
      }
      const start = from - pieceAt;
      const last = Math.min(to - pieceAt, piece.length);
      const end = piece[last - 1] === 10 ? last - 1 : last;
      return { bytes: piece, start, end, line: entry.firstLine + i, form: forms[i]! };
    },
  };
}
