import { type Course, courseOf, namesOfUnits, type Turn } from '../facts/intervals.ts';
import { placeOf } from '../facts/place.ts';
import { eachRecord, type LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { Query } from '../query/query.ts';
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
  const course = await courseBy(scene, schema, column, (record) => (begins(record) ? 1 : ends(record) ? -1 : 0));
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
  const own = query.where.filter(({ field, is }) => field === column.name && is === '=');
  const named = compile(own, schema);
  const told = compile(
    query.where.filter((one) => !own.includes(one)),
    schema,
  );
  const first = new Map<string, Turn>();
  const last = new Map<string, Turn>();
  const meant = new Set<string>();
  const course = await courseBy(
    scene,
    schema,
    column,
    (record) => (named(record) ? 1 : 0),
    (turn, record) => {
      const unit = turn.of.get(column.name) ?? '';
      if (!first.has(unit)) first.set(unit, { ...turn, isBegin: true });
      last.set(unit, { ...turn, isBegin: false });
      if (told(record)) meant.add(unit);
    },
  );
  const turns = [...meant].flatMap((unit) => [first.get(unit)!, last.get(unit)!]);
  if (turns.every(({ place, of }) => first.get(of.get(column.name) ?? '')?.place.line === place.line)) return undefined;
  turns.sort((a, b) => a.place.timeMs - b.place.timeMs || Number(b.isBegin) - Number(a.isBegin));
  const spans = courseOf(turns, column, [], course.lastMs);
  const result = resultOfCourse(query, spans, schema);
  return whole(result.shape === 'episodes' ? { ...result, isOfLines: true } : result);
};

async function courseBy(
  scene: Scene,
  schema: Schema,
  column: Column | undefined,
  sideOf: (record: LogRecord) => -1 | 0 | 1,
  onTurn?: (turn: Turn, record: LogRecord) => void,
): Promise<Course> {
  const turns: Turn[] = [];
  const candidates = column === undefined ? namesOfUnits(schema) : [column];
  let lastMs = schema.clock?.lastMs ?? 0;
  await eachRecord(scene, {
    see(record) {
      const { timeMs } = record;
      if (timeMs === undefined) return;
      lastMs = Math.max(lastMs, timeMs);
      const side = sideOf(record);
      if (side === 0) return;
      const of = valuesIn(record, candidates);
      if (column !== undefined && of.size === 0) return;
      const turn = { isBegin: side > 0, place: { ...placeOf(record), timeMs }, of };
      if (onTurn !== undefined) onTurn(turn, record);
      else if (turns.length < mostTurns) turns.push(turn);
    },
  });
  return courseOf(turns, column, candidates, lastMs);
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
