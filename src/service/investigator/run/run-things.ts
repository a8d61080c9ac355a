import { eachRecord, type LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { Condition, Query } from '../query/query.ts';
import { placeOf } from './accumulate.ts';
import { compile, type Test } from './conditions.ts';
import type { GroupRow, Place, Result } from './result.ts';

/** So many things of a kind are told apart. */
const mostThings = 500_000;

/** What the lines of one thing say of it, taken together. */
interface Thing {
  held: boolean[];
  parts: boolean[];
  by: string | undefined;
  place: Place;
}

/** Counts the things a column numbers, not their lines: builds, orders, requests. */
export async function runThings(
  scene: Scene,
  schema: Schema,
  query: Query,
  of: Column,
): Promise<{ result: Result; isWhole: boolean }> {
  const where = testsOf(query.where, schema, of);
  const against = testsOf(query.against ?? [], schema, of);
  const by = columnNamed(schema, query.by);
  const things = new Map<string, Thing>();
  const totals = await eachRecord(scene, {
    window: query.window,
    see(record) {
      const key = of.read(record)?.toLowerCase();
      if (key === undefined) return;
      let thing = things.get(key);
      if (thing === undefined) {
        if (things.size >= mostThings) return;
        thing = {
          held: where.map(() => false),
          parts: against.map(() => false),
          by: undefined,
          place: placeOf(record),
        };
        things.set(key, thing);
      }
      look(thing.held, where, record, () => {
        thing.place = placeOf(record);
      });
      look(thing.parts, against, record);
      thing.by ??= by?.read(record);
    },
  });
  const held = [...things.values()].filter((one) => one.held.every(Boolean));
  return { result: resultOf(query, held, totals.records), isWhole: totals.isWhole && things.size < mostThings };
}

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

function look(held: boolean[], tests: readonly Test[], record: LogRecord, onHeld?: () => void): void {
  for (const [index, test] of tests.entries()) {
    if (held[index] === true || !test(record)) continue;
    held[index] = true;
    onHeld?.();
  }
}

function resultOf(query: Query, held: readonly Thing[], records: number): Result {
  const places = held.slice(0, 6).map(({ place }) => place);
  if (query.by !== undefined) return { ...groupsOf(query, held), records };
  if (query.take !== 'share') return { shape: 'number', value: held.length, places, records };
  const part = held.filter(({ parts }) => parts.every(Boolean));
  return { shape: 'share', part: part.length, whole: held.length, places: part.slice(0, 6).map(({ place }) => place) };
}

function groupsOf(
  { take, order }: Query,
  held: readonly Thing[],
): Omit<Extract<Result, { shape: 'groups' }>, 'records'> {
  const groups = new Map<string, Thing[]>();
  for (const thing of held) {
    if (thing.by === undefined) continue;
    const own = groups.get(thing.by);
    if (own === undefined) groups.set(thing.by, [thing]);
    else own.push(thing);
  }
  const isShare = take === 'share';
  const rows = [...groups].map(([key, own]): GroupRow => {
    const part = own.filter(({ parts }) => parts.every(Boolean)).length;
    return { key, value: isShare ? (100 * part) / own.length : own.length, first: own[0]!.place };
  });
  const sign = order === 'least' ? 1 : -1;
  rows.sort((a, b) => sign * (a.value - b.value) || (a.key < b.key ? -1 : 1));
  return {
    shape: 'groups',
    rows,
    missing: held.filter(({ by }) => by === undefined).length,
    total: held.length,
    ...(isShare ? { unit: { name: '%', dimension: 'share' as const, factor: 1 } } : {}),
  };
}
