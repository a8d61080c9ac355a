import { isOfWriters } from '../../facts/aliases.ts';
import { type Course, type Interval, readCourse } from '../../facts/intervals.ts';
import { isSaidOfState, type StateWords } from '../../facts/lexicon.ts';
import { eachRecord } from '../../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../../facts/schema.ts';
import { stateIn } from '../../facts/state-in.ts';
import { sideWordReader } from '../../facts/state-side.ts';
import { stem } from '../../facts/stem.ts';
import { tokensOf } from '../../facts/tokens.ts';
import type { Scene } from '../../investigation.ts';
import type { Condition, Query } from '../../query/query.ts';
import { compile, type Test } from '../conditions.ts';
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
  const isOfUnits = by !== undefined && by !== '*';
  const about = where.filter(({ field }) => take !== 'overlap' && !(isOfUnits && field === column?.name));
  const isAbout = compile(about, schema);
  const sides = take === 'overlap' && against !== undefined && [where, against].map((side) => compile(side, schema));
  const course = sides
    ? await readCourse(scene, schema, words, column, (record) => sides.some((side) => side(record)))
    : await readCourse(scene, schema, words, column, isAbout, endsAbout(where, schema));
  if (!isOfColumn && course.intervals.length === 0 && where.length > 0) {
    const result = await ofOthers(scene, schema, query, asked, column);
    if (result !== undefined) return whole(result);
  }
  const isTold = course.intervals.length > 0 || (isOfColumn && course.units.size > 0);
  if (!isTold || (by === '*' && course.column === undefined)) return whole(untold(state));
  if (!isOfColumn && !(await isEndTold(scene, schema, words, course, where.length === 0 ? undefined : isAbout)))
    return whole(nothing('no line shows when it ends'));
  const opposite = isOpposite ? { ...course, intervals: between(course, schema) } : undefined;
  const result = resultOfCourse(query, opposite ?? course, schema, opposite && course);
  return { result: withOwnWord(result, words), isWhole: true, isGuessed: course.isByKin === true };
};

const untold = (state: string): Result => nothing(`no line shows when it was ${state}`);

/** What tells apart the things that are in the state. */
function columnOfUnits({ by, where: [unit] }: Query, { ofColumn }: StateWords, schema: Schema): Column | undefined {
  const isOfEach = by === '*' || (ofColumn !== undefined && isWriter(columnNamed(schema, by)));
  const field = unit?.field === 'words' || unit?.field === 'text' ? undefined : unit?.field;
  return columnNamed(schema, (isOfEach ? ofColumn : by) ?? field ?? ofColumn);
}

/** Where lines that were meant tell of no such time: what follows from those that tell of others. */
async function ofOthers(
  scene: Scene,
  schema: Schema,
  query: Query,
  { words, isOpposite }: NonNullable<ReturnType<typeof stateIn>>,
  column: Column | undefined,
): Promise<Result | undefined> {
  const { take, where, state = 'running' } = query;
  const anyOf = (units?: Column) => readCourse(scene, schema, words, units, () => true);
  const [unit, second] = where;
  const isOfOne = /^(?:episodes|state)$/.test(take) && unit !== undefined && second === undefined;
  if (isOfOne && column !== undefined && !ofKinds.test(column.name)) {
    // Of others the lines tell it: of this one they would.
    const isTheirs = column.name === words.ofColumn;
    const { intervals, lastMs, ...all } = await anyOf(isTheirs ? column : undefined);
    if (!isTheirs && all.column !== column) return untold(state);
    if (intervals.length > 0 && take === 'state') return { shape: 'state', unit: unit.value, isIn: isOpposite };
    if (intervals.length > 0 && !isOpposite && words.learnt === undefined)
      return { shape: 'episodes', intervals: [], totalMs: 0, endMs: lastMs };
  }
  if (isOpposite || !areOfThings(where, words, schema)) return undefined;
  const told = await courseOfThings(scene, schema, query, words, column ?? (await anyOf()).column);
  return told && resultOfCourse(query, told, schema);
}

/** "Which machines were down": what lines are about, and not who writes them. */
const isWriter = (column: Column | undefined): boolean => column !== undefined && isOfWriters(column);

/** Those that hold for what was asked, or that name what it is asked of each. */
function linesMeant(where: Query['where'], by: Column | undefined, schema: Schema): Test | undefined {
  if (where.length > 0) return compile(where, schema);
  return by === undefined ? undefined : (record) => by.read(record) !== undefined;
}

/** A state as the line calls it that tells it, where that is a word for a state. */
function withOwnWord(result: Result, words: StateWords): Result {
  if (result.shape !== 'state' || result.since === undefined) return result;
  const told = sideWordReader(words)(tokensOf(result.since.text));
  return isSaidOfState(told) ? { ...result, stateTold: told } : result;
}

/** "Took longest to load": of a part of them, which what begins and ends the whole does not tell. */
function areOfThings(where: Query['where'], words: StateWords, { columns }: Schema): boolean {
  const ends = new Set(words.ends.map(stem));
  return (
    columns.some(({ isSerial }) => isSerial === true) &&
    where.every(({ field, value }) => field !== 'words' || value.split(' ').every((one) => ends.has(stem(one))))
  );
}

/** Of numbered things, each line tells a part: "the longest failed run" began on a line that knows of no failure. */
async function courseOfThings(
  scene: Scene,
  schema: Schema,
  query: Query,
  words: StateWords,
  column: Column | undefined,
): Promise<Course | undefined> {
  if (column?.isSerial !== true) return undefined;
  const isUnit = ({ field }: Condition) => field === column.name;
  const told = query.where.filter((one) => !isUnit(one));
  if (told.length === 0) return undefined;
  const test = compile(told, schema);
  const meant = new Set<string>();
  await eachRecord(scene, {
    see(record) {
      const unit = test(record) ? column.read(record) : undefined;
      if (unit !== undefined) meant.add(unit);
    },
  });
  const course = await readCourse(scene, schema, words, column, compile(query.where.filter(isUnit), schema));
  const intervals = course.intervals.filter(({ unit }) => meant.has(unit));
  if (!intervals.some(({ endMs }) => endMs !== undefined)) return undefined;
  return { ...course, intervals, units: new Map([...course.units].filter(([unit]) => meant.has(unit))) };
}

/** Of what kind a line is, and no name of what is in a state. */
const ofKinds = /^(?:type|kind|class|category|event|action|outcome|level|severity|priority|status|state)$/i;

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
  isAbout: Test | undefined,
): Promise<boolean> {
  // Told again and again, and hardly ever ended: each line is a time of its own.
  if (repeated.length > intervals.length) return false;
  const isClosed = (some: readonly Interval[]) => some.some(({ endMs }) => endMs !== undefined);
  if (isClosed(intervals)) return true;
  if (isAbout === undefined) return false;
  if (isClosed((await readCourse(scene, schema, words, undefined, () => true)).intervals)) return true;
  const latest = Math.max(...intervals.map(({ start }) => start?.line ?? 0));
  let isHeardOf = false;
  await eachRecord(scene, {
    see(record) {
      isHeardOf ||= record.line > latest && isAbout(record);
    },
  });
  return !isHeardOf;
}

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
