import { maskSecrets } from '#core/secrets/mask-secrets.ts';
import type { Quote } from '../../formats/format.ts';
import type { LineRange } from '../../formats/reading.ts';
import type { CitationBook } from '../evidence/citation-book.ts';
import type { Report } from '../report.ts';
import { code, codeBlock, codeSpan } from '../wording/say.ts';

export type Citation = Report['citations'][number];

/** The citations of those lines that are in their documents. */
export async function citationsOf(ranges: readonly LineRange[], book: CitationBook): Promise<Citation[]> {
  const found: Citation[] = [];
  for (const range of ranges) {
    const citation = await book.cite(range);
    if (citation !== undefined) found.push(citation);
  }
  return found;
}

export function placeOf(citation: Quote): string {
  const lines =
    citation.line_end > citation.line_start ? `${citation.line_start}-${citation.line_end}` : `${citation.line_start}`;
  return codeSpan(`${code(citation.file).plain}:${lines}`);
}

const maxShownChars = 700;
const maxShownLines = 6;

/** One line stands beside its place, several stand below it; what is not shown is told, what is shown is verbatim. */
export function quoteLines(citation: Quote, claim: string): string[] {
  // Before it is cut: the part that is left of a secret may not look like one.
  const lines = maskSecrets(citation.excerpt)
    .split('\n')
    .map((line) => line.replace(/\r$/, ''));
  if (lines.length === 1) {
    const line = lines[0]!;
    const shown = line.slice(0, maxShownChars);
    return [`  - ${placeOf(citation)} ${codeSpan(shown)}${shown.length < line.length ? ' (line goes on)' : ''}`];
  }
  const from = lines.length > maxShownLines ? tellingStart(lines, claim) : 0;
  const shown = lines.slice(from, from + maxShownLines).map((line) => line.slice(0, maxShownChars));
  const first = citation.line_start + from;
  const isCut = shown.length < lines.length;
  const block = codeBlock(shown)
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
  return [`  - ${placeOf(citation)}${isCut ? `, lines ${first} to ${first + shown.length - 1}` : ''}\n\n${block}\n`];
}

/** Where to begin in an excerpt too long to show: at the line with the most words of the claim and what leads to it. */
function tellingStart(lines: readonly string[], claim: string): number {
  const words = new Set(claim.match(/[\w.$]{4,}/g) ?? []);
  const scores = lines.map((line) => new Set((line.match(/[\w.$]{4,}/g) ?? []).filter((word) => words.has(word))).size);
  const best = scores.indexOf(Math.max(...scores));
  if (best < maxShownLines) return 0;
  return Math.min(lines[best - 1]!.trim() === '' ? best : best - 1, lines.length - maxShownLines);
}
