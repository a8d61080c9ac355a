import type { Severity } from '../../../formats/reading.ts';
import type { OpenDocument } from '../../../lines/open-document.ts';

/** Lines in a row, with what the index knows of each; by the place in the block. */
interface Block {
  start: number;
  texts: string[];
  timeMs(at: number): number | undefined;
  /** Undefined without an index. */
  form(at: number): number | undefined;
  severity(at: number): Severity | undefined;
}

const blockLines = 4000;

/** Reads stretches of a document, inclusive and in order. */
export async function* blocksOf(
  document: OpenDocument,
  stretches: readonly (readonly [from: number, to: number])[],
): AsyncGenerator<Block> {
  for (const [from, to] of stretches) {
    for (let start = from; start <= to; ) {
      const marks = await document.marks?.(start, Math.min(to, start + blockLines - 1));
      const end = start + (marks?.forms.length ?? blockLines) - 1;
      const texts = await document.lines(start, Math.min(to, end));
      if (texts.length === 0) break;
      const form = (at: number) => marks?.forms[at];
      yield {
        start,
        texts,
        form,
        timeMs(at) {
          const timeMs = marks?.timesMs[at];
          return timeMs === undefined || Number.isNaN(timeMs) ? undefined : timeMs;
        },
        severity(at) {
          const known = form(at);
          return known === undefined ? undefined : document.severityOfForm?.(known);
        },
      };
      start += texts.length;
    }
  }
}
