import { queryTakes } from '#core/query-takes.ts';
import type { DocumentInfo } from '../formats/reading.ts';
import type { Schema } from '../investigator/facts/schema.ts';
import type { Scene } from '../investigator/investigation.ts';
import { namesAbsent } from '../investigator/parse/names-absent.ts';
import type { Query } from '../investigator/query/query.ts';
import { readQuery } from '../investigator/query/read-query.ts';
import { writeQuery } from '../investigator/query/write-query.ts';
import { runQuery } from '../investigator/run/run-query.ts';
import { nearestColumns } from '../investigator/tell/offers.ts';
import { tellResult } from '../investigator/tell/tell-result.ts';
import { timeWordsOf } from '../investigator/wording/times.ts';
import { levelNamed } from '../lines/level-words.ts';
import { courseOf, hasBars, rowsTell, tableOf } from './result-table.ts';
import type { QueryRun, ShownLines } from './view-request.ts';

const ofCauses = new Set(['explain', 'next']);
const linesAround = 10;

/** Runs a query in its written form over the lines shown of one text, and gives every row of what it came to. */
export async function runWritten(
  scene: Scene,
  info: DocumentInfo,
  schema: Schema,
  text: string,
  shown: ShownLines = {},
): Promise<QueryRun> {
  const clock = {
    zoneMinutes: schema.clock?.zoneMinutes ?? 0,
    isBoot: schema.clock !== undefined && (schema.clock.isBoot || schema.clock.isTimeOfDay),
  };
  const read = readQuery(text, clock);
  if (read && ofCauses.has(read.take)) return { kind: 'cause' };
  if (!read || read.take === 'unknown') return { kind: 'unread', takes: [...queryTakes] };
  if (read.take === 'show') return linesShown(read, info.lines);
  const [absent] = namesAbsent(read, schema);
  if (absent !== undefined) return { kind: 'absent', name: absent, names: nearestColumns(schema, absent) };
  // Records of packets and events are read without their times.
  const isTimed = info.indexPath !== undefined;
  const query = among({ ...read, where: read.where.map(withLevelName) }, shown, isTimed);
  const { result, isWhole } = await runQuery(scene, schema, query);
  const times = timeWordsOf(info, info.namesZone);
  const told = tellResult(query, result, times);
  return {
    kind: 'run',
    written: writeQuery(query, clock),
    words: [...(rowsTell(query, result) ? [] : [told.headline]), ...told.more].map(({ md }) => md).join('\n\n'),
    isWhole,
    isTimed,
    table: tableOf(query, result, times.at),
    hasBars: hasBars(result),
    course: courseOf(result),
  };
}

/** What is asked for in the query itself holds instead. */
function among(query: Query, { fromMs, toMs, field, value }: ShownLines, isTimed: boolean): Query {
  const isOpen =
    isTimed && query.window === undefined && query.atMs === undefined && fromMs !== undefined && toMs !== undefined;
  const isNamed = field === undefined || value === undefined || query.where.some((one) => one.field === field);
  return {
    ...query,
    ...(isOpen ? { window: { fromMs, toMs } } : {}),
    where: isNamed ? query.where : [...query.where, { field, is: '=', value }],
  };
}

/** They stand among the others: what is wanted is where. */
function linesShown({ line = 1, around = linesAround * 2, expects }: Query, lines: number): QueryRun {
  const half = expects === undefined ? Math.ceil(around / 2) : around;
  const within = (n: number) => Math.min(lines, Math.max(1, n));
  const from = within(expects === 'after' ? line + 1 : line - half);
  return { kind: 'lines', from, to: Math.max(from, within(expects === 'before' ? line - 1 : line + half)) };
}

function withLevelName(condition: Query['where'][number]): Query['where'][number] {
  const value = condition.field === 'level' ? levelNamed(condition.value) : undefined;
  return value === undefined ? condition : { ...condition, value };
}
