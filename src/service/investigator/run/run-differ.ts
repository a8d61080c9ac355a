import { eachRecord, type LogRecord } from '../facts/records.ts';
import type { Schema } from '../facts/schema.ts';
import type { Query, Window } from '../query/query.ts';
import { lengthOf } from './collectors.ts';
import { compile } from './conditions.ts';
import { differencesOf } from './differences.ts';
import { nothing, type Runner, whole } from './result.ts';
import { createSideSeen, type SideSeen } from './side-seen.ts';

/** What differs most between lines of one name and of another, or of one stretch of time and of another. */
export const runDiffer: Runner = async (scene, schema, query) => {
  const { where, against = where, window, than = window } = query;
  const sides = [sideOf(where, window, schema), sideOf(against, than, schema)] as const;
  const seen: [SideSeen, SideSeen] = [createSideSeen(schema, where), createSideSeen(schema, against)];
  const { isWhole } = await eachRecord(scene, {
    see(record) {
      for (const [at, side] of sides.entries()) if (side(record)) seen[at]?.see(record);
    },
  });
  const [left, right] = seen;
  if (left.all.count === 0 || right.all.count === 0) return whole(nothing('one side has no lines'));
  // The more lines there are of a name, or the longer a time is, the more there are of each kind.
  const isOfTimes = query.than !== undefined;
  const scale = isOfTimes
    ? lengthOf(window, schema) / Math.max(lengthOf(than, schema), 1)
    : left.all.count / right.all.count;
  return { result: { shape: 'differences', ...differencesOf(left, right, scale, schema) }, isWhole };
};

function sideOf(where: Query['where'], window: Window | undefined, schema: Schema): (record: LogRecord) => boolean {
  const test = compile([...where], schema);
  const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY } = window ?? {};
  return (record) => {
    if (window !== undefined && !(record.timeMs !== undefined && record.timeMs >= fromMs && record.timeMs <= toMs))
      return false;
    return test(record);
  };
}
