import { linesPerBlock } from './index-format.ts';
import type { Block } from './index-reader.ts';
import type { RandomReader } from './random-reader.ts';
import type { LineMap } from './search-lines.ts';

/** Finds the lines of a document that has no index by reading it once; where they begin is kept block by block. */
export async function plainLineMap(file: RandomReader): Promise<LineMap> {
  const blocks: LineMap['blocks'][number][] = [];
  const chunk = Buffer.allocUnsafe(1 << 20);
  let lines = 0;
  let position = 0;
  let lineStart = 0;
  const begin = (offset: number) => {
    if (lines % linesPerBlock === 0) {
      blocks.push({ firstLine: lines + 1, count: 0, offset, minTimeMs: Number.NaN, maxTimeMs: Number.NaN });
    }
    lines++;
    blocks.at(-1)!.count++;
  };
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) break;
    for (let at = chunk.indexOf(10); at >= 0 && at < bytesRead; at = chunk.indexOf(10, at + 1)) {
      begin(lineStart);
      lineStart = position + at + 1;
    }
    position += bytesRead;
  }
  if (lineStart < position) begin(lineStart);
  const sizeBytes = position;
  let kept: { index: number; block: Block } | undefined;
  return { lines, sizeBytes, blocks, block, levelOfForm: new Uint8Array(), templateOfForm: new Int32Array() };

  async function block(index: number): Promise<Block> {
    if (kept?.index === index) return kept.block;
    const { firstLine, count, offset } = blocks[index]!;
    const end = blocks[index + 1]?.offset ?? sizeBytes;
    const offsets = new Float64Array(count + 1);
    offsets[0] = offset;
    let found = 1;
    for (let at = offset; at < end && found < count; ) {
      const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - at), at);
      if (bytesRead === 0) break;
      for (let i = chunk.indexOf(10); i >= 0 && i < bytesRead && found < count; i = chunk.indexOf(10, i + 1)) {
        offsets[found++] = at + i + 1;
      }
      at += bytesRead;
    }
    offsets[count] = end;
    const entry = { at: 0, firstLine, count, offset, minTimeMs: Number.NaN, maxTimeMs: Number.NaN, widths: 0 };
    const fresh = { entry, offsets, times: new Float64Array(count).fill(Number.NaN), forms: new Uint32Array(count) };
    kept = { index, block: fresh };
    return fresh;
  }
}
