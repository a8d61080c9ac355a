import type { LinePiece, OpenDocument } from '../../lines/open-document.ts';

const linesAtOnce = 2000;
const encoder = new TextEncoder();

/** The bytes of a document; where it gives only text, that of its lines. */
export async function* piecesOf(document: OpenDocument): AsyncIterable<LinePiece> {
  if (document.pieces !== undefined) return yield* document.pieces();
  for (let line = 1; line <= document.info.lines; line += linesAtOnce) {
    const lines = await document.lines(line, line + linesAtOnce - 1);
    const bytes = encoder.encode(`${lines.join('\n')}\n`);
    yield { bytes, end: bytes.length };
  }
}
