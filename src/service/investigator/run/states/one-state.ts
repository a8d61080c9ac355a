import { type Course, type Interval, readCourse } from '../../facts/intervals.ts';
import { isSaidOfState, type StateAsked, type StateWords } from '../../facts/lexicon.ts';
import { type Column, columnNamed, type Schema } from '../../facts/schema.ts';
import { stateIn } from '../../facts/state-in.ts';
import { sideReader } from '../../facts/state-side.ts';
import { tokensOf } from '../../facts/tokens.ts';
import type { Scene } from '../../investigation.ts';
import type { Query } from '../../query/query.ts';
import { compile, type Test } from '../conditions.ts';
import { eachHeld } from '../each-held.ts';
import { nothing, type Result, type Runner, whole } from '../result.ts';
import { resultOfCourse } from './course-result.ts';

/** What is asked of a state by its own name. */
export const runOneState: Runner = async (scene, schema, query) => {
  const { take, where, against, by, state = 'running' } = query;
  const meant = against === undefined ? linesMeant(where, columnNamed(schema, by), schema) : undefined;
  const asked = stateIn(schema, state, meant);
  if (asked === undefined) return whole(nothing('no such state is known'));
  const { words, isOpposite } = asked;
  const isOfColumn = words.column !== undefined;
  const column = columnOfUnits(query, words, schema);
  const isAbout = compile(take === 'overlap' ? [] : where, schema);
  const sides = take === 'overlap' && against !== undefined && [where, against].map((side) => compile(side, schema));
  const course = sides
    ? await readCourse(scene, schema, words, column, (record) => sides.some((side) => side(record)))
    : await readCourse(scene, schema, words, column, isAbout, endsAbout(where, schema));
  if (!isOfColumn && course.intervals.length === 0) {
    const result = await asOfOthers(scene, schema, query, asked, column);
    if (result !== undefined) return whole(result);
  }
  const isTold = course.intervals.length > 0 || (isOfColumn && course.units.size > 0);
  if (!isTold || (by === '*' && course.column === undefined)) return whole(untold(state));
  if (!isOfColumn && !(await isEndTold(scene, schema, words, course, query)))
    return whole(nothing('no line shows when it ends'));
  const opposite = isOpposite ? { ...course, intervals: between(course, schema) } : undefined;
  const result = resultOfCourse(query, opposite ?? course, schema, opposite && course);
  return whole(withOwnWord(result, words));
};

const untold = (state: string): Result => nothing(`no line shows when it was ${state}`);

/** What tells apart the things that are in the state. */
function columnOfUnits({ by, where }: Query, { ofColumn }: StateWords, schema: Schema): Column | undefined {
  const field = where.find((one) => one.field !== 'words' && one.field !== 'text')?.field;
  return columnNamed(schema, (by === '*' ? ofColumn : by) ?? field ?? ofColumn);
}

/** Where no line tells it of the one that is meant: of others of its kind they do, so of this one they would. */
async function asOfOthers(
  scene: Scene,
  schema: Schema,
  { take, where: [unit, second] }: Query,
  { words, isOpposite }: StateAsked,
  column: Column | undefined,
): Promise<Result | undefined> {
  if (!/^(?:episodes|state)$/.test(take) || unit === undefined || second !== undefined) return undefined;
  if (column === undefined || ofKinds.test(column.name)) return undefined;
  const units = column.name === words.ofColumn ? column : undefined;
  const { intervals, lastMs, ...others } = await readCourse(scene, schema, words, units, () => true);
  if (others.column !== column || intervals.length === 0) return undefined;
  if (take === 'state') return { shape: 'state', unit: unit.value, isIn: isOpposite };
  return isOpposite || words.learnt !== undefined
    ? undefined
    : { shape: 'episodes', intervals: [], totalMs: 0, endMs: lastMs };
}

/** Of what kind a line is, and no name of what is in a state. */
const ofKinds = /^(?:type|kind|class|category|event|action|outcome|level|severity|priority|status|state)$/i;

/** Those that hold for what was asked, or that name what it is asked of each. */
function linesMeant(where: Query['where'], by: Column | undefined, schema: Schema): Test | undefined {
  if (where.length > 0) return compile(where, schema);
  return by === undefined ? undefined : (record) => by.read(record) !== undefined;
}

/** A state as the line calls it that tells it, where that is a word for a state. */
function withOwnWord(result: Result, words: StateWords): Result {
  if (result.shape !== 'state' || result.since === undefined) return result;
  const told = sideReader(words)(tokensOf(result.since.text)).word;
  return isSaidOfState(told) ? { ...result, stateTold: told } : result;
}

/** An end says whose it is, but not again why it began: "alarm A12 ceased". */
function endsAbout(where: Query['where'], schema: Schema): Test {
  const tests = where
    .filter(({ field }) => !/^(?:words|outcome|level)$/.test(field))
    .map((one) => ({ column: columnNamed(schema, one.field), test: compile([one], schema) }));
  return (record) =>
    tests.every(({ column, test }) => test(record) || (column !== undefined && column.read(record) === undefined));
}

/**
 * What begins and never ends is no state that comes and goes: that it lasts is known only where such ends are told of
 * others, or where nothing more is heard of what is in it.
 */
async function isEndTold(
  scene: Scene,
  schema: Schema,
  words: StateWords,
  { intervals, repeated }: Course,
  { where }: Query,
): Promise<boolean> {
  // Told again and again, and hardly ever ended: each line is a time of its own.
  if (repeated.length > intervals.length) return false;
  if (areEnded(intervals) || where.length === 0) return areEnded(intervals);
  if (areEnded((await readCourse(scene, schema, words, undefined, () => true)).intervals)) return true;
  const latest = Math.max(...intervals.map(({ start }) => start?.line ?? 0));
  let isHeardOf = false;
  await eachHeld(scene, schema, { where }, ({ line }) => {
    isHeardOf ||= line > latest;
  });
  return !isHeardOf;
}

const areEnded = (some: readonly Interval[]): boolean => some.some(({ endMs }) => endMs !== undefined);

/** The times in which it was not so. */
function between({ intervals, units, endedAtFirst }: Course, { clock }: Schema): Interval[] {
  const found: Interval[] = [];
  for (const unit of units.keys()) {
    const own = intervals.filter((one) => one.unit === unit).sort((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0));
    let from = endedAtFirst.get(unit);
    for (const one of own) {
      if (one.startMs !== undefined && (from !== undefined || one.startMs > (clock?.firstMs ?? 0)))
        found.push({ unit, startMs: from?.endMs, endMs: one.startMs, start: from?.end, end: one.start });
      from = one;
    }
    if (from?.endMs !== undefined)
      found.push({ unit, startMs: from.endMs, endMs: undefined, start: from.end, end: undefined });
  }
  return found;
}
