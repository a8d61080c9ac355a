import { type Place, placeOf } from '../facts/place.ts';
import { columnNamed } from '../facts/schema.ts';
import { eachTimed } from './each-held.ts';
import { mostPlaces } from './gathered.ts';
import type { Runner } from './result.ts';
import { runCount } from './run-count.ts';
import { trendOf } from './trend.ts';

/** Which way a number goes for each thing, that first which goes furthest. */
export const runTrends: Runner = async (scene, schema, query) => {
  if (query.by === undefined) return runCount(scene, schema, query);
  const [of, by] = [columnNamed(schema, query.of), columnNamed(schema, query.by)];
  const groups = new Map<string, { points: { timeMs: number; value: number }[]; places: Place[] }>();
  const { isWhole } = await eachTimed(scene, schema, query, (record, timeMs) => {
    const [key, value] = [by?.read(record), of?.number(record)];
    if (key === undefined || value === undefined) return;
    const group = groups.get(key) ?? { points: [], places: [] };
    groups.set(key, group);
    group.points.push({ timeMs, value });
    if (group.places.length < mostPlaces) group.places.push(placeOf(record));
  });
  const sign = query.order === 'least' ? -1 : 1;
  const rows = [...groups].flatMap(([key, { points, places }]) => {
    const trend = trendOf(points, of, places, query, schema);
    if (trend.shape !== 'trend') return [];
    return [{ key, trend, moved: (sign * (trend.late - trend.early)) / (Math.abs(trend.early) || 1) }];
  });
  return { result: { shape: 'trends', rows: rows.sort((a, b) => b.moved - a.moved) }, isWhole };
};
