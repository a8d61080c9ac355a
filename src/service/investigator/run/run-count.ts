import { documentsOf, eachRecord } from '../facts/records.ts';
import { columnNamed } from '../facts/schema.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import type { Scene } from '../investigation.ts';
import type { Query } from '../query/query.ts';
import { collectGroups } from './collect-groups.ts';
import { collectorOf, lengthOf } from './collectors.ts';
import { compile, needleOf } from './conditions.ts';
import { eachTimed } from './each-held.ts';
import { createGathered, type Gathered, gather } from './gathered.ts';
import { type Runner, ranked } from './result.ts';

/** One pass over the records that hold the conditions. */
export const runCount: Runner = async (scene, schema, query) => {
  const test = compile(query.where, schema);
  const isEdge = query.take === 'first' || query.take === 'last';
  const by = isEdge ? undefined : columnNamed(schema, query.by);
  const collector = by === undefined ? collectorOf(query, schema) : collectGroups(query, schema, by);
  const isOfOthers = by !== undefined || (query.take === 'exists' && query.against !== undefined);
  const isPicked = !isOfOthers && query.take !== 'rate' && query.take !== 'trend';
  const totals = await eachRecord(scene, {
    window: query.window,
    needle: isPicked ? needleOf(query.where) : undefined,
    see(record) {
      const isHeld = test(record);
      if (isHeld || isOfOthers) collector.see(record, isHeld);
    },
  });
  const result = collector.result(totals.records);
  return {
    result: result.shape === 'number' && isOfAllLines(query) ? { ...result, value: linesOf(scene) } : result,
    isWhole: totals.isWhole && collector.isFull?.() !== true,
  };
};

/** Lines that go on with a record are counted too, where lines are asked for. */
const isOfAllLines = ({ take, of, where, window }: Query): boolean =>
  take === 'count' && of === 'lines' && where.length === 0 && window === undefined;

const linesOf = (scene: Scene): number => documentsOf(scene).reduce((sum, { lines }) => sum + lines, 0);

/**
 * What something was set to at a time before the first line that says so is what that line says it was before; where
 * none says so after a moment it is still what it was.
 */
export const runEdge: Runner = async (scene, schema, query) => {
  const run = await runCount(scene, schema, query);
  const { result } = run;
  const { fromMs, toMs } = query.window ?? {};
  if (result.shape !== 'moment' || result.place !== undefined || query.by !== newValue) return run;
  if (toMs !== undefined)
    return runCount(scene, schema, { ...query, take: 'first', by: oldValue, window: { fromMs: toMs } });
  return fromMs === undefined ? run : runCount(scene, schema, { ...query, window: { toMs: fromMs } });
};

const mostStretches = 20_000;

/** How many in each hour, minute or second. */
export const runOverTime: Runner = async (scene, schema, query) => {
  const { everyMs = 60_000, order } = query;
  const shiftMs = (schema.clock?.zoneMinutes ?? 0) * 60_000;
  const startOf = (timeMs: number) => Math.floor((timeMs + shiftMs) / everyMs) * everyMs - shiftMs;
  const buckets = new Map<number, Gathered>();
  const totals = await eachTimed(scene, schema, query, (record, timeMs) => {
    const start = startOf(timeMs);
    const bucket = buckets.get(start) ?? createGathered();
    buckets.set(start, bucket);
    gather(bucket, record);
  });
  // The least is often nothing at all.
  if (order === 'least' && totals.firstMs !== undefined && totals.lastMs !== undefined)
    for (let at = startOf(totals.firstMs); at <= totals.lastMs && buckets.size < mostStretches; at += everyMs)
      if (!buckets.has(at)) buckets.set(at, createGathered());
  const rows = [...buckets]
    .sort(([a], [b]) => a - b)
    .map(([start, { count, places }]) => ({ key: String(start), value: count, first: places[0] }));
  return {
    result: { shape: 'times', rows: order === undefined ? rows : ranked(rows, order), everyMs },
    isWhole: totals.isWhole,
  };
};

/** How many come in an hour, a minute or a second: on average, and in each. */
export const runRate: Runner = async (scene, schema, query) => {
  const { everyMs = 60_000, window, by } = query;
  if (by !== undefined) return runCount(scene, schema, query);
  const { order: _, ...asked } = query;
  const { result, isWhole } = await runOverTime(scene, schema, { ...asked, everyMs });
  if (result.shape !== 'times') return { result, isWhole };
  const { rows } = result;
  const places = rows.flatMap(({ first }) => first ?? []).slice(0, 5);
  const count = rows.reduce((sum, { value }) => sum + value, 0);
  return { result: { shape: 'rate', count, spanMs: lengthOf(window, schema), everyMs, places, rows }, isWhole };
};
