import type { ReadDocument } from '../investigator/evidence/open-documents.ts';
import { readRow } from '../investigator/facts/row.ts';
import type { Schema } from '../investigator/facts/schema.ts';
import type { LineQuery } from '../lines/open-document.ts';
import { type Found, type LineFilter, viewBuckets } from './view-request.ts';

const budgetMs = 4_000;
/** Lines whose field is looked at; what is beyond is not counted. */
const mostChecked = 50_000;

/** The lines a filter lets through, with how many there are and when. */
export async function findLines(
  document: ReadDocument,
  filter: LineFilter,
  bounds: { limit: number; enough: number | undefined },
  schema: () => Promise<Schema>,
): Promise<Found> {
  const isByField = filter.field !== undefined && filter.value !== undefined;
  const found = await document.search({
    ...queryOf(filter),
    limit: isByField ? mostChecked : bounds.limit,
    budgetMs,
    ...(bounds.enough === undefined || isByField ? {} : { enough: bounds.enough }),
  });
  const lines = isByField ? await withField(document, found.lines, filter, schema) : found.lines;
  const isCut = isByField && found.total > found.lines.length;
  const readToLine = isCut ? found.lines.at(-1) : found.readToLine;
  return {
    lines: lines.slice(0, bounds.limit),
    total: isByField ? lines.length : found.total,
    ...(readToLine === undefined ? {} : { readToLine }),
    counts: await countsOf(document, lines),
  };
}

function queryOf({ text, pattern, level, template, fromMs, toMs, value }: LineFilter): Omit<LineQuery, 'limit'> {
  const all = [...(text ? [text] : []), ...(value ? [value] : [])];
  return {
    ...(all.length > 0 ? { all, ignoreCase: true } : {}),
    ...(pattern ? { pattern, ignoreCase: true } : {}),
    ...(level ? { severityAtLeast: level } : {}),
    ...(template === undefined ? {} : { template }),
    ...(fromMs === undefined ? {} : { fromTimeMs: fromMs }),
    ...(toMs === undefined ? {} : { toTimeMs: toMs }),
  };
}

/** Those whose field has the value, of those that have it somewhere in their text. */
async function withField(
  document: ReadDocument,
  lines: readonly number[],
  { field, value }: LineFilter,
  schema: () => Promise<Schema>,
): Promise<number[]> {
  const column = (await schema()).columns.find(({ name }) => name === field);
  if (!column || value === undefined) return [];
  const wanted = value.toLowerCase();
  const kept: number[] = [];
  for (const line of lines) {
    const [text = ''] = await document.lines(line, line);
    const row = readRow(text, document.layout);
    const record = { text, line, document: document.info, timeMs: undefined, row: () => row, level: () => undefined };
    if (column.read(record)?.toLowerCase() === wanted) kept.push(line);
  }
  return kept;
}

/** Over the span of the document, of the first lines alone where they are many. */
async function countsOf(document: ReadDocument, lines: readonly number[]): Promise<number[]> {
  const { firstTimeMs, lastTimeMs } = document.info;
  const counts = new Array<number>(viewBuckets).fill(0);
  if (firstTimeMs === undefined || lastTimeMs === undefined || !document.marks) return counts;
  const widthMs = Math.max(1, (lastTimeMs - firstTimeMs + 1) / viewBuckets);
  let timesMs = new Float64Array(0);
  let from = 0;
  for (const line of lines) {
    if (line - from >= timesMs.length) {
      ({ timesMs } = { timesMs: new Float64Array((await document.marks(line, document.info.lines)).timesMs) });
      from = line;
    }
    const timeMs = timesMs[line - from];
    if (timeMs === undefined || Number.isNaN(timeMs)) continue;
    const at = Math.min(viewBuckets - 1, Math.max(0, Math.floor((timeMs - firstTimeMs) / widthMs)));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}
