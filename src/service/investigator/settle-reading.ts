import type { Interval } from './facts/intervals.ts';
import { isSaidOfState } from './facts/lexicon.ts';
import type { Place } from './facts/place.ts';
import { columnNamed, type Schema } from './facts/schema.ts';
import type { Scene } from './investigation.ts';
import { overLines } from './parse/over-lines.ts';
import type { Parsed } from './parse/parsed.ts';
import type { Condition, Query } from './query/query.ts';
import { compile } from './run/conditions.ts';
import { oneEventMs } from './run/find-moment.ts';
import { isEmpty, isNone, notAtOnce, nothing, type Result, type RunResult } from './run/result.ts';
import { runQuery } from './run/run-query.ts';
import { inStatedTime } from './run/stated-time.ts';
import { type Settled, withoutFalseNone } from './settle-none.ts';

/** The reading that comes to something in this file: where the best one does not, the next that was understood as well. */
export async function settleReading(scene: Scene, schema: Schema, parsed: Parsed): Promise<Settled> {
  if (!isRun(parsed)) return { parsed };
  const run = await runQuery(scene, schema, parsed.query);
  const { result } = run;
  const several = parsed.isOneOf === true ? await severalOf(scene, schema, parsed.query, result) : undefined;
  if (several !== undefined)
    return (await bySpells(scene, schema, parsed)) ?? { parsed, run: { ...run, result: several } };
  if (isNone(result)) return withoutFalseNone(scene, schema, parsed, run);
  if (result.shape === 'share') return settleShare(scene, schema, parsed, run, result);
  const isOfLines = result.shape === 'episodes' && result.isOfLines === true;
  const stated = isOfLines || isEmpty(result) ? inStatedTime(parsed.query, schema) : undefined;
  if (stated === undefined && !isEmpty(result)) return { parsed, run };
  const others = [stated, overLines(parsed.query, schema), asLinesSay(parsed.query, schema), inText(parsed.query)];
  return (await byAnother(scene, schema, parsed, others, stated)) ?? { parsed, run };
}

/** By the first of other queries that comes to something. */
async function byAnother(
  scene: Scene,
  schema: Schema,
  parsed: Parsed,
  others: readonly (Query | undefined)[],
  stated: Query | undefined,
): Promise<Settled | undefined> {
  for (const query of others) {
    if (query === undefined) continue;
    const run = await runQuery(scene, schema, query);
    if (isEmpty(run.result)) continue;
    // "How long did the creation take", where each of many states its time.
    const isOfOne = query === stated && parsed.query.take === 'duration' && query.by === undefined;
    const several = isOfOne ? await severalOf(scene, schema, query, run.result) : undefined;
    return {
      parsed: { ...parsed, query, isInferred: true },
      run: several === undefined ? run : { ...run, result: several },
    };
  }
  return undefined;
}

/** All of them or none may only mean that the file does not tell the others. */
async function settleShare(
  scene: Scene,
  schema: Schema,
  parsed: Parsed,
  run: RunResult,
  { part, whole }: Result<'share'>,
): Promise<Settled> {
  const { against = [] } = parsed.query;
  // Where lines tell of failures alone, how many there are beside them is not told.
  const isOfOutcomes = against.length > 0 && against.every(({ field }) => field === 'outcome');
  if (isOfOutcomes && (part === 0 || part === whole))
    return { parsed, run: { ...run, result: nothing('its lines show no other outcome') } };
  if (part > 0) return { parsed, run };
  if (schema.sample.some(compile(against, schema))) return overThings(scene, schema, parsed, run);
  return { parsed, run: { ...run, result: nothing('no line says that of any of them') } };
}

/** Where one is asked about and there are several: of different things, or far from each other. */
async function severalOf(scene: Scene, schema: Schema, query: Query, result: Result): Promise<Result | undefined> {
  if (result.shape === 'amount' && result.count > 1)
    return { shape: 'several', count: result.count, places: result.places };
  const isOfRuns = query.state === 'running' && query.where.some(({ field }) => field === 'words');
  if (
    result.shape === 'episodes' &&
    (new Set(result.intervals.map(({ unit }) => unit)).size > 1 || (isOfRuns && result.intervals.length > 1))
  )
    return { shape: 'several', count: result.intervals.length, places: startsOf(result.intervals) };
  if (result.shape !== 'moment' || result.count < 2) return undefined;
  const { result: last } = await runQuery(scene, schema, { ...query, take: 'last' });
  const places = [result.place, last.shape === 'moment' ? last.place : undefined].filter((one) => one !== undefined);
  const [from, to] = [places.at(0)?.timeMs, places.at(-1)?.timeMs];
  if (from === undefined || to === undefined || to - from <= oneEventMs) return undefined;
  return { shape: 'several', count: result.count, places };
}

/** "When was it down", several times: each time, from its begin to its end. */
async function bySpells(scene: Scene, schema: Schema, parsed: Parsed): Promise<Settled | undefined> {
  const { take, where, window, state } = parsed.query;
  const said = where.find(({ field, is, value }) => field === 'words' && is === 'has' && isSaidOfState(value));
  const things = where.filter((one) => one !== said);
  const spell = state ?? said?.value;
  if (take !== 'first' || spell === undefined || things.length === 0) return undefined;
  const query: Query = {
    take: 'episodes',
    state: spell,
    where: state === undefined ? things : where,
    ...(window && { window }),
  };
  const run = await runQuery(scene, schema, query);
  return run.result.shape === 'episodes' && run.result.intervals.length > 1
    ? { parsed: { ...parsed, query }, run }
    : undefined;
}

const startsOf = (intervals: readonly Interval[]): Place[] => intervals.flatMap(({ start }) => start ?? []);

/** A share of things whose lines say one and the other in different places; of lines alone none would be a falsehood. */
async function overThings(scene: Scene, schema: Schema, parsed: Parsed, run: RunResult): Promise<Settled> {
  const { query } = parsed;
  const { where, against = [] } = query;
  const held = schema.sample.filter(compile(where, schema));
  const isStatedOfThem = against.every(({ field }) =>
    schema.columns.some((one) => one.name === field && held.some((record) => one.read(record) !== undefined)),
  );
  const thing = columnNamed(schema, query.of);
  const isOfOthers =
    thing !== undefined &&
    !schema.sample.filter(compile(against, schema)).some((record) => thing.read(record) !== undefined);
  if (!isOfOthers && (thing !== undefined || isStatedOfThem)) return { parsed, run };
  const joined = overLines(query, schema);
  if (joined === undefined) return { parsed, run: { ...run, result: notAtOnce } };
  return { parsed: { ...parsed, query: joined, isInferred: true }, run: await runQuery(scene, schema, joined) };
}

/**
 * Where no line tells of an end: "still in alarm" is what its last line says to be so, and what was so again and again
 * is counted by the lines that say it.
 */
function asLinesSay({ take, state = '', where, ...more }: Query, schema: Schema): Query | undefined {
  const said = [...where, { field: 'words', is: 'has', value: state } as const];
  const isOfOthers = (more.by ?? more.expects ?? more.bound) !== undefined;
  if (where.length === 0 || isOfOthers) return undefined;
  if (take === 'episodes') return { take: 'count', where: said, ...(more.window && { window: more.window }) };
  const last = take === 'state' && schema.isWhole ? schema.sample.findLast(compile(where, schema)) : undefined;
  return last !== undefined && compile(said, schema)(last) ? { take: 'exists', where: said } : undefined;
}

/** Of states: a value that some lines state in a field may stand in the text of those that tell the state. */
function inText(query: Query): Query | undefined {
  if (query.state === undefined) return undefined;
  const isName = ({ field, is, value }: Condition) =>
    is === '=' && !/^(?:level|outcome|words|text)$/.test(field) && !/^\d+$/.test(value);
  if (!query.where.some(isName)) return undefined;
  return {
    ...query,
    where: query.where.map((one) => (isName(one) ? { field: 'text', is: 'has', value: one.value } : one)),
  };
}

/** Understood, and worked out from the lines. */
export const isRun = ({ query, unread, absent }: Parsed): boolean =>
  unread.length === 0 && absent.length === 0 && !/^(?:explain|next|show|unknown)$/.test(query.take);
