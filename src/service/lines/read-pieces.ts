import type { LinePiece } from './open-document.ts';
import type { RandomReader } from './random-reader.ts';

const mostBytes = 4 << 20;

/** Reads a file from start to end in pieces that end with a line; a line longer than a piece is cut. */
export async function* readPieces(file: RandomReader): AsyncGenerator<LinePiece> {
  const pieceBytes = Math.min(mostBytes, file.sizeBytes + 1);
  const bytes = Buffer.allocUnsafe(pieceBytes);
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(bytes, 0, pieceBytes, at);
    if (bytesRead === 0) return;
    const lastFeed = bytes.lastIndexOf(10, bytesRead - 1) + 1;
    const end = bytesRead < pieceBytes || lastFeed === 0 ? bytesRead : lastFeed;
    yield { bytes, end };
    at += end;
  }
}
