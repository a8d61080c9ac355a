import type { ReadDocument } from '../investigator/evidence/open-documents.ts';
import { readRow } from '../investigator/facts/row.ts';
import type { Schema } from '../investigator/facts/schema.ts';
import type { LineQuery } from '../lines/open-document.ts';
import { type Found, type LineFilter, mostFound, viewBuckets } from './view-request.ts';

const budgetMs = 4_000;
/** A screen of lines, or what is known after this time, is told before the rest is looked for. */
const beginning = { enough: 200, budgetMs: 150 };
/** How long the search goes on before it looks whether anybody still waits. */
const stepMs = 250;

export interface Onlooker {
  signal: AbortSignal;
  /** Takes what was found first. */
  begin(found: Found): void;
}

/** The lines a filter lets through, with how many there are and when. Ends early where nobody waits any more. */
export async function findLines(
  document: ReadDocument,
  filter: LineFilter,
  onlooker: Onlooker,
  schema: () => Promise<Schema>,
): Promise<Found> {
  const query = queryOf(filter);
  if (filter.field !== undefined && filter.value !== undefined) {
    const found = await document.search({ ...query, limit: mostFound, budgetMs });
    const lines = await withField(document, found.lines, filter, schema);
    // Of what is beyond those looked at nobody knows.
    const readToLine = found.total > found.lines.length ? found.lines.at(-1) : found.readToLine;
    return await foundOf(document, { lines, total: lines.length, readToLine });
  }
  const stopAtMs = performance.now() + budgetMs;
  const first = await document.search({ ...query, limit: mostFound, ...beginning });
  const all: Part = { lines: first.lines, total: first.total, readToLine: first.readToLine };
  if (all.readToLine !== undefined) onlooker.begin({ ...(await foundOf(document, all)), isBeginning: true });
  while (all.readToLine !== undefined && performance.now() < stopAtMs && !onlooker.signal.aborted) {
    const fromLine = all.readToLine + 1;
    const limit = mostFound - all.lines.length;
    const next = await document.search({ ...query, fromLine, limit, budgetMs: stepMs });
    all.lines = all.lines.concat(next.lines);
    all.total += next.total;
    all.readToLine = next.readToLine;
  }
  return await foundOf(document, all);
}

interface Part {
  lines: number[];
  total: number;
  readToLine: number | undefined;
}

async function foundOf(document: ReadDocument, { lines, total, readToLine }: Part): Promise<Found> {
  const counts = await countsOf(document, lines);
  return { lines, total, isBeginning: false, ...(readToLine === undefined ? {} : { readToLine }), counts };
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
    const record = {
      text,
      line,
      document: document.info,
      timeMs: undefined,
      row: () => row,
      thrown: '',
      level: () => undefined,
      form: undefined,
      isInColumns: document.layout !== undefined,
    };
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
