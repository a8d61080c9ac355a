import { queryTakes } from '#core/query-takes.ts';
import type { DocumentInfo } from '../formats/reading.ts';
import { levelNamed } from '../investigator/facts/lexicon.ts';
import type { Schema } from '../investigator/facts/schema.ts';
import type { Scene } from '../investigator/investigation.ts';
import type { Query } from '../investigator/query/query.ts';
import { readQuery } from '../investigator/query/read-query.ts';
import { writeQuery } from '../investigator/query/write-query.ts';
import type { GroupRow, Place, Result } from '../investigator/run/result.ts';
import { runQuery } from '../investigator/run/run-query.ts';
import { tellResult } from '../investigator/tell/tell-result.ts';
import { timeWordsOf } from '../investigator/wording/times.ts';
import type { QueryRun } from './view-request.ts';

const notHere = new Set(['explain', 'unknown', 'next', 'show']);

/** Runs a query in its written form over one text, and gives every row of what it came to. */
export async function runWritten(scene: Scene, info: DocumentInfo, schema: Schema, text: string): Promise<QueryRun> {
  const clock = {
    zoneMinutes: schema.clock?.zoneMinutes ?? 0,
    isBoot: schema.clock !== undefined && (schema.clock.isBoot || schema.clock.isTimeOfDay),
  };
  const read = readQuery(text, clock);
  if (!read || notHere.has(read.take)) {
    return { kind: 'unread', takes: queryTakes.filter((take) => !notHere.has(take)) };
  }
  const query: Query = { ...read, where: read.where.map(withLevelName) };
  const { result, isWhole } = await runQuery(scene, schema, query);
  const times = timeWordsOf(info, info.namesZone);
  const told = tellResult(query, result, times);
  return {
    kind: 'run',
    written: writeQuery(query, clock),
    words: [told.headline, ...told.more].map(({ md }) => md).join('\n\n'),
    isWhole,
    table: tableOf(query, result, times.at),
    chart:
      result.shape === 'groups' ? 'bars' : result.shape === 'times' || result.shape === 'trend' ? 'course' : undefined,
  };
}

function withLevelName(condition: Query['where'][number]): Query['where'][number] {
  const value = condition.field === 'level' ? levelNamed(condition.value) : undefined;
  return value === undefined ? condition : { ...condition, value };
}

type Table = { head: string[]; rows: (string | number)[][] };

function tableOf(query: Query, result: Result, at: (timeMs: number) => string): Table | undefined {
  switch (result.shape) {
    case 'groups':
      return groupTable(query.by ?? 'what', query.take, result.rows);
    case 'times':
      return groupTable(
        'time',
        query.take,
        result.rows.map((row) => ({ ...row, key: at(Number(row.key)) })),
      );
    case 'share':
      return result.whole === 0 ? undefined : one('share, %', (100 * result.part) / result.whole);
    case 'number':
      return one(query.take, result.value);
    case 'amount':
      return one(`${query.take} of ${query.of ?? ''}${result.unit.name ? `, ${result.unit.name}` : ''}`, result.value);
    case 'exists':
      return one('lines', result.count);
    case 'lines':
      return placeTable(result.places);
    case 'kinds':
      return {
        head: ['message', 'count', 'first line'],
        rows: result.kinds.map(({ message, count, place }) => [message, count, place.line]),
      };
    case 'trend':
      return { head: ['time', 'value'], rows: result.points.map(({ timeMs, value }) => [at(timeMs), value]) };
    case 'moment':
      return result.place ? placeTable([result.place]) : undefined;
    default:
      return undefined;
  }
}

function groupTable(by: string, value: string, rows: readonly GroupRow[]): Table {
  return { head: [by, value, 'first line'], rows: rows.map((row) => [row.key, row.value, row.first?.line ?? '']) };
}

const placeTable = (places: readonly Place[]): Table => ({
  head: ['line', 'text'],
  rows: places.map(({ line, text }) => [line, text]),
});

const one = (name: string, value: number): Table => ({ head: [name], rows: [[value]] });
