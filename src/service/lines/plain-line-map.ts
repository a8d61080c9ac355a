import { linesPerBlock } from './index-format.ts';
import type { Block } from './index-reader.ts';
import { longestTime, type TimeOfLine } from './printed-times.ts';
import type { RandomReader } from './random-reader.ts';
import type { LineMap } from './search-lines.ts';

const chunkBytes = 1 << 20;

/** Finds the lines of a document that has no index by reading it once; where they begin is kept block by block. */
export async function plainLineMap(file: RandomReader, timeOf?: TimeOfLine): Promise<LineMap> {
  const blocks: LineMap['blocks'][number][] = [];
  const unread = timeOf ? { minTimeMs: Infinity, maxTimeMs: -Infinity } : { minTimeMs: NaN, maxTimeMs: NaN };
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let lines = 0;
  let position = 0;
  let lineStart = 0;
  const begin = (offset: number) => {
    if (lines % linesPerBlock === 0) {
      blocks.push({ firstLine: lines + 1, count: 0, offset, ...unread });
    }
    lines++;
    blocks.at(-1)!.count++;
  };
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) break;
    for (let at = chunk.indexOf(10); at >= 0 && at < bytesRead; at = chunk.indexOf(10, at + 1)) {
      begin(lineStart);
      if (timeOf) widen(blocks.at(-1)!, lineStart < position ? undefined : timeOf(chunk, lineStart - position, at));
      lineStart = position + at + 1;
    }
    position += bytesRead;
  }
  if (lineStart < position) {
    begin(lineStart);
    if (timeOf) widen(blocks.at(-1)!, undefined);
  }
  const sizeBytes = position;
  let kept: { index: number; block: Block } | undefined;
  return { lines, sizeBytes, blocks, block, levelOfForm: new Uint8Array(), templateOfForm: new Int32Array() };

  async function block(index: number): Promise<Block> {
    if (kept?.index === index) return kept.block;
    const { firstLine, count, offset } = blocks[index]!;
    const end = blocks[index + 1]?.offset ?? sizeBytes;
    const offsets = new Float64Array(count + 1);
    const times = new Float64Array(count).fill(Number.NaN);
    // Of its own: somebody else may be reading another block.
    const part = Buffer.allocUnsafe(Math.min(chunkBytes, end - offset));
    offsets[0] = offset;
    let found = 1;
    for (let at = offset; at < end && found < count; ) {
      const { bytesRead } = await file.read(part, 0, Math.min(part.length, end - at), at);
      if (bytesRead === 0) break;
      for (let i = part.indexOf(10); i >= 0 && i < bytesRead && found < count; i = part.indexOf(10, i + 1)) {
        const start = offsets[found - 1]! - at;
        if (timeOf && start >= 0) times[found - 1] = timeOf(part, start, i);
        offsets[found++] = at + i + 1;
      }
      at += bytesRead;
    }
    offsets[count] = end;
    if (timeOf) times[count - 1] = await timeAt(timeOf, offsets[count - 1]!, end);
    const entry = { at: 0, firstLine, count, offset, minTimeMs: Number.NaN, maxTimeMs: Number.NaN, widths: 0 };
    const fresh = { entry, offsets, times, forms: new Uint32Array(count) };
    kept = { index, block: fresh };
    return fresh;
  }

  async function timeAt(read: TimeOfLine, start: number, end: number): Promise<number> {
    const bytes = Buffer.alloc(Math.min(longestTime, end - start));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    return read(bytes, 0, bytesRead);
  }
}

/** Undefined: a line that two chunks share may be of any time. */
function widen(block: { minTimeMs: number; maxTimeMs: number }, timeMs: number | undefined): void {
  const isAny = timeMs === undefined;
  if (isAny || timeMs < block.minTimeMs) block.minTimeMs = timeMs ?? -Infinity;
  if (isAny || timeMs > block.maxTimeMs) block.maxTimeMs = timeMs ?? Infinity;
}
