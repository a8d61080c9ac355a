import { openLines } from '../../lines/open-lines.ts';
import type { DocumentInfo } from '../reading.ts';
import type { TimedText } from './clock-offsets.ts';

const maxDocuments = 16;
const maxLines = 12_000;
const chunkLines = 1000;

/** Lines with a time from the beginning of each document that has a clock. `folder` is the reading's folder. */
export async function timedTextsOf(
  folder: string,
  documents: readonly DocumentInfo[],
  signal: AbortSignal,
): Promise<TimedText[]> {
  const clocked = documents.filter(({ clock, indexPath }) => clock !== 'none' && indexPath !== undefined);
  if (clocked.length < 2) return [];
  const texts: TimedText[] = [];
  for (const info of clocked.slice(0, maxDocuments)) {
    signal.throwIfAborted();
    await using document = await openLines(folder, info);
    for (let from = 1; from <= Math.min(info.lines, maxLines); from += chunkLines) {
      const lines = await document.lines(from, Math.min(info.lines, from + chunkLines - 1));
      for (const [index, text] of lines.entries()) {
        const { timeMs } = await document.meta(from + index);
        if (timeMs !== undefined)
          texts.push({ document: info.name, line: from + index, timeMs, text: text.slice(0, 500) });
      }
    }
  }
  return texts;
}
