import { percentUnit } from '../facts/amount.ts';
import { type Place, placeOf } from '../facts/place.ts';
import { eachRecord, type LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile, type Test } from './conditions.ts';
import { mostPlaces } from './gathered.ts';
import { noValue, type Result, type Runner, ranked, whole } from './result.ts';

/** So many things of a kind are told apart. */
export const mostThings = 500_000;

/** What the lines of one thing say of it, taken together. */
interface Thing {
  held: boolean[];
  parts: boolean[];
  by: string | undefined;
  place: Place;
  /** One of its lines says what none may say. */
  isExcepted: boolean;
}

/** "But for those that timed out": said of the thing, whichever of its lines says it. */
const isExcepting = ({ field, is }: Condition): boolean => field === 'words' && is === '!=';

const no = () => false;

/** Counts the things a column numbers, not their lines: builds, orders, requests. */
export const runThings: Runner = async (scene, schema, query) => {
  const of = columnNamed(schema, query.of);
  if (of === undefined) return whole(noValue);
  const isMeant = compile(query.where.filter(isExcepting), schema);
  const where = testsOf(
    query.where.filter((one) => !isExcepting(one)),
    schema,
    of,
  );
  const against = testsOf(query.against ?? [], schema, of);
  const by = columnNamed(schema, query.by);
  const things = new Map<string, Thing>();
  // Of things that one line each tells all of, the others need not be remembered.
  const [onOneLine, second] = where;
  const isOfOneLine =
    query.take === 'count' &&
    second === undefined &&
    (by ?? query.against) === undefined &&
    !query.where.some(isExcepting);
  const totals = await eachRecord(scene, {
    window: query.window,
    see(record) {
      const key = of.read(record)?.toLowerCase();
      if (key === undefined) return;
      let thing = things.get(key);
      if (thing === undefined) {
        if (things.size >= mostThings || (isOfOneLine && onOneLine?.(record) === false)) return;
        thing = {
          held: where.map(no),
          parts: against.map(no),
          by: undefined,
          place: placeOf(record),
          isExcepted: false,
        };
        things.set(key, thing);
      }
      thing.isExcepted ||= !isMeant(record);
      const isHeld = look(thing.held, where, record);
      // What makes it a part proves a share, whichever line says what it is a part of.
      if (look(thing.parts, against, record) || (isHeld && !thing.parts.includes(true))) thing.place = placeOf(record);
      thing.by ??= by?.read(record);
    },
  });
  const held = [...things.values()].filter((one) => !one.isExcepted && one.held.every(Boolean));
  return { result: resultOf(query, held), isWhole: totals.isWhole && things.size < mostThings };
};

/** Where no line states all that is asked, each of it may stand on another line of the same thing. */
function testsOf(where: readonly Condition[], schema: Schema, of: Column): Test[] {
  const isOfWords = ({ field }: Condition) => /^(?:words|text|form)$/.test(field);
  const said = compile(where.filter(isOfWords), schema);
  const columns = schema.columns.filter(({ name }) => where.some(({ field }) => field === name));
  const isOnOneLine = schema.sample.some(
    (record) => of.read(record) !== undefined && columns.every((one) => one.read(record) !== undefined) && said(record),
  );
  if (where.length === 0) return [];
  return isOnOneLine ? [compile(where, schema)] : where.map((one) => compile([one], schema));
}

/** Whether the record holds what no line before it did. */
function look(held: boolean[], tests: readonly Test[], record: LogRecord): boolean {
  let isNew = false;
  for (const [index, test] of tests.entries()) {
    if (held[index] === true || !test(record)) continue;
    held[index] = true;
    isNew = true;
  }
  return isNew;
}

const isPart = ({ parts }: Thing): boolean => parts.every(Boolean);

function resultOf({ by, take, order }: Query, held: readonly Thing[]): Result {
  const isShare = take === 'share';
  const placesOf = (some: readonly Thing[]) => some.slice(0, mostPlaces).map(({ place }) => place);
  if (by === undefined) {
    if (!isShare) return { shape: 'number', value: held.length, places: placesOf(held) };
    const part = held.filter(isPart);
    return { shape: 'share', part: part.length, whole: held.length, places: placesOf(part) };
  }
  const groups = Map.groupBy(held, (thing) => thing.by);
  const missing = groups.get(undefined)?.length ?? 0;
  const rows = [...groups].flatMap(([key, own]) => {
    const value = isShare ? (100 * own.filter(isPart).length) / own.length : own.length;
    return key === undefined ? [] : [{ key, value, first: own[0]?.place }];
  });
  const unit = isShare ? percentUnit : undefined;
  return { shape: 'groups', rows: ranked(rows, order), missing, total: held.length, unit };
}
