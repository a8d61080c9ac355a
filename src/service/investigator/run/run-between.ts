import { courseFrom, courseOf, type Interval, namesOfUnits, type Turn, valuesIn } from '../facts/intervals.ts';
import { placeOf } from '../facts/place.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from './conditions.ts';
import { eachTimed } from './each-held.ts';
import { nothing, type Runner, type RunResult, whole } from './result.ts';
import { resultOfCourse } from './states/course-result.ts';

const mostTurns = 500_000;

/** Times that lines of one kind begin and lines of another end: "from accepted to released". */
export const isBetween = ({ take, of, state, against }: Query): boolean =>
  against !== undefined &&
  state === undefined &&
  of === undefined &&
  !/^(?:share|streak|compare|differ|besides|order|overlap|gap|never)$/.test(take);

/** How long things took from a line of one kind to the next line of another. */
export const runBetween: Runner = async (scene, schema, query) => {
  const begins = compile(query.where, schema);
  const ends = compile(endOf(query, schema), schema);
  const column = thingOf(query, schema);
  const candidates = column === undefined ? namesOfUnits(schema) : [column];
  const turns: Turn[] = [];
  await eachTimed(scene, schema, { where: [] }, (record, timeMs) => {
    const isBegin = begins(record);
    if (turns.length >= mostTurns || !(isBegin || ends(record))) return;
    const of = valuesIn(record, candidates);
    if (column === undefined || of.size > 0) turns.push({ isBegin, place: { ...placeOf(record), timeMs }, of });
  });
  const course = courseOf(turns, column, candidates, schema);
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
  const [units, others] = [true, false].map((isOfUnit) => query.where.filter((one) => isUnit(one) === isOfUnit));
  const isTold = compile(others ?? [], schema);
  const spans = new Map<string, Interval>();
  const meant = new Set<string>();
  await eachTimed(scene, schema, { where: units ?? [] }, (record, timeMs) => {
    const unit = column.read(record);
    if (unit === undefined) return;
    const place = placeOf(record);
    const { startMs, start } = spans.get(unit) ?? { startMs: timeMs, start: place };
    spans.set(unit, { unit, startMs, start, endMs: timeMs, end: place });
    if (isTold(record)) meant.add(unit);
  });
  const those = [...spans.values()].filter(({ unit }) => meant.has(unit));
  if (those.every(({ start, end }) => start?.line === end?.line)) return undefined;
  const result = resultOfCourse(query, courseFrom(those, column, schema), schema);
  return whole(result.shape === 'episodes' ? { ...result, isOfLines: true } : result);
};

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
