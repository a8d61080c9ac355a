import { type Counted, isLabel, isSerial } from './labels.ts';
import { distinctName } from './mentions.ts';
import type { Column } from './schema.ts';
import { small } from './tokens.ts';

/** So many names in common show that two columns are of the same things. */
const fewestShared = 2;
const mostNames = 500;

/**
 * The same things are called by their noun in some lines, and stand behind a mere "via" or "to" in others: what the
 * latter name is read as the former too.
 */
export function withKin(columns: readonly Seen[]): Column[] {
  const gone = new Set<Column>();
  withPrograms(columns);
  withSpellings(columns);
  withNumbered(columns, gone);
  const source = columns.find(({ name }) => name === 'source');
  for (const few of columns) {
    if (gone.has(few)) continue;
    if (source !== undefined && few.isPlace === true && areWriters(few, source)) {
      join(few, written(few, source));
      continue;
    }
    const same =
      few.isPlace === true && !few.isField && hasNames(few)
        ? columns.find((one) => !gone.has(one) && areSameThings(few, one))
        : undefined;
    if (same === undefined) continue;
    join(same, few);
    same.stems = new Set([...same.stems, ...few.stems]);
    // "Tunnel S626c2e" of the line that begins it and "session S626c2e" of the one that ends it.
    same.isLabel ||= isLabel(same);
    same.isSerial ||= isSerial(same);
    gone.add(few);
  }
  // What is seen to number things once two are one.
  withNumbered(columns, gone);
  for (const place of remaining(columns, gone)) {
    const isNumbering = place.isSerial === true && bareNumber.test(place.name);
    if (!isNumbering && !isUnnamed(place)) continue;
    const isKind = isNumbering ? isNumbered : isCalled;
    const kinship = (one: Column) =>
      isNumbering
        ? Math.max(shareOf(place, one, codeOfThing), shareOf(one, place, codeOfThing))
        : Math.max(shareOf(place, one), areAmong(one, place) ? 0.8 : 0);
    const [kin] = columns
      .filter((one) => one !== place && !gone.has(one) && isKind(one) && kinship(one) >= 0.8)
      .sort((a, b) => kinship(b) - kinship(a) || b.seen - a.seen);
    if (kin === undefined) continue;
    join(kin, place);
    gone.add(place);
  }
  withVerbs(columns, gone);
  return remaining(columns, gone);
}

const remaining = (columns: readonly Seen[], gone: ReadonlySet<Column>): Seen[] =>
  columns.filter((one) => !gone.has(one));

/** "Print job 4711" of one line is "job 4711" of another, and "transport M76" there "mission M76". */
function withNumbered(columns: readonly Seen[], gone: Set<Column>): void {
  const left = remaining(columns, gone);
  const numbered = left.filter(({ isSerial, isPlace }) => isSerial === true && isPlace === true);
  // "Transport M91 tried again" may stand on too few lines to be seen to number anything.
  const seldom = left.filter(
    ({ isSerial, isPlace, values }) =>
      isSerial !== true && isPlace === true && [...values.keys()].every((one) => codeOfThing.test(one)),
  );
  for (const few of [...numbered, ...seldom]) {
    const own = numbered.find(
      (one) =>
        one !== few &&
        !gone.has(one) &&
        (few.name.endsWith(` ${one.name}`)
          ? shareOf(few, one, /./) >= 0.8
          : areNouns(few, one) && shareOf(few, one, codeOfThing) >= 0.8 && areApart(few, one)),
    );
    if (own === undefined) continue;
    join(own, few);
    own.stems = new Set([...own.stems, ...few.stems]);
    gone.add(few);
  }
}

const areNouns = (few: Seen, one: Seen): boolean =>
  few.seen <= one.seen && !bareNumber.test(few.name) && !bareNumber.test(one.name);

const areApart = (one: Seen, other: Seen): boolean => ![...one.records].some((record) => other.records.has(record));

/** "Sent to plotter", "stuck on plotter": things that no line has a noun for, behind one verb and another. */
function withVerbs(columns: readonly Seen[], gone: Set<Column>): void {
  const unnamed = remaining(columns, gone)
    .filter(isUnnamed)
    .sort((a, b) => b.seen - a.seen);
  for (const few of unnamed.toReversed()) {
    const same = unnamed.find(
      (one) => one !== few && !gone.has(one) && one.seen >= few.seen && shareOf(few, one) >= 0.8 && areApart(few, one),
    );
    if (same === undefined) continue;
    join(same, few);
    gone.add(few);
  }
}

/** Who writes lines are things that other lines name. */
const areWriters = (things: Seen, source: Seen): boolean => !isUnnamed(things) && areAlsoIn(source, things);

/** "juniper-linux: cache wiped", where other lines tell of the agent juniper-linux: of who writes the lines, those it names. */
function written({ values }: Column, source: Column): Column {
  const isOne = (value: string) => values.has(value.toLowerCase());
  const own = new Map([...source.values].filter(([low]) => values.has(low)));
  return {
    ...source,
    values: own,
    seen: [...own.values()].reduce((sum, { count }) => sum + count, 0),
    read(record) {
      const value = source.read(record);
      return value !== undefined && isOne(value) ? value : undefined;
    },
  };
}

/** What the other has read is the column's too. */
export function join(kin: Column, place: Column): void {
  const own = kin.read;
  kin.read = (record) => own(record) ?? place.read(record);
  for (const [low, { shown, count }] of place.values) {
    const known = kin.values.get(low);
    if (known === undefined) kin.values.set(low, { shown, count });
    else known.count += count;
  }
  kin.seen += place.seen;
}

/** A column, and in which of the first records it was seen. */
export interface Seen extends Column, Pick<Counted, 'numbers' | 'numbering' | 'rising'> {
  records: ReadonlySet<number>;
  /** Some lines have it as a field. */
  isField: boolean;
}

/** Each is told apart from common words, or they are many. */
const hasNames = ({ isNumber, isSerial, name, values }: Column): boolean =>
  !isNumber &&
  isSerial !== true &&
  !ofLines.test(name) &&
  values.size >= fewestShared &&
  values.size <= mostNames &&
  (values.size > fewestShared || [...values.values()].every(({ shown }) => distinctName.test(shown)));

/** "Contact with MS-2" and "MS-2 is idle": the same names, and never two of them on a line, as "from" and "to" have them. */
const areSameThings = (few: Seen, many: Seen): boolean =>
  few !== many && (few.seen <= many.seen || many.isPlace !== true) && areAlsoIn(few, many);

/** Nearly all lines of the one have a name of the other, and none has one of each. */
const areAlsoIn = (few: Seen, many: Seen): boolean =>
  hasNames(many) && linesShared(few, many) >= 0.8 && areApart(few, many);

/** `booking.id` of one event is the `booking_id` of another, and `booking.hotel` the `hotel`. */
function withSpellings(columns: readonly Column[]): void {
  const fields = columns.filter(
    ({ name, isPlace, isNumber, isLabel }) =>
      isPlace !== true && (!isNumber || isLabel === true) && !ofLines.test(name),
  );
  const joined = fields.map(
    (one) => [one, ...fields.filter((other) => other !== one && isSpelling(one, other))] as const,
  );
  // As each was before any was joined to others.
  const own = new Map(fields.map((one) => [one, { ...one }]));
  for (const [one, ...names] of joined) {
    const others = names.flatMap((other) => own.get(other) ?? []);
    if (others.length === 0) continue;
    const reads = [one.read, ...others.map(({ read }) => read)];
    one.read = (record) => {
      for (const read of reads) {
        const value = read(record);
        if (value !== undefined) return value;
      }
      return undefined;
    };
    one.seen += others.reduce((sum, { seen }) => sum + seen, 0);
    one.values = new Map([...others.flatMap(({ values }) => [...values]), ...one.values]);
  }
}

/** The same name but for its signs, or the last part of the other's, with the same values. */
function isSpelling(one: Column, other: Column): boolean {
  const [left, right] = [one, other].map(({ name }) => name.toLowerCase());
  const isPart = left?.split('.').at(-1) === right || right?.split('.').at(-1) === left;
  const areAlike = left?.replace(/[^a-z\d]/g, '') === right?.replace(/[^a-z\d]/g, '');
  return (isPart || areAlike) && Math.max(shareOf(one, other, /./), shareOf(other, one, /./)) >= 0.8;
}

/** What `jenkins` writes is of the unit `jenkins.service`. */
function withPrograms(columns: readonly Column[]): void {
  const unit = columns.find(({ name, isPlace }) => name === 'unit' && isPlace === true);
  const source = columns.find(({ name }) => name === 'source');
  if (unit === undefined || source === undefined) return;
  const units = new Map(
    [...unit.values.values()].map(({ shown }) => [shown.replace(/\.\w+$/, '').toLowerCase(), shown]),
  );
  for (const [program, { count }] of source.values) {
    const known = unit.values.get(units.get(program)?.toLowerCase() ?? '');
    if (known === undefined) continue;
    known.count += count;
    unit.seen += count;
  }
  const { read } = unit;
  unit.read = (record) => read(record) ?? units.get(source.read(record)?.toLowerCase() ?? '');
}

/** By a preposition, or by no noun at all. */
const isUnnamed = ({ name, isPlace, isNumber, isSerial, values }: Column): boolean =>
  isPlace === true &&
  !isNumber &&
  isSerial !== true &&
  values.size >= fewestShared &&
  values.size <= mostNames &&
  name
    .split(' ')
    .every(
      (word) =>
        small.test(word) ||
        /^(?:name|user|domain)$/.test(word) ||
        /(?:ed|ing|ly)$|^(?:sent|begun|begins|starts|ends|green|red)$/.test(word),
    );

const isCalled = (column: Column): boolean =>
  !column.isNumber &&
  column.isSerial !== true &&
  column.values.size <= mostNames &&
  !isUnnamed(column) &&
  !ofLines.test(column.name);

/** How lines are told of, and no name of anything. */
const ofLines = /^(?:level|outcome|message|stated reason|new value|old value|method|path|status|thread|exception)$/;

/** "Alarm no. 5001 raised" beside "alarm 5001 gone": the number says of what it is elsewhere. */
const bareNumber = /^(?:no|nr|num|number|id|ref|reference)$/i;
const isNumbered = ({ isSerial, name }: Column): boolean => isSerial === true && !bareNumber.test(name);
/** Shorter ones, and short numbers, are of things of any kind. */
const codeOfThing = /^(?=.*\d)(?:.{4,}|(?=.*[a-z]).{3})$/i;

/** On how many of its lines the column has a name that the other has as well. */
function linesShared({ values }: Column, other: Column): number {
  const counts = [...values].map(([value, { count }]) => ({ count, isShared: other.values.has(value) }));
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const shared = counts.filter(({ isShared }) => isShared);
  return shared.length < fewestShared ? 0 : shared.reduce((sum, { count }) => sum + count, 0) / all;
}

/** How many of the values the other column has as well. */
function shareOf(place: Column, other: Column, isTold = /[a-z]/i): number {
  const shared = [...place.values.keys()].filter((value) => isTold.test(value) && other.values.has(value)).length;
  return shared < fewestShared ? 0 : shared / place.values.size;
}

/** "Acquirer NordBank offline": the few that are called by their noun stand in the other place too, and are no common words. */
const areAmong = (few: Column, place: Column): boolean =>
  few.isPlace === true &&
  few.values.size > 0 &&
  [...few.values].every(([low, { shown }]) => distinctName.test(shown) && place.values.has(low));
