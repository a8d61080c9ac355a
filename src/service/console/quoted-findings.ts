import type { Finding } from '../formats/reading.ts';
import { openDocuments } from '../investigator/evidence/open-documents.ts';
import type { ReadFile } from '../investigator/report.ts';
import { openLines } from '../lines/open-lines.ts';

export interface QuotedFinding {
  finding: Finding;
  quotes: { document: string; from: number; to: number; lines: string[] }[];
}

export const maxFindingsShown = 40;
const maxQuotes = 3;
const maxQuoteLines = 8;
const maxLineCharacters = 500;

/** The first findings of a file with the lines they rest on, read from the file itself. */
export async function quoteFindings(file: ReadFile): Promise<QuotedFinding[]> {
  await using documents = openDocuments([file], openLines);
  const quoted: QuotedFinding[] = [];
  for (const finding of file.reading.findings.slice(0, maxFindingsShown)) {
    const quotes: QuotedFinding['quotes'] = [];
    for (const { document, lineStart, lineEnd } of finding.evidence.slice(0, maxQuotes)) {
      const opened = await documents.open(document);
      const lines = (await opened?.lines(lineStart, Math.min(lineEnd, lineStart + maxQuoteLines - 1))) ?? [];
      quotes.push({ document, from: lineStart, to: lineEnd, lines: lines.map(shorten) });
    }
    quoted.push({ finding, quotes });
  }
  return quoted;
}

function shorten(line: string): string {
  return line.length > maxLineCharacters ? `${line.slice(0, maxLineCharacters)} …` : line;
}
