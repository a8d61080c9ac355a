import type { CaseContext, ContextLine, EvidenceBlock } from '#core/pages/case-record.ts';
import type { DocumentInfo, Severity } from '../formats/reading.ts';
import { openDocuments } from '../investigator/evidence/open-documents.ts';
import { withoutSecretsIn } from '../investigator/evidence/secrets.ts';
import type { ReadFile } from '../investigator/report.ts';
import { timeWordsOf } from '../investigator/wording/times.ts';
import { openLines } from '../lines/open-lines.ts';

/** Lines that something rests on. */
export interface QuotedPlace {
  file: string;
  lineStart: number;
  lineEnd: number;
}

const around = 4;
const mostBlocks = 12;
const mostLines = 40;
const mostBefore = 12;
const longestShown = 600;

/** What a file says around the lines an answer rests on, and what led to them, read from the file itself. */
export async function readContext(file: ReadFile, places: readonly QuotedPlace[]): Promise<CaseContext> {
  await using documents = openDocuments([file], openLines);
  const known = new Map(file.reading.documents.map((document) => [document.name, document]));
  const evidence: EvidenceBlock[] = [];
  const cited: TimedLine[] = [];
  const quotes = places.flatMap((quote) => {
    const info = known.get(quote.file);
    return info && quote.lineStart <= info.lines ? [{ ...quote, info }] : [];
  });
  for (const { info, first, last, quotes: within } of stretchesOf(quotes).slice(0, mostBlocks)) {
    const opened = await documents.open(info.name);
    if (!opened) continue;
    const lines: ContextLine[] = [];
    for (const [index, text] of withoutSecretsIn(info, first, await opened.lines(first, last)).entries()) {
      const n = first + index;
      const { severity, timeMs } = await opened.meta(n);
      const isCited = within.some(({ lineStart, lineEnd }) => n >= lineStart && n <= lineEnd);
      lines.push({ n, text: shorten(text), isCited, severity });
      const begins = within.some(({ lineStart }) => n === lineStart);
      if (begins && timeMs !== undefined) cited.push({ info, n, timeMs, text: shorten(text), severity });
    }
    const [head] = within;
    if (!head) continue;
    const lineEnd = Math.max(...within.map((quote) => quote.lineEnd));
    evidence.push({ file: info.name, lineStart: head.lineStart, lineEnd, lines });
  }
  return { evidence, timeline: timelineOf(file, known, cited), unread: file.reading.unread };
}

interface Stretch {
  info: DocumentInfo;
  first: number;
  last: number;
  /** In the order of their lines. */
  quotes: QuotedPlace[];
}

/** Quotes whose surroundings touch are shown in one piece, where the first of them was named. */
function stretchesOf(quotes: readonly (QuotedPlace & { info: DocumentInfo })[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const quote of quotes) {
    const { info, lineStart, lineEnd } = quote;
    const first = Math.max(1, lineStart - around);
    const last = Math.min(lineEnd, lineStart + mostLines) + around;
    const near = stretches.find((known) => known.info === info && first <= known.last + 1 && last >= known.first - 1);
    if (!near) stretches.push({ info, first, last, quotes: [quote] });
    else {
      near.first = Math.min(near.first, first);
      near.last = Math.max(near.last, last);
      near.quotes = [...near.quotes, quote].toSorted((a, b) => a.lineStart - b.lineStart);
    }
  }
  return stretches;
}

interface TimedLine {
  info: DocumentInfo;
  n: number;
  timeMs: number;
  text: string;
  severity: Severity | undefined;
}

/** The unusual events before the last of the cited lines, and those lines. Only of texts whose clocks can be compared. */
function timelineOf(
  file: ReadFile,
  known: ReadonlyMap<string, DocumentInfo>,
  cited: readonly TimedLine[],
): CaseContext['timeline'] {
  const [first] = cited;
  if (!first) return [];
  const ofClock = cited.filter(({ info }) => info.clock === first.info.clock);
  const endMs = Math.max(...ofClock.map(({ timeMs }) => timeMs));
  const isCited = (document: string, line: number) =>
    ofClock.some(({ info, n }) => info.name === document && n === line);
  const before = file.reading.timeline
    .flatMap(({ timeMs, document, line, severity, text }) => {
      const info = known.get(document);
      const counts = info?.clock === first.info.clock && timeMs <= endMs && severity !== 'info';
      return info && counts && !isCited(document, line) ? [{ info, n: line, timeMs, text, severity }] : [];
    })
    .toSorted((a, b) => a.timeMs - b.timeMs)
    .slice(-mostBefore);
  return [...before, ...ofClock]
    .toSorted((a, b) => a.timeMs - b.timeMs || a.n - b.n)
    .map(({ info, n, timeMs, text, severity }) => ({
      when: timeWordsOf(info, info.namesZone).at(timeMs),
      text: shorten(text),
      file: info.name,
      line: n,
      severity,
      isCited: isCited(info.name, n),
    }));
}

function shorten(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)} …` : text;
}
