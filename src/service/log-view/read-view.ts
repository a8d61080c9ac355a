import type { Severity } from '../formats/reading.ts';
import type { OpenDocument } from '../lines/open-document.ts';
import type { TimeCounts, ViewRow } from './view-request.ts';

const longestShown = 4_000;
const mostRows = 1_000;

/** Whether a line goes on with the record above it. */
export type GoesOn = (text: string) => boolean;

/** A record that began further above is seldom as long. */
const mostAbove = 60;

/** Lines in a row, each with its severity and time. */
export async function readLines(document: OpenDocument, from: number, to: number, goesOn: GoesOn): Promise<ViewRow[]> {
  const first = Math.max(1, from);
  const last = Math.min(document.info.lines, to, first + mostRows - 1);
  const begin = Math.max(1, first - mostAbove);
  const texts = await document.lines(begin, last);
  const rows: ViewRow[] = [];
  let marks: Awaited<ReturnType<NonNullable<OpenDocument['marks']>>> | undefined;
  let marksFrom = 0;
  let record: Severity | '' = '';
  for (const [index, text] of texts.entries()) {
    const line = begin + index;
    if (document.marks && (!marks || line - marksFrom >= marks.forms.length)) {
      marks = await document.marks(line, last);
      marksFrom = line;
    }
    const at = line - marksFrom;
    const form = marks?.forms[at];
    const severity = form === undefined ? undefined : document.severityOfForm?.(form);
    const isBelow = goesOn(text);
    if (!isBelow) record = severity ?? '';
    if (line >= first) rows.push(rowOf(line, text, severity, marks?.timesMs[at], isBelow ? record : null));
  }
  return rows;
}

/** Lines from anywhere, in the order given. */
export async function readRows(document: OpenDocument, lines: readonly number[], goesOn: GoesOn): Promise<ViewRow[]> {
  const rows: ViewRow[] = [];
  for (const line of lines.slice(0, mostRows)) {
    const [text] = await document.lines(line, line);
    const { severity, timeMs } = await document.meta(line);
    if (text !== undefined) rows.push(rowOf(line, text, severity, timeMs, goesOn(text) ? '' : null));
  }
  return rows;
}

function rowOf(
  line: number,
  text: string,
  severity: Severity | undefined,
  timeMs: number | undefined,
  record: ViewRow[5],
): ViewRow {
  const isTimed = timeMs !== undefined && !Number.isNaN(timeMs);
  const left = Math.max(0, text.length - longestShown);
  return [line, left > 0 ? text.slice(0, longestShown) : text, severity ?? '', isTimed ? timeMs : null, left, record];
}

/** All lines over time, by severity; null where no line states a time. */
export async function countTimes(document: OpenDocument, buckets: number): Promise<TimeCounts | null> {
  const { firstTimeMs, lastTimeMs } = document.info;
  const counted = await document.histogram(buckets);
  if (counted.length === 0 || firstTimeMs === undefined || lastTimeMs === undefined) return null;
  return {
    fromMs: counted[0]?.startMs ?? firstTimeMs,
    toMs: lastTimeMs,
    buckets: counted.map(({ bySeverity }) => bySeverity),
  };
}
