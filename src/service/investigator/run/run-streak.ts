import { placeOf } from '../facts/place.ts';
import type { LogRecord } from '../facts/records.ts';
import { columnNamed } from '../facts/schema.ts';
import { compile } from './conditions.ts';
import { eachHeld } from './each-held.ts';
import { mostPlaces } from './gathered.ts';
import { notAtOnce, type Result, type Runner, ranked, whole } from './result.ts';
import { mostThings } from './run-things.ts';

type Streak = Result<'streak'>;

/** The one that goes on, and the longest so far. */
interface Streaks {
  now: Streak;
  best: Streak;
}

/** Of the lines that `where` means, the most in a row that hold `against`; each thing's own where `by` tells them apart. */
export const runStreak: Runner = async (scene, schema, query) => {
  const isPart = compile(query.against ?? [], schema);
  const by = columnNamed(schema, query.by);
  const all = new Map<string, Streaks>();
  const totals = await eachHeld(scene, schema, query, (record) => {
    const key = by === undefined ? '' : by.read(record);
    if (key === undefined || (!all.has(key) && all.size >= mostThings)) return;
    const streaks = all.get(key) ?? { now: none, best: none };
    all.set(key, streaks);
    streaks.now = isPart(record) ? longer(streaks.now, record) : none;
    if (streaks.now.count > streaks.best.count) streaks.best = streaks.now;
  });
  const isWhole = totals.isWhole && all.size < mostThings;
  if (all.size === 0) return whole(notAtOnce);
  if (by === undefined) return { result: all.get('')?.best ?? none, isWhole };
  const rows = [...all].map(([key, { best }]) => ({ key, value: best.count, first: best.places[0] }));
  return { result: { shape: 'groups', rows: ranked(rows, query.order) }, isWhole };
};

const none: Streak = { shape: 'streak', count: 0, places: [] };

function longer({ count, fromMs, places }: Streak, record: LogRecord): Streak {
  const { timeMs } = record;
  const shown = places.length < mostPlaces ? [...places, placeOf(record)] : places;
  return { shape: 'streak', count: count + 1, fromMs: count === 0 ? timeMs : fromMs, toMs: timeMs, places: shown };
}
