import type { ReadDocument } from '../investigator/evidence/open-documents.ts';
import type { Schema } from '../investigator/facts/schema.ts';
import type { LineQuery } from '../lines/open-document.ts';
import { noCounts, type Stretches } from '../lines/stretches.ts';
import { createFieldTest, type FieldTest } from './field-test.ts';
import type { LevelBook } from './level-lines.ts';
import type { GoesOn } from './read-view.ts';
import { type Found, type LineFilter, mostFound, viewBuckets } from './view-request.ts';

const budgetMs = 60_000;
/** A screen of lines, or what is known after this time, is told before the rest is looked for. */
const beginning = { enough: 200, budgetMs: 150 };
/** How long the search goes on before it tells what it found, and looks whether anybody still waits. */
const stepMs = 250;

export interface Onlooker {
  signal: AbortSignal;
  /** Takes what was found on the way; what is found last is the answer. */
  part(found: Found): void;
}

/** How the fields of lines are read. */
export interface FieldReader {
  schema(): Promise<Schema>;
  goesOn(): Promise<GoesOn>;
  /** Undefined where the text has no index. */
  levels(): Promise<LevelBook | undefined>;
  /** Looks through whole records, whose lines state a value together. */
  findRecords(field: { field: string; value: string }, among: Omit<LineQuery, 'limit'>): Promise<Found>;
}

/** The lines a filter lets through, with how many there are and when, told as they are found. */
export async function findLines(
  document: ReadDocument,
  filter: LineFilter,
  onlooker: Onlooker,
  reader: FieldReader,
): Promise<Found> {
  const { field, value, ...rest } = filter;
  const query = queryOf(rest);
  if (field === undefined || value === undefined) return await search(document, query, onlooker);
  const stated = await testOf(document, { field, value }, reader);
  if (stated === undefined) return await reader.findRecords({ field, value }, query);
  const all = [...(query.all ?? []), ...(stated.text === undefined ? [] : [stated.text])];
  return await search(document, { ...query, all, ignoreCase: true, test: stated.test }, onlooker);
}

async function testOf(
  document: ReadDocument,
  condition: { field: string; value: string },
  reader: FieldReader,
): Promise<FieldTest | undefined> {
  const book = condition.field === 'level' ? await reader.levels() : undefined;
  if (book) return { text: undefined, test: book.testOf(condition.value) };
  return await createFieldTest(document, condition, await reader.schema(), await reader.goesOn());
}

async function search(
  document: ReadDocument,
  query: Omit<LineQuery, 'limit'>,
  { signal, part }: Onlooker,
): Promise<Found> {
  const stopAtMs = performance.now() + budgetMs;
  const over = stretchesOf(document);
  let left = mostFound;
  let total = 0;
  for (let fromLine = 1, limits = beginning as Partial<typeof beginning>; ; limits = {}) {
    const next = await document.search({
      ...query,
      ...(over && { over }),
      fromLine,
      limit: left,
      budgetMs: stepMs,
      ...limits,
    });
    left -= next.lines.length;
    total += next.total;
    const { lines, readToLine, counts = noCounts(viewBuckets) } = next;
    const found = { lines, total, counts };
    if (readToLine === undefined) return { ...found, goesOn: false };
    if (performance.now() > stopAtMs || signal.aborted) return { ...found, goesOn: false, readToLine };
    part({ ...found, goesOn: true, readToLine });
    fromLine = readToLine + 1;
  }
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

/** The span of a document, for what was found in it over time. */
export function stretchesOf({ info: { firstTimeMs, lastTimeMs } }: ReadDocument): Stretches | undefined {
  if (firstTimeMs === undefined || lastTimeMs === undefined) return undefined;
  return { fromMs: firstTimeMs, toMs: lastTimeMs, count: viewBuckets };
}
