import type { Scene } from '../investigation.ts';
import { isOfWriters } from './aliases.ts';
import { onceForEachForm } from './by-form.ts';
import type { StateWords } from './lexicon.ts';
import { mentionReader } from './mentions.ts';
import { type Place, placeOf } from './place.ts';
import { eachRecord, type LogRecord } from './records.ts';
import { type Column, columnNamed, lastOf, type Schema } from './schema.ts';
import { type Side, sideReader } from './state-side.ts';
import { tokensOf } from './tokens.ts';
import { newValue, oldValue } from './turns.ts';
import { familyOf } from './value-family.ts';

/** The one notion of a time something was in a state. */
export interface Interval {
  unit: string;
  /** Undefined: it was so before the file began. */
  startMs: number | undefined;
  /** Undefined: it was so when the file ended. */
  endMs: number | undefined;
  start: Place | undefined;
  end: Place | undefined;
}

export interface Turn {
  isBegin: boolean;
  place: Place & { timeMs: number };
  /** Values by the names of columns. */
  of: Map<string, string>;
  /** An end that does not say what is asked of its beginning: it counts for what has begun. */
  isLoose?: boolean;
}

export interface Course {
  intervals: Interval[];
  /** Last turn of each unit: what it is in when the file ends. */
  units: Map<string, Interval | undefined>;
  /** Of units whose first turn is an end: since when they are told to be in the opposite. */
  endedAtFirst: ReadonlyMap<string, Interval>;
  /** Beginnings that came while it had begun already. */
  repeated: readonly Pick<Interval, 'unit' | 'start'>[];
  /** Of what kind the units are. */
  column: Column | undefined;
  /** What the lines of numbered units are named besides: the job of "run 12". */
  names: ReadonlyMap<string, string>;
  lastMs: number;
}

/** What fields are called that say in which state something is. */
export const stateNames = 'state|status|phase|mode|health|position';
const stateField = new RegExp(
  `(?:^|[._-])(?:${stateNames}|status[._-]?type|event|action|link|result|outcome|transition|to|new_state)$`,
  'i',
);

const mostTurns = 500_000;

/**
 * Reads when each unit was in a state, by the lines that begin and end it. `column`: what the units are, where it is
 * known. What `isEndAbout` holds for may end what a line that `isAbout` holds for has begun.
 */
export async function readCourse(
  scene: Scene,
  schema: Schema,
  states: StateWords,
  column: Column | undefined,
  isAbout: (record: LogRecord) => boolean,
  isEndAbout: (record: LogRecord) => boolean = isAbout,
): Promise<Course> {
  const turns: Turn[] = [];
  const sideOf = sideIn(schema, states);
  const candidates = namesOfUnits(schema);
  const readers = (column === undefined ? candidates : [column]).map((one) => ({ ...one, read: mentionReader(one) }));
  let hasBegun = false;
  await eachRecord(scene, {
    see(record) {
      const { timeMs } = record;
      const side = timeMs === undefined || turns.length >= mostTurns ? 0 : sideOf(record);
      if (timeMs === undefined || side === 0) return;
      const isLoose = !isAbout(record);
      // What has not begun cannot end.
      if (isLoose && !(side < 0 && hasBegun && isEndAbout(record))) return;
      hasBegun ||= side > 0;
      turns.push({ isBegin: side > 0, place: { ...placeOf(record), timeMs }, of: valuesIn(record, readers), isLoose });
    },
  });
  // Its own word for an end has no word of what is asked about: all of them end it.
  const isAllLoose = states.learnt !== undefined && turns.every(({ isBegin, isLoose }) => isBegin || isLoose === true);
  const told = isAllLoose ? turns.map((turn) => ({ ...turn, isLoose: false })) : turns;
  return courseOf(told, column, candidates, schema);
}

/** Whether a record tells that the state begins or ends. */
function sideIn(schema: Schema, states: StateWords): (record: LogRecord) => Side {
  const read = sideReader(states);
  const sideOf = (tokens: readonly string[]) => read(tokens).side;
  const into = columnNamed(schema, states.column ?? newValue);
  if (states.column !== undefined) {
    const isOfOther = changesOther(schema, states);
    const isBegin = (value: string) => states.begins.includes(value.toLowerCase());
    return (record) => {
      const value = into?.read(record);
      if (value === undefined || isOfOther(record, value)) return 0;
      return states.ends.length > 0 ? sideOf(value.split(/\s+/)) : isBegin(value) ? 1 : -1;
    };
  }
  const sideTold = onceForEachForm((record) => ({ value: sideOf(tokensOf(record.row().message)), isOfForm: true }));
  const fields = schema.columns.filter((one) => !one.isNumber && stateField.test(one.name));
  return (record) => {
    const values = [...fields, into].flatMap((one) => one?.read(record) ?? []);
    return values.reduce((side, value) => sideOf(value.split(/\s+/)) || side, sideTold(record));
  };
}

/** Another setting of the same thing was changed: what it turned into is none of the states. */
function changesOther(schema: Schema, { column, begins }: StateWords): (record: LogRecord, turned: string) => boolean {
  const before = column === newValue ? columnNamed(schema, oldValue) : undefined;
  if (before === undefined) return () => false;
  const family = familyOf(schema, begins[0] ?? '');
  return (record, turned) => before.read(record) !== undefined && !family.has(turned.toLowerCase());
}

/** The times between lines that begin and lines that end them, unit by unit. */
export function courseOf(
  turns: readonly Turn[],
  column: Column | undefined,
  candidates: readonly Column[],
  schema: Schema,
): Course {
  const chosen = column ?? chooseColumn(turns, candidates);
  return {
    ...pair(turns, chosen),
    column: chosen,
    names: namesOf(turns, chosen, candidates),
    lastMs: lastOf(schema),
  };
}

/** Of times that are known. */
export const courseFrom = (
  intervals: Interval[],
  column: Column | undefined,
  schema: Schema,
  endedAtFirst: Course['endedAtFirst'] = new Map(),
): Course => ({
  intervals,
  units: new Map(intervals.map((one) => [one.unit, one.endMs === undefined ? one : undefined])),
  endedAtFirst,
  repeated: [],
  column,
  names: new Map(),
  lastMs: lastOf(schema),
});

/** By the names of the columns. */
export const valuesIn = (record: LogRecord, columns: readonly Column[]): Map<string, string> =>
  new Map(
    columns.flatMap(({ name, read }) => {
      const value = read(record);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** What may tell units apart. */
export const namesOfUnits = ({ columns }: Schema): Column[] =>
  columns.filter(
    (one) =>
      one.name !== newValue &&
      one.name !== oldValue &&
      one.name !== 'level' &&
      (!stateField.test(one.name) || areNumbered(one)) &&
      // One number on all lines, such as the writer's own, is the name of nothing.
      (!one.isNumber || (one.unit.name === '' && one.values.size > 1)),
  );

/** "link ge-0/0/7 is down", and not "link down": its values name things, and no states. */
const areNumbered = ({ values }: Column): boolean => [...values.keys()].every((value) => /\d/.test(value));

function namesOf(
  turns: readonly Turn[],
  column: Column | undefined,
  candidates: readonly Column[],
): ReadonlyMap<string, string> {
  const name =
    column?.isSerial === true || column?.isNumber === true
      ? candidates.find(
          (one) =>
            one !== column &&
            !one.isNumber &&
            one.isLabel !== true &&
            !/^(?:outcome|source|host|thread)$/.test(one.name) &&
            one.values.size > 1 &&
            turns.every(({ of }) => of.has(one.name)),
        )
      : undefined;
  if (column === undefined || name === undefined) return new Map();
  return new Map(turns.map(({ of }) => [of.get(column.name) ?? '', of.get(name.name) ?? '']));
}

/** What tells the units apart: the column under which most beginnings find their end. */
function chooseColumn(turns: readonly Turn[], candidates: readonly Column[]): Column | undefined {
  let best: { column: Column; score: number } | undefined;
  const strict = turns.filter(({ isLoose }) => isLoose !== true).length;
  const begins = turns.filter(({ isBegin }) => isBegin).length;
  for (const column of candidates) {
    const open = new Set<string>();
    const units = new Set<string>();
    let pairs = 0;
    // A beginning of what has begun, an end of what has not: these are not its units.
    let faults = 0;
    let told = 0;
    let begun = 0;
    for (const turn of turns) {
      const value = turn.of.get(column.name);
      if (value === undefined) continue;
      told++;
      units.add(value);
      if (turn.isBegin) {
        begun++;
        if (open.has(value)) faults++;
        open.add(value);
      } else if (open.delete(value)) pairs++;
      else faults++;
    }
    // Ends of other work, whose beginnings are not told, say nothing of these.
    const isSeldom = told < strict * 0.5 && begun < begins * 0.8;
    if (isSeldom || pairs === 0 || (units.size === 1 && isOfWriters(column))) continue;
    const score = pairs - 2 * faults;
    if (best === undefined || score > best.score) best = { column, score };
  }
  return best?.column;
}

function pair(
  turns: readonly Turn[],
  column: Column | undefined,
): Pick<Course, 'intervals' | 'units' | 'endedAtFirst' | 'repeated'> {
  const endedAtFirst = new Map<string, Interval>();
  const open = new Map<string, Interval>();
  const units = new Map<string, Interval | undefined>();
  const intervals: Interval[] = [];
  const repeated: Pick<Interval, 'unit' | 'start'>[] = [];
  for (const { of, isBegin, isLoose, place } of turns) {
    const unit = column === undefined ? '' : of.get(column.name);
    // Where nothing tells them apart, an end of another is none of theirs.
    if (unit === undefined || (isLoose === true && (column === undefined || !open.has(unit)))) continue;
    const running = open.get(unit);
    if (isBegin && running !== undefined) {
      repeated.push({ unit, start: place });
      // Where the line that began a numbered one comes once more, it was begun anew.
      if (column?.isSerial === true && shapeOf(running.start) === shapeOf(place))
        Object.assign(running, { startMs: place.timeMs, start: place });
    } else if (isBegin) {
      const interval: Interval = { unit, startMs: place.timeMs, endMs: undefined, start: place, end: undefined };
      open.set(unit, interval);
      units.set(unit, interval);
      intervals.push(interval);
    } else if (running !== undefined) {
      Object.assign(running, { endMs: place.timeMs, end: place });
      open.delete(unit);
      units.set(unit, undefined);
    } else if (!units.has(unit)) {
      // The first word of it may be that all is well: no time before it is made up.
      units.set(unit, undefined);
      endedAtFirst.set(unit, { unit, startMs: undefined, endMs: place.timeMs, start: undefined, end: place });
    }
  }
  return { intervals, units, endedAtFirst, repeated };
}

const shapeOf = (place: Place | undefined): string | undefined => place?.text.replace(/\d+/g, '#');

/** Whether a unit was in the state at a moment; undefined where the file does not tell. */
export function wasIn({ intervals, units }: Course, unit: string, atMs: number): boolean | undefined {
  if (!units.has(unit)) return undefined;
  return intervals.some(
    (one) =>
      one.unit === unit &&
      (one.startMs ?? Number.NEGATIVE_INFINITY) <= atMs &&
      (one.endMs === undefined || atMs < one.endMs),
  );
}
