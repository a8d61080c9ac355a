import { courseOf, namesOfUnits, type Turn } from '../facts/intervals.ts';
import { placeOf } from '../facts/place.ts';
import { eachRecord, type LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from './conditions.ts';
import { nothing, type Runner, type RunResult, whole } from './result.ts';
import { resultOfCourse } from './states/course-result.ts';

const mostTurns = 500_000;

/** Times that lines of one kind begin and lines of another end: "from accepted to released". */
export const isBetween = ({ take, of, state, against }: Query): boolean =>
  against !== undefined &&
  state === undefined &&
  of === undefined &&
  !/^(?:share|streak|compare|order|overlap|gap|never)$/.test(take);

/** How long things took from a line of one kind to the next line of another. */
export const runBetween: Runner = async (scene, schema, query) => {
  const begins = compile(query.where, schema);
  const ends = compile(endOf(query, schema), schema);
  const column = thingOf(query, schema);
  const candidates = column === undefined ? namesOfUnits(schema) : [column];
  const turns: Turn[] = [];
  const lastMs = await eachTimed(scene, schema, (record, timeMs) => {
    const isBegin = begins(record);
    if (turns.length >= mostTurns || !(isBegin || ends(record))) return;
    const of = valuesIn(record, candidates);
    if (column === undefined || of.size > 0) turns.push({ isBegin, place: { ...placeOf(record), timeMs }, of });
  });
  const course = courseOf(turns, column, candidates, lastMs);
  const closed = course.intervals.filter(({ endMs }) => endMs !== undefined);
  if (closed.length === 0) return whole(nothing('no line of one kind is followed by one of the other'));
  return whole(resultOfCourse(query, { ...course, intervals: closed }, schema));
};

/** How long the lines of things go on, from the first to the last of each; undefined where lines number no things. */
export const runLinesOfThings: Runner<RunResult | undefined> = async (scene, schema, query) => {
  const column = thingOf(query, schema);
  // "Took longest to load": of a part of it, which the lines of the whole do not tell.
  const isOfPart = query.where.some(({ field }) => field === 'words' || field === 'text');
  if (column?.isSerial !== true || isOfPart) return undefined;
  const isUnit = ({ field, is }: Condition) => field === column.name && is === '=';
  const named = compile(query.where.filter(isUnit), schema);
  const told = compile(
    query.where.filter((one) => !isUnit(one)),
    schema,
  );
  const spans = new Map<string, Record<'first' | 'last', Turn>>();
  const meant = new Set<string>();
  const lastMs = await eachTimed(scene, schema, (record, timeMs) => {
    const unit = named(record) ? column.read(record) : undefined;
    if (unit === undefined) return;
    const turn = { place: { ...placeOf(record), timeMs }, of: new Map([[column.name, unit]]) };
    const { first = { ...turn, isBegin: true } } = spans.get(unit) ?? {};
    spans.set(unit, { first, last: { ...turn, isBegin: false } });
    if (told(record)) meant.add(unit);
  });
  const those = [...meant].flatMap((unit) => spans.get(unit) ?? []);
  if (those.every(({ first, last }) => first.place.line === last.place.line)) return undefined;
  const turns = those
    .flatMap(({ first, last }) => [first, last])
    .sort((a, b) => a.place.timeMs - b.place.timeMs || Number(b.isBegin) - Number(a.isBegin));
  const result = resultOfCourse(query, courseOf(turns, column, [], lastMs), schema);
  return whole(result.shape === 'episodes' ? { ...result, isOfLines: true } : result);
};

/** Sees each record that has a time; gives the latest of their times. */
async function eachTimed(
  scene: Scene,
  { clock }: Schema,
  see: (record: LogRecord, timeMs: number) => void,
): Promise<number> {
  let lastMs = clock?.lastMs ?? 0;
  await eachRecord(scene, {
    see(record) {
      if (record.timeMs === undefined) return;
      lastMs = Math.max(lastMs, record.timeMs);
      see(record, record.timeMs);
    },
  });
  return lastMs;
}

/** By the names of the columns. */
function valuesIn(record: LogRecord, columns: readonly Column[]): Map<string, string> {
  const pairs = columns.map(({ name, read }) => [name, read(record)] as const);
  return new Map(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** What the times are of: the things the question names, or those that lines on both sides number. */
export function thingOf({ by, where, against = [] }: Query, schema: Schema): Column | undefined {
  const named = [columnNamed(schema, by), ...where.map(({ field }) => columnNamed(schema, field))];
  const asked = named.find((one) => one?.isSerial === true);
  if (asked !== undefined) return asked;
  const sides = [where, against].map((some) => schema.sample.filter(compile(some, schema)));
  return (
    schema.columns.find(
      (one) => one.isSerial === true && sides.every((side) => side.some((record) => one.read(record) !== undefined)),
    ) ?? columnNamed(schema, by)
  );
}

/** What the first side says of the thing holds of the second. */
function endOf({ where, against = [] }: Query, schema: Schema): Query['where'] {
  const fields = new Set(against.map(({ field }) => field));
  const shared = where.filter(
    ({ field, is }) => is === '=' && columnNamed(schema, field)?.isSerial === true && !fields.has(field),
  );
  return [...against, ...shared];
}
