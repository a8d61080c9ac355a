import type { Scene } from '../investigation.ts';
import { isOfWriters } from './aliases.ts';
import { onceForEachForm } from './by-form.ts';
import type { StateWords } from './lexicon.ts';
import { mentionReader } from './mentions.ts';
import { type Place, placeOf } from './place.ts';
import { readerOf } from './reader-of.ts';
import { eachRecord, type LogRecord } from './records.ts';
import { type Column, columnNamed, type Schema } from './schema.ts';
import { type Side, sideReader } from './state-side.ts';
import { stemsOf } from './stem.ts';
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
  /** Stems of what its line says, where that tells which beginning a loose end belongs to. */
  said?: ReadonlySet<string>;
}

export interface Course {
  intervals: Interval[];
  /** Last turn of each unit: what it is in when the file ends. */
  units: Map<string, Interval | undefined>;
  /** Of units whose first turn is an end: since when they are told to be in the opposite. */
  endedAtFirst: ReadonlyMap<string, Interval>;
  /** Beginnings that came while it had begun already. */
  repeated: readonly Pick<Interval, 'unit' | 'start'>[];
  /** Ends were taken by a word they share with their beginnings. */
  isByKin?: boolean;
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

/** So many turns show what tells the units apart; of those behind them only that is read. */
const enoughTurns = 20_000;

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
  const isOfColumn = states.column !== undefined;
  const sideOf = sideReader(states);
  const sideTold = onceForEachForm((record) => ({
    value: sideOf(tokensOf(record.row().message)),
    isOfForm: true,
  }));
  const fields = schema.columns.filter((one) => !one.isNumber && stateField.test(one.name));
  const into = schema.columns.find(({ name }) => name === (states.column ?? newValue));
  const candidates = namesOfUnits(schema);
  let lastMs = schema.clock?.lastMs ?? 0;
  let hasBegun = false;
  let reading: readonly Column[] = column === undefined ? candidates : [column];
  const readers = new Map([...candidates, ...reading].map((one) => [one, mentionReader(one)]));
  const isRead = isOfColumn && states.column !== newValue;
  const isOfOther = changesOther(schema, states);
  const sideOfValue = (value: string): Side =>
    states.ends.length === 0
      ? states.begins.includes(value.toLowerCase())
        ? 1
        : -1
      : sideOf(value.split(/\s+/)) || -1;
  const sideIn = (record: LogRecord, turned: string | undefined): Side => {
    if (isOfColumn) return turned === undefined || isOfOther(record, turned) ? 0 : sideOfValue(turned);
    let side = sideTold(record);
    for (const value of [...fields.map((field) => field.read(record)), turned])
      side = (value === undefined ? 0 : sideOf(value.split(/\s+/))) || side;
    return side;
  };
  await eachRecord(scene, {
    see(record) {
      const { timeMs } = record;
      if (timeMs === undefined) return;
      lastMs = Math.max(lastMs, timeMs);
      const turned = into?.read(record);
      const side = sideIn(record, turned);
      if (side === 0) return;
      const isLoose = !isAbout(record);
      // What has not begun cannot end.
      if (isLoose && !(side < 0 && hasBegun && isEndAbout(record))) return;
      hasBegun ||= side > 0;
      const of = new Map<string, string>();
      if (column === undefined && turns.length === enoughTurns) {
        const chosen = (isRead ? chooseReader : chooseColumn)(turns, candidates);
        reading = chosen === undefined ? [] : [chosen];
      }
      for (const one of reading) {
        const value = readers.get(one)?.(record);
        if (value !== undefined && !(one.isPlace === true && standsBehind(record, value, turned)))
          of.set(one.name, value);
      }
      if (turns.length < 500_000)
        turns.push({
          isBegin: side > 0,
          place: { ...placeOf(record), timeMs },
          of,
          isLoose,
          ...(isEndAbout === isAbout ? {} : { said: stemsOf(record.row().message) }),
        });
    },
  });
  const told = column ?? (isRead ? chooseReader(turns, candidates) : undefined);
  const course = courseOf(turns, told, candidates, lastMs, states.state === 'running' && states.learnt === undefined);
  if (states.column !== newValue) return course;
  // What never turned into it is of another kind, unless nothing did.
  const were = new Set(course.intervals.map(({ unit }) => unit));
  const units = new Map([...course.units].filter(([unit]) => were.size === 0 || were.has(unit)));
  return { ...course, units };
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
  lastMs: number,
  isOfRuns = false,
): Course {
  const chosen = column ?? chooseColumn(turns, candidates);
  return {
    ...pair(turns, chosen, isOfRuns && chosen?.isSerial === true),
    column: chosen,
    names: namesOf(turns, chosen, candidates),
    lastMs,
  };
}

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

/** So many kinds of name are told apart by reading them. */
const mostNames = 40;

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
            one.values.size <= mostNames &&
            turns.every(({ of }) => of.has(one.name)),
        )
      : undefined;
  if (column === undefined || name === undefined) return new Map();
  return new Map(turns.map(({ of }) => [of.get(column.name) ?? '', of.get(name.name) ?? '']));
}

/** What tells the units apart: the column under which most beginnings find their end. */
function chooseColumn(turns: readonly Turn[], candidates: readonly Column[]): Column | undefined {
  let best: { column: Column; score: number; units: number } | undefined;
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
      if (value === undefined || (turn.isLoose === true && !open.has(value))) continue;
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
    const isBetter = best === undefined || score > best.score || (score === best.score && units.size > best.units);
    if (isBetter) best = { column, score, units: units.size };
  }
  return best?.column;
}

/** A value of a column may be read again and again, whether it has changed or not. */
const chooseReader = (turns: readonly Turn[], candidates: readonly Column[]): Column | undefined =>
  readerOf(
    turns.map(({ of, isBegin }) => ({ of, value: `${isBegin}` })),
    candidates,
  )?.column;

/** "Status changed to [RED] (reason: [esd-4 left])": what stands behind the new value has not changed. */
function standsBehind(record: LogRecord, value: string, turned: string | undefined): boolean {
  if (turned === undefined) return false;
  const { message } = record.row();
  return message.indexOf(value) > message.lastIndexOf(turned);
}

/** `isTriedAgain`: where the line that began it comes once more, it was begun anew. */
function pair(
  turns: readonly Turn[],
  column: Column | undefined,
  isTriedAgain: boolean,
): Pick<Course, 'intervals' | 'units' | 'endedAtFirst' | 'repeated' | 'isByKin'> {
  const endedAtFirst = new Map<string, Interval>();
  const open = new Map<string, Interval>();
  const units = new Map<string, Interval | undefined>();
  const intervals: Interval[] = [];
  const repeated: Pick<Interval, 'unit' | 'start'>[] = [];
  let isByKin = false;
  let begun: Turn | undefined;
  const hasOwnEnds = turns.some(({ isBegin, isLoose }) => !isBegin && isLoose !== true);
  for (const turn of turns) {
    const unit = column === undefined ? '' : turn.of.get(column.name);
    if (unit === undefined || (turn.isLoose === true && !open.has(unit))) continue;
    if (turn.isLoose === true && column === undefined) {
      // An end of another is none of theirs where they have their own.
      if (hasOwnEnds || !areKin(begun, turn)) continue;
      isByKin = true;
    }
    if (turn.isBegin) begun = turn;
    const { place } = turn;
    const running = open.get(unit);
    if (turn.isBegin) {
      if (running !== undefined) {
        repeated.push({ unit, start: place });
        if (isTriedAgain && shapeOf(running.start) === shapeOf(place))
          Object.assign(running, { startMs: place.timeMs, start: place });
        continue;
      }
      const interval: Interval = { unit, startMs: place.timeMs, endMs: undefined, start: place, end: undefined };
      open.set(unit, interval);
      units.set(unit, interval);
      intervals.push(interval);
    } else if (running !== undefined) {
      running.endMs = place.timeMs;
      running.end = place;
      open.delete(unit);
      units.set(unit, undefined);
    } else if (!units.has(unit)) {
      // The first word of it may be that all is well: no time before it is made up.
      units.set(unit, undefined);
      endedAtFirst.set(unit, { unit, startMs: undefined, endMs: place.timeMs, start: undefined, end: place });
    }
  }
  return { intervals, units, endedAtFirst, repeated, isByKin };
}

const shapeOf = (place: Place | undefined): string | undefined => place?.text.replace(/\d+/g, '#');

/** "Connected to redis" ends what "Connection to broker lost" began. */
const areKin = (begin: Turn | undefined, { said }: Turn): boolean =>
  said !== undefined && [...said].some((one) => one.length > 3 && begin?.said?.has(one) === true);

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
