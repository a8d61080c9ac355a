import { createHash } from 'node:crypto';
import type { LineRange } from '../../formats/reading.ts';
import type { Report } from '../report.ts';
import { isSecretLine } from './is-secret-line.ts';
import { isVerbatim, maxQuoteLines, type OpenByName } from './quote-verifier.ts';

export type Citation = Report['citations'][number];

/** Numbers quotes in the order they are used; the same place is one citation however often it is used. */
export interface CitationBook {
  /** The number of the citation, or undefined where the lines are not in the document. */
  cite(range: LineRange): Promise<Citation | undefined>;
  all(): Citation[];
}

export function createCitationBook(open: OpenByName): CitationBook {
  const byPlace = new Map<string, Citation>();
  return {
    async cite(range) {
      const lineEnd = Math.min(range.lineEnd, range.lineStart + maxQuoteLines - 1);
      const place = JSON.stringify([range.document, range.lineStart, lineEnd]);
      const known = byPlace.get(place);
      if (known !== undefined) return known;
      const document = await open(range.document);
      if (document === undefined || range.lineStart < 1 || lineEnd < range.lineStart) return undefined;
      const lines = await document.lines(range.lineStart, lineEnd);
      // A quote is verbatim or none at all, and a password in a configuration must not be repeated.
      const { fileType, secretLines = [] } = document.info;
      if (lines.some((line) => isSecretLine(fileType, line))) return undefined;
      if (secretLines.some((line) => line >= range.lineStart && line <= lineEnd)) return undefined;
      const excerpt = lines.join('\n');
      const quote = { file: range.document, line_start: range.lineStart, line_end: lineEnd, excerpt };
      if (excerpt.trim() === '' || !(await isVerbatim(quote, open))) return undefined;
      const sha256 = createHash('sha256').update(excerpt).digest('hex');
      const citation = { n: byPlace.size + 1, ...quote, sha256 };
      byPlace.set(place, citation);
      return citation;
    },
    all: () => [...byPlace.values()],
  };
}
