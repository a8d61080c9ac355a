import { createHash } from 'node:crypto';
import { isMaskedFormOf } from '#core/secrets/mask-secrets.ts';
import type { Quote } from '../../formats/format.ts';
import type { LineRange } from '../../formats/reading.ts';
import type { OpenDocument } from '../../lines/open-document.ts';
import type { Report } from '../report.ts';
import { isSecretLine } from './secrets.ts';

type Citation = Report['citations'][number];

/** Numbers quotes in the order they are used; the same place is one citation however often it is used. */
export interface CitationBook {
  /** The number of the citation, or undefined where the lines are not in the document. */
  cite(range: LineRange): Promise<Citation | undefined>;
  all(): Citation[];
}

export function createCitationBook(open: OpenByName): CitationBook {
  const byPlace = new Map<string, Citation>();
  let charsLeft = mostQuotedChars;
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
      if (excerpt.length > charsLeft || excerpt.trim() === '' || !(await isVerbatim(quote, open))) return undefined;
      charsLeft -= excerpt.length;
      const sha256 = createHash('sha256').update(excerpt).digest('hex');
      const citation = { n: byPlace.size + 1, ...quote, sha256 };
      byPlace.set(place, citation);
      return citation;
    },
    all: () => [...byPlace.values()],
  };
}

export type OpenByName = (document: string) => Promise<OpenDocument | undefined>;

/** A quote longer than this is no quote: it is refused. */
const maxQuoteLines = 40;
/** Of all quotes of a report together. A line may be the whole file: a gigabyte is no quote, is not kept and not sent. */
const mostQuotedChars = 2 * 1024 * 1024;

/**
 * Looks a quote up in its document: the excerpt must be exactly the lines it claims to be, joined by LF,
 * secrets masked or not.
 * Used on every quote that leaves, whoever wrote it.
 */
export async function isVerbatim(quote: Quote, open: OpenByName): Promise<boolean> {
  const { line_start: from, line_end: to } = quote;
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return false;
  if (from < 1 || to < from || to - from >= maxQuoteLines) return false;
  const document = await open(quote.file);
  if (document === undefined || to > document.info.lines) return false;
  const lines = await document.lines(from, to);
  if (lines.length !== to - from + 1) return false;
  const quoted = quote.excerpt.split('\n');
  return quoted.length === lines.length && isMaskedFormOf(quote.excerpt, lines.join('\n'));
}
