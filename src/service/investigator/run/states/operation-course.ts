import { oncePer } from '#core/once-per.ts';
import { type Course, courseFrom, type Interval } from '../../facts/intervals.ts';
import { isAlarm } from '../../facts/levels.ts';
import { placeOf } from '../../facts/place.ts';
import type { LogRecord } from '../../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../../facts/schema.ts';
import type { Scene } from '../../investigation.ts';
import type { Query } from '../../query/query.ts';
import { compile } from '../conditions.ts';
import { eachTimed } from '../each-held.ts';

/** What the program numbers and does, and what its lines tell of how each came out. */
interface Numbered {
  operation: Column;
  outcome: Column;
}

/** So many of them must have a line that comes before the one with their outcome. */
const nearlyAll = 0.8;

/** Those of which not the outcome alone is told. */
const numberedIn = oncePer((schema: Schema): readonly Numbered[] => {
  const outcome = columnNamed(schema, 'outcome');
  if (outcome === undefined) return [];
  return schema.operations
    .map((operation) => ({ operation, outcome }))
    .filter((one) => isToldWhole(one, schema.sample));
});

function isToldWhole({ operation, outcome }: Numbered, sample: readonly LogRecord[]): boolean {
  // Where none failed, lines say in words when each began and ended.
  const isFailed = (record: LogRecord) => operation.read(record) !== undefined && outcome.read(record) === 'failed';
  if (!sample.some(isFailed)) return false;
  const parts = new Map<string, 'begun' | 'ended' | 'whole'>();
  for (const record of sample) {
    const id = operation.read(record);
    if (id === undefined) continue;
    const isEnd = outcome.read(record) !== undefined;
    const known = parts.get(id);
    parts.set(id, isEnd ? (known === undefined || known === 'ended' ? 'ended' : 'whole') : (known ?? 'begun'));
  }
  const whole = [...parts.values()].filter((one) => one === 'whole').length;
  return whole > 0 && whole >= parts.size * nearlyAll;
}

/** Which of them is asked about, by its name or number. */
const askedIn = (schema: Schema, { by, where }: Query): Numbered | undefined =>
  numberedIn(schema).find(({ operation: { name } }) =>
    by === undefined ? where.some(({ field }) => field === name) : name === by,
  );

interface Followed extends Interval {
  /** Which of the conditions some line of it meets. */
  met: boolean[];
}

/**
 * When each of what the program numbers was under way, whatever words its lines have for it: from the first line with
 * its number to the one that tells how it came out. Undefined where something else is asked about.
 */
export async function operationCourse(scene: Scene, schema: Schema, query: Query): Promise<Course | undefined> {
  const numbered = askedIn(schema, query);
  if (numbered === undefined) return undefined;
  const { operation, outcome } = numbered;
  const tests = query.where.map((one) => compile([one], schema));
  const followed = new Map<string, Followed>();
  const endedAtFirst = new Map<string, Interval>();
  await eachTimed(scene, schema, { where: [] }, (record, timeMs) => {
    const unit = operation.read(record);
    if (unit === undefined || endedAtFirst.has(unit)) return;
    const place = placeOf(record);
    const isEnd = outcome.read(record) !== undefined;
    const known = followed.get(unit);
    // What is warned of at once was skipped, and never ran.
    if (known === undefined && (isEnd || isAlarm(record))) {
      endedAtFirst.set(unit, { unit, startMs: undefined, endMs: timeMs, start: undefined, end: place });
      return;
    }
    const own = known ?? { unit, startMs: timeMs, endMs: undefined, start: place, end: undefined, met: [] };
    followed.set(unit, own);
    for (const [at, test] of tests.entries()) own.met[at] ||= test(record);
    if (isEnd && own.end === undefined) Object.assign(own, { endMs: timeMs, end: place });
  });
  const meant = [...followed.values()].filter(({ met }) => tests.every((_, at) => met[at] === true));
  return courseFrom(meant, operation, schema, endedAtFirst);
}
