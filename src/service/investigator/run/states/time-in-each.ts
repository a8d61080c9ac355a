import { columnNamed, lastOf } from '../../facts/schema.ts';
import { newValue } from '../../facts/turns.ts';
import { eachTimed } from '../each-held.ts';
import { nothing, type Runner, whole } from '../result.ts';
import { durationsOf } from './course-result.ts';

/** How long it was what lines say it turned into, each value by itself. */
export const runTimeInEach: Runner = async (scene, schema, query) => {
  const column = columnNamed(schema, newValue);
  const lastMs = lastOf(schema);
  const sums = new Map<string, number>();
  let current: { value: string; fromMs: number } | undefined;
  const add = (toMs: number) => {
    if (current !== undefined) sums.set(current.value, (sums.get(current.value) ?? 0) + toMs - current.fromMs);
  };
  await eachTimed(scene, schema, query, (record, timeMs) => {
    const value = column?.read(record);
    if (value === undefined) return;
    add(timeMs);
    current = { value, fromMs: timeMs };
  });
  add(Math.min(lastMs, query.window?.toMs ?? lastMs));
  return whole(sums.size === 0 ? nothing('no line shows what it turned into') : durationsOf(sums, query.order));
};
