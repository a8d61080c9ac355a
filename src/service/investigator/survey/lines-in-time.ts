import type { OpenDocument } from '../../lines/open-document.ts';
import { createLineList } from '../words/line-list.ts';

/** Of the lines (of all where none are given) those in a window. Without an index they are given back as they are. */
export async function linesInTime(
  document: OpenDocument,
  window: { fromMs: number; toMs: number },
  lines?: Uint32Array,
): Promise<Uint32Array | undefined> {
  if (document.marks === undefined) return lines;
  const total = document.info.lines;
  const found = createLineList();
  let next = 0;
  for (let blockStart = lines?.[0] ?? 1; blockStart <= total; ) {
    const { timesMs } = await document.marks(blockStart, total);
    if (timesMs.length === 0) break;
    const blockEnd = blockStart + timesMs.length;
    const isIn = (line: number) => {
      const timeMs = timesMs[line - blockStart]!;
      return timeMs >= window.fromMs && timeMs <= window.toMs;
    };
    if (lines === undefined) {
      for (let line = blockStart; line < blockEnd; line++) if (isIn(line)) found.push(line);
      blockStart = blockEnd;
    } else {
      for (; next < lines.length && lines[next]! < blockEnd; next++) if (isIn(lines[next]!)) found.push(lines[next]!);
      blockStart = lines[next] ?? total + 1;
    }
  }
  return found.lines();
}
