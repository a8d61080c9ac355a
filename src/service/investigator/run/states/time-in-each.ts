import { eachRecord } from '../../facts/records.ts';
import { columnNamed } from '../../facts/schema.ts';
import { newValue } from '../../facts/turns.ts';
import { compile } from '../conditions.ts';
import { nothing, type Runner, whole } from '../result.ts';
import { durationsOf } from './course-result.ts';

/** How long it was what lines say it turned into, each value by itself. */
export const runTimeInEach: Runner = async (scene, schema, query) => {
  const test = compile(query.where, schema);
  const column = columnNamed(schema, newValue);
  const sums = new Map<string, number>();
  let current: { value: string; fromMs: number } | undefined;
  let lastMs = schema.clock?.lastMs ?? 0;
  const add = (toMs: number) => {
    if (current !== undefined) sums.set(current.value, (sums.get(current.value) ?? 0) + toMs - current.fromMs);
  };
  await eachRecord(scene, {
    window: query.window,
    see(record) {
      const { timeMs } = record;
      if (timeMs === undefined) return;
      lastMs = Math.max(lastMs, timeMs);
      const value = test(record) ? column?.read(record) : undefined;
      if (value === undefined) return;
      add(timeMs);
      current = { value, fromMs: timeMs };
    },
  });
  add(Math.min(lastMs, query.window?.toMs ?? lastMs));
  return whole(sums.size === 0 ? nothing('no line shows what it turned into') : durationsOf(sums, query.order));
};
