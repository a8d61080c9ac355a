import type { Interval } from './facts/intervals.ts';
import { synonymsOf } from './facts/lexicon.ts';
import type { Place } from './facts/place.ts';
import { columnNamed, type Schema } from './facts/schema.ts';
import { isSomewhere } from './facts/somewhere.ts';
import { stem } from './facts/stem.ts';
import type { Scene } from './investigation.ts';
import type { Parsed } from './parse/compose.ts';
import { withoutNounsForLines } from './parse/named-lines.ts';
import { overLines } from './parse/over-lines.ts';
import { isWrittenAsName } from './parse/told-words.ts';
import type { Condition, Query } from './query/query.ts';
import { compile } from './run/conditions.ts';
import type { RunResult } from './run/run.ts';
import { runQuery } from './run/run-query.ts';
import { inStatedTime } from './run/stated-time.ts';

interface Settled {
  parsed: Parsed;
  run?: RunResult;
}

/** The reading that comes to something in this file: where the best one does not, the next that was understood as well. */
export async function settleReading(scene: Scene, schema: Schema, parsed: Parsed): Promise<Settled> {
  if (!isRun(parsed)) return { parsed };
  const run = await runQuery(scene, schema, parsed.query);
  const several = parsed.isOneOf === true ? await severalOf(scene, schema, parsed.query, run.result) : undefined;
  if (several !== undefined) return { parsed, run: { ...run, result: several } };
  if (isNone(run.result)) return withoutFalseNone(scene, schema, parsed, run);
  if (run.result.shape === 'share' && run.result.part === 0) {
    if (isOfOutcomes(parsed.query))
      return { parsed, run: { ...run, result: { shape: 'nothing', why: 'its lines show no other outcome' } } };
    const isTold = schema.sample.some(compile(parsed.query.against ?? [], schema));
    if (isTold) return overThings(scene, schema, parsed, run);
    return { parsed, run: { ...run, result: { shape: 'nothing', why: 'no line says that of any of them' } } };
  }
  if (run.result.shape === 'share' && run.result.part === run.result.whole && isOfOutcomes(parsed.query))
    return { parsed, run: { ...run, result: { shape: 'nothing', why: 'its lines show no other outcome' } } };
  const isOfLines = run.result.shape === 'episodes' && run.result.isOfLines === true;
  const stated = isOfLines || isNothing(run.result) ? inStatedTime(parsed.query, schema) : undefined;
  if (stated === undefined && !isNothing(run.result)) return { parsed, run };
  for (const query of [
    stated ?? [],
    overLines(parsed.query, schema) ?? [],
    inText(parsed.query) ?? [],
    parsed.others,
  ].flat()) {
    const next = { ...parsed, query, isInferred: true };
    if (!isRun(next)) continue;
    const other = await runQuery(scene, schema, query);
    if (isNothing(other.result) || isNone(other.result)) continue;
    // "How long did the creation take", where each of many states its time.
    const isOfOne = query === stated && parsed.query.take === 'duration' && query.by === undefined;
    const several = isOfOne ? await severalOf(scene, schema, query, other.result) : undefined;
    return { parsed: next, run: several === undefined ? other : { ...other, result: several } };
  }
  return (await inFewerWords(scene, schema, parsed)) ?? { parsed, run };
}

/** Where all the words come to nothing, what was said beside the question is left out. */
async function inFewerWords(scene: Scene, schema: Schema, { shorter = [] }: Parsed): Promise<Settled | undefined> {
  for (const parsed of shorter) {
    if (!isRun(parsed)) continue;
    const run = await runQuery(scene, schema, parsed.query);
    if (!isNothing(run.result) && !isNone(run.result)) return { parsed: { ...parsed, isInferred: true }, run };
  }
  return undefined;
}

/** Lines this close to each other tell of one event. */
const oneEventMs = 60_000;

/** Where one is asked about and there are several: of different things, or far from each other. */
async function severalOf(
  scene: Scene,
  schema: Schema,
  query: Query,
  result: RunResult['result'],
): Promise<RunResult['result'] | undefined> {
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

const startsOf = (intervals: readonly Interval[]): Place[] => intervals.flatMap(({ start }) => start ?? []);

/** Where lines tell of failures alone, how many there are beside them is not told. */
const isOfOutcomes = ({ against = [] }: Query): boolean =>
  against.length > 0 && against.every(({ field }) => field === 'outcome');

/** A share of things whose lines say one and the other in different places; of lines alone none would be a falsehood. */
async function overThings(scene: Scene, schema: Schema, parsed: Parsed, run: RunResult): Promise<Settled> {
  const { query } = parsed;
  const { where, against = [] } = query;
  const held = schema.sample.filter(compile(where, schema));
  const isStatedOfThem = against.every(({ field }) =>
    schema.columns.some((one) => one.name === field && held.some((record) => one.read(record) !== undefined)),
  );
  const isSaidElsewhere = schema.sample.some(compile(against, schema));
  const thing = columnNamed(schema, query.of);
  const isOfOthers =
    thing !== undefined &&
    !schema.sample.filter(compile(against, schema)).some((record) => thing.read(record) !== undefined);
  if (!isSaidElsewhere || (!isOfOthers && (thing !== undefined || isStatedOfThem))) return { parsed, run };
  const joined = overLines(query, schema);
  if (joined === undefined)
    return { parsed, run: { ...run, result: { shape: 'nothing', why: 'no line says all of that at once' } } };
  return { parsed: { ...parsed, query: joined, isInferred: true }, run: await runQuery(scene, schema, joined) };
}

/** Of states: a value that some lines state in a field may stand in the text of those that tell the state. */
function inText(query: Query): Query | undefined {
  if (query.state === undefined) return undefined;
  const where = query.where.map((one): Condition => {
    const isName = one.is === '=' && !/^(?:level|outcome|words|text)$/.test(one.field) && !/^\d+$/.test(one.value);
    return isName ? { field: 'text', is: 'has', value: one.value } : one;
  });
  return where.some((one, index) => one !== query.where[index]) ? { ...query, where } : undefined;
}

const isRun = ({ query, unread, absent }: Parsed): boolean =>
  unread.length === 0 && absent.length === 0 && !/^(?:explain|next|show|unknown)$/.test(query.take);

function isNothing(result: RunResult['result']): boolean {
  return result.shape === 'nothing' || ('rows' in result && result.rows?.length === 0 && result.shape === 'groups');
}

/**
 * None is said only where the lines hold no other spelling of what was asked: a name that stands in a column of some
 * lines may be a plain word of others, and people write "time out" and "timeouts" for what a file calls a timeout.
 */
async function withoutFalseNone(scene: Scene, schema: Schema, parsed: Parsed, run: RunResult): Promise<Settled> {
  const { query } = parsed;
  if (query.where.length === 0) return { parsed, run };
  const where = await Promise.all(query.where.map((condition) => inPlainWords(scene, condition)));
  const wider = { ...query, where };
  const widerRun = await runQuery(scene, schema, wider);
  if (isNone(widerRun.result) || isNothing(widerRun.result)) {
    for (const other of [overLines(query, schema), withSynonyms(query, schema)]) {
      if (other === undefined) continue;
      const otherRun = await runQuery(scene, schema, other);
      if (!isNone(otherRun.result) && !isNothing(otherRun.result))
        return { parsed: { ...parsed, query: other, isInferred: true }, run: otherRun };
    }
    const isUntold =
      isOfOtherLines(query, schema) ||
      !((await isToldElsewhere(scene, schema, wider)) || areStatedTogether(query, schema));
    if (!isUntold) return { parsed, run };
    return (await ofNamedLines(scene, schema, parsed)) ?? { parsed, run: { ...run, result: untoldTogether } };
  }
  return { parsed: { ...parsed, query: wider, isInferred: true }, run: widerRun };
}

/** "Completed", where the lines of these things say "finished" and those of others have the word itself. */
function withSynonyms(query: Query, { kinds }: Schema): Query | undefined {
  const where = query.where.map((one): Condition => {
    if (one.field !== 'words' || one.is !== 'has' || one.or !== undefined) return one;
    const told = synonymsOf(one.value).filter(
      (word) => !word.includes(' ') && kinds.some(({ stems }) => stems.has(stem(word))),
    );
    return told.length === 0 ? one : { ...one, or: told.slice(0, 8) };
  });
  return where.some((one, at) => one !== query.where[at]) ? { ...query, where } : undefined;
}

/** Where lines are named by what they state, whatever the question calls them. */
async function ofNamedLines(scene: Scene, schema: Schema, parsed: Parsed): Promise<Settled | undefined> {
  const named = withoutNounsForLines(parsed.query.where);
  if (named === undefined) return undefined;
  const query = { ...parsed.query, where: named.where };
  const run = await runQuery(scene, schema, query);
  if (isNone(run.result) || isNothing(run.result)) return undefined;
  return { parsed: { ...parsed, query, isInferred: true, left: [...(parsed.left ?? []), ...named.left] }, run };
}

const untoldTogether = { shape: 'nothing', why: 'no line says all of that at once' } as const;

/** A name that stands beside the records, or lines that there are and that name none of what is asked for. */
function isOfOtherLines({ take, where, by }: Query, schema: Schema): boolean {
  // Lines that were named, and not asked for: that there are none was not the question.
  if (take === 'list' && where.length > 1) return true;
  const unlevelled = where.filter(({ field }) => field !== 'level');
  const isOfWords = unlevelled.length > 0 && unlevelled.every(({ field }) => field === 'words');
  if (isOfWords && unlevelled.length < where.length && schema.sample.some(compile(unlevelled, schema))) return true;
  if (where.some(({ field, value }) => field === 'text' && schema.named.has(value.toLowerCase()))) return true;
  return by !== undefined && schema.sample.some(compile(where, schema));
}

/** At other times lines do say so. */
async function isToldElsewhere(scene: Scene, schema: Schema, query: Query): Promise<boolean> {
  if (query.window === undefined) return false;
  const { window: _, ...always } = query;
  return !isNone((await runQuery(scene, schema, always)).result);
}

/** Whether some line states a value, whichever it is, of each that is asked about: only then is none of them a finding. */
function areStatedTogether(query: Parsed['query'], schema: Schema): boolean {
  const { take, where, of, by } = query;
  const isOfThings = columnNamed(schema, of)?.isSerial === true;
  if ((where.length < 2 && by === undefined) || isOfThings) return true;
  if (take !== 'exists' && !areOpenToEachOther(where, schema)) return false;
  const said = compile(
    where.filter(({ field }) => /^(?:words|form)$/.test(field)),
    schema,
  );
  const isWorded = where.some(({ field }) => field === 'words');
  // Who writes a line, and how grave it is, is not who it speaks of.
  if (isWorded && take !== 'exists' && where.some(({ field }) => ofWriter.test(field))) return false;
  // Of lines in other words none is told to have failed, or to have not.
  const isTold = (name: string) => name !== 'level' && (name !== 'outcome' || isWorded);
  const columns = [...where.map(({ field }) => field), by].flatMap((field) =>
    schema.columns.filter(({ name }) => name === field && isTold(name)),
  );
  if (columns.length === 0) return true;
  return schema.sample.some((record) => said(record) && columns.every((column) => column.read(record) !== undefined));
}

const ofWriter = /^(?:level|source|host|new value)$/;

/**
 * None is counted only where lines that hold for one of the conditions state the field of each other, and somewhere not
 * always the same: lines that never say otherwise do not tell.
 */
function areOpenToEachOther(where: readonly Condition[], schema: Schema): boolean {
  const judged = where.find(({ field }) => field === 'outcome' || field === 'level');
  const others = where.filter((one) => one !== judged);
  const named = others.filter(({ field, is }) => is === '=' && field !== 'words');
  const said = others.filter((one) => !named.includes(one));
  const isNamed = others.length > 0 && (named.length > 0 || said.every((one) => isNameInLines(one, schema)));
  // "How often did the import fail": its lines say how it came out, and never that.
  if (judged !== undefined && others.length > 0) {
    const held = schema.sample.filter(compile(others, schema));
    const failed = schema.sample.filter(compile([judged, ...said], schema));
    // Where nothing in the file came out so, or where it is told of others by their names, it would be told of these.
    const isToldOfOthers = failed.some((record) =>
      named.every(({ field }) => columnNamed(schema, field)?.read(record) !== undefined),
    );
    const isTold = held.length > 0 && kindsOf(judged, held, schema) > 0;
    if (isNamed ? isTold || isToldOfOthers : isTold && failed.length === 0) return true;
  }
  const told = where.flatMap((one) => {
    const held = schema.sample.filter(compile([one], schema));
    return held.length === 0 ? [] : where.filter((other) => other !== one).map((other) => kindsOf(other, held, schema));
  });
  return told.every((kinds) => kinds > 0) && (told.length === 0 || told.some((kinds) => kinds > 1 && kinds < wordy));
}

/** "DailyClose": a word that lines write as names are written. */
function isNameInLines({ field, value }: Condition, { sample }: Schema): boolean {
  if (field !== 'words' || /\s/.test(value)) return false;
  return sample.some((record) => {
    const { message } = record.row();
    const at = message.toLowerCase().indexOf(value.toLowerCase());
    const isHead = at === 0 && message.startsWith(': ', value.length);
    return isHead || (at >= 0 && isWrittenAsName(message.slice(at, at + value.length)));
  });
}

/** What words may say is no value of a field. */
const wordy = Number.POSITIVE_INFINITY;

/** How many values of a condition's field some lines have. */
function kindsOf({ field, is }: Condition, held: Schema['sample'], schema: Schema): number {
  const column = columnNamed(schema, field);
  if (column === undefined) return wordy;
  const { size } = new Set(held.map((record) => column.read(record)).filter((value) => value !== undefined));
  return size > 0 && /^[<>]/.test(is) ? Math.max(size, 2) : size;
}

export function isNone(result: RunResult['result']): boolean {
  switch (result.shape) {
    case 'moment':
      return result.place === undefined;
    case 'number':
      return result.value === 0;
    case 'exists':
    case 'kinds':
      return result.count === 0;
    case 'lines':
      return result.places.length === 0;
    case 'order':
      return result.first === undefined;
    case 'episodes':
      return result.intervals.length === 0;
    default:
      return false;
  }
}

async function inPlainWords(scene: Scene, condition: Condition): Promise<Condition> {
  const { field, is, value } = condition;
  // Another number of the same digits is not what was asked for.
  if (field === 'level' || field === 'outcome' || (is !== '=' && is !== 'has') || /^\d+(?:,\d+)*$|^\dxx$/i.test(value))
    return condition;
  const joined = value.replaceAll(' ', '');
  const spellings = [...new Set([value, joined, value.replace(/s$/, ''), joined.replace(/s$/, '')])];
  for (const spelling of spellings) {
    if (spelling.length > 2 && (await isSomewhere(scene, spelling)))
      return { field: 'text', is: 'has', value: spelling };
  }
  return condition;
}
