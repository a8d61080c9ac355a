import { courseFrom, type Interval } from '../../facts/intervals.ts';
import { phasesIn } from '../../facts/phases.ts';
import { placeOf } from '../../facts/place.ts';
import type { LogRecord } from '../../facts/records.ts';
import type { Schema } from '../../facts/schema.ts';
import { stemsOf } from '../../facts/stem.ts';
import type { Condition, Query } from '../../query/query.ts';
import { compile } from '../conditions.ts';
import { type RunResult, whole } from '../result.ts';
import { resultOfCourse } from './course-result.ts';

/** What is asked of whether, how often and how long something was so. */
const ofLength = /^(?:state|duration|longest|episodes|mean|median|percentile|sum)$/;

/**
 * "How long did the coolant alarm last": of what has no name for its state the time from the line that tells of it to
 * the one that says it is over. Undefined where its lines take no such turns.
 */
export function runPhases(schema: Schema, query: Query): RunResult | undefined {
  const { take, where, against, by, state = '' } = query;
  const said = where.find(({ field, is }) => field === 'words' && is === 'has');
  if (!ofLength.test(take) || against !== undefined || said === undefined || !schema.isWhole) return undefined;
  const phases = phasesIn(linesOf(where, said, schema), schema, 1);
  if (phases === undefined || (by !== undefined && by !== '*' && by !== phases.column?.name)) return undefined;
  const timed = phases.all.flatMap(({ unit, begin, end }): Interval[] =>
    begin.timeMs === undefined || (end !== undefined && end.timeMs === undefined)
      ? []
      : [{ unit, startMs: begin.timeMs, endMs: end?.timeMs, start: placeOf(begin), end: end && placeOf(end) }],
  );
  if (timed.length === 0) return undefined;
  const result = resultOfCourse(query, courseFrom(timed, phases.column, schema), schema);
  const others = where.filter((one) => one !== said);
  // "2 min 51 s occlusion", which no line calls running.
  const asTold = state === 'running' ? { asTold: { ...query, state: said.value, where: others } } : {};
  return { ...whole(result), isGuessed: true, ...asTold };
}

/** Those that are meant, and those that undo what they say: "banned", "unbanned". */
function linesOf(where: readonly Condition[], said: Condition, schema: Schema): LogRecord[] {
  const isMeant = compile([...where], schema);
  const isOfSame = compile(
    where.filter((one) => one !== said),
    schema,
  );
  const undone = new Set([...stemsOf(said.value)].flatMap((one) => [`un${one}`, `dis${one}`, `de${one}`]));
  const isUndone = (record: LogRecord) => [...schema.said(record).stems()].some((one) => undone.has(one));
  return schema.sample.filter((record) => isMeant(record) || (isUndone(record) && isOfSame(record)));
}
