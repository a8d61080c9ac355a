import { isMaskedFormOf } from '#core/secrets/mask-secrets.ts';
import type { Quote } from '../../formats/format.ts';
import type { OpenDocument } from '../../lines/open-document.ts';

export type OpenByName = (document: string) => Promise<OpenDocument | undefined>;

/** A quote longer than this is no quote: it is refused. */
export const maxQuoteLines = 40;

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
