import type { ReadDocument } from '../investigator/evidence/open-documents.ts';
import { eachRecord } from '../investigator/facts/records.ts';
import type { Schema } from '../investigator/facts/schema.ts';
import type { Scene } from '../investigator/investigation.ts';
import type { Condition } from '../investigator/query/query.ts';
import { compile, needleOf } from '../investigator/run/conditions.ts';
import type { LineQuery } from '../lines/open-document.ts';
import type { LevelBook } from './level-lines.ts';
import { type Found, type LineFilter, mostFound, viewBuckets } from './view-request.ts';

const budgetMs = 4_000;
/** A screen of lines, or what is known after this time, is told before the rest is looked for. */
const beginning = { enough: 200, budgetMs: 150 };
/** Among so many lines a value of a field is looked for where other conditions hold too. */
const mostLooked = 1_000_000;
/** How long the search goes on before it looks whether anybody still waits. */
const stepMs = 250;

export interface Onlooker {
  signal: AbortSignal;
  /** Takes what was found first. */
  begin(found: Found): void;
}

/** How the fields of lines are read, and for how long at most. */
export interface FieldReader {
  scene(budgetMs: number): Scene;
  schema(): Promise<Schema>;
  /** Undefined where the text has no index. */
  levels(): Promise<LevelBook | undefined>;
}

/** The lines a filter lets through, with how many there are and when. Ends early where nobody waits any more. */
export async function findLines(
  document: ReadDocument,
  filter: LineFilter,
  onlooker: Onlooker,
  reader: FieldReader,
): Promise<Found> {
  if (filter.field !== undefined && filter.value !== undefined) {
    const { field, value, ...rest } = filter;
    return await foundOf(document, await withField(document, { field, value }, rest, reader));
  }
  const query = queryOf(filter);
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

function queryOf({ text, pattern, level, template, fromMs, toMs }: LineFilter): Omit<LineQuery, 'limit'> {
  return {
    ...(text ? { all: [text], ignoreCase: true } : {}),
    ...(pattern ? { pattern, ignoreCase: true } : {}),
    ...(level ? { severityAtLeast: level } : {}),
    ...(template === undefined ? {} : { template }),
    ...(fromMs === undefined ? {} : { fromTimeMs: fromMs }),
    ...(toMs === undefined ? {} : { toTimeMs: toMs }),
  };
}

interface Facet {
  field: string;
  value: string;
}

/** Read as a written query reads them: what a field says may stand on another line of the record, or be worked out. */
async function withField(
  document: ReadDocument,
  { field, value }: Facet,
  rest: LineFilter,
  { scene, schema, levels }: FieldReader,
): Promise<Part> {
  const where: Condition[] = [{ field, is: '=', value }];
  const test = compile(where, await schema());
  const query = queryOf(rest);
  const among = Object.keys(query).length > 0 ? await document.search({ ...query, limit: mostLooked, budgetMs }) : null;
  const book = field === 'level' ? await levels() : undefined;
  const lines = await book?.linesOf(value, among?.lines);
  if (lines) {
    const isCut = among !== null && among.total > among.lines.length;
    const readToLine = isCut ? among.lines.at(-1) : among?.readToLine;
    return { lines: lines.slice(0, mostFound), total: lines.length, readToLine };
  }
  const allowed = among ? new Set(among.lines) : undefined;
  const found: number[] = [];
  let readToLine = 0;
  let total = 0;
  const { isWhole } = await eachRecord(scene(budgetMs), {
    needle: needleOf(where),
    see(record) {
      readToLine = record.line;
      if (allowed?.has(record.line) === false || !test(record)) return;
      total++;
      if (found.length < mostFound) found.push(record.line);
    },
  });
  return { lines: found, total, readToLine: isWhole ? among?.readToLine : readToLine };
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
