import { namesOfUnits } from '../../facts/intervals.ts';
import { type Place, placeOf } from '../../facts/place.ts';
import { type Column, columnNamed, lastOf, type Schema } from '../../facts/schema.ts';
import type { Scene } from '../../investigation.ts';
import type { Query } from '../../query/query.ts';
import { eachTimed } from '../each-held.ts';
import { nothing, type Result, type Runner, whole } from '../result.ts';

/** What no line says of a thing: lines may have "silent" for another state. */
export const notHeardOf = 'not heard of';

interface Heard {
  lines: number;
  lastMs: number;
  longestMs: number;
  place: Place;
}

/** Of fewer lines no rhythm is known. */
const fewestLines = 5;
/** So many times its longest time between two lines is longer than usual. */
const muchLonger = 3;
const mostThings = 200;
const mostHeard = 20_000;

/** Whose lines stop long before the end, by their own rhythm, while those of others of its kind go on. */
export const runSilent: Runner = async (scene, schema, query) => {
  const { by, where, window } = query;
  const named = where.find(({ field }) => columnNamed(schema, field) !== undefined);
  const own = columnNamed(schema, by ?? named?.field);
  const isMeant = (name: string) => named === undefined || name.toLowerCase() === named.value.toLowerCase();
  let none: Result<'silent'> | undefined;
  for (const column of own === undefined ? kindsOf(schema) : [own]) {
    const [all, quiet] = quietIn(await heardOf(scene, schema, column), lastOf(schema), window?.fromMs);
    const isTold = all.some(([name]) => isMeant(name)) && quiet.length < all.length;
    if (!isTold || (own === undefined && quiet.length * 3 > all.length)) continue;
    const meant = quiet.filter(([name]) => isMeant(name));
    const rows = meant.map(([key, { place }]) => ({ key, value: 0, first: place }));
    const result = { shape: 'silent', rows, of: column.name, among: all.length } as const;
    // What most of them do is no silence, and of which kind none does is not known.
    if (own !== undefined || rows.length > 0) return { ...whole(result), isGuessed: own === undefined };
    none ??= { ...result, rows };
  }
  const untold = nothing('its lines have no things of a kind of which some go on while others stop');
  return { ...whole(none ?? untold), isGuessed: true };
};

/** What the things of a file may be told apart by. */
const kindsOf = (schema: Schema): Column[] =>
  namesOfUnits(schema).filter(
    ({ name, isSerial, values, seen }) =>
      isSerial !== true &&
      name !== 'outcome' &&
      values.size > 1 &&
      values.size <= mostThings &&
      seen * 2 > schema.records,
  );

async function heardOf(scene: Scene, schema: Schema, column: Column): Promise<Map<string, Heard>> {
  const heard = new Map<string, Heard>();
  await eachTimed(scene, schema, { where: [] }, (record, timeMs) => {
    const name = column.read(record);
    if (name === undefined) return;
    const known = heard.get(name);
    if (known === undefined && heard.size >= mostHeard) return;
    if (known === undefined) heard.set(name, { lines: 1, lastMs: timeMs, longestMs: 0, place: placeOf(record) });
    else
      Object.assign(known, {
        lines: known.lines + 1,
        lastMs: timeMs,
        longestMs: Math.max(known.longestMs, timeMs - known.lastMs),
        place: placeOf(record),
      });
  });
  return heard;
}

type Named = [name: string, heard: Heard];

/** Those whose rhythm is known, or that are asked about since a time, and those of them that are not heard of any more. */
function quietIn(heard: ReadonlyMap<string, Heard>, lastMs: number, sinceMs: Query['atMs']): [Named[], Named[]] {
  if (sinceMs !== undefined) return [[...heard], [...heard].filter(([, one]) => one.lastMs < sinceMs)];
  const all = [...heard].filter(([, { lines }]) => lines >= fewestLines);
  return [all, all.filter(([, one]) => lastMs - one.lastMs > muchLonger * one.longestMs)];
}
