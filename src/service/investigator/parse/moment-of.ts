import type { LogRecord } from '../facts/records.ts';
import type { Schema } from '../facts/schema.ts';
import { compile } from '../run/conditions.ts';
import type { EventAsked, FindMoment } from '../run/find-moment.ts';
import { eventsIn } from './events.ts';

interface Moment {
  atMs: number;
  isInferred: boolean;
  line: LogRecord | undefined;
  event: EventAsked;
}

/** When what is said happened, by the first of its meanings that the file has; `main` is what stands beside it. */
export async function momentOf(
  said: string,
  main: string,
  schema: Schema,
  quotes: readonly string[],
  findMoment: FindMoment,
  within?: EventAsked['within'],
): Promise<Moment | undefined> {
  for (const { event, isOne, isInferred } of eventsIn(said, main, schema, quotes)) {
    const found = await findMoment(within === undefined ? event : { ...event, within });
    if (found === undefined) continue;
    const { atMs, isOneOf } = found;
    const test = compile(event.where, schema);
    const line = schema.sample.find((record) => record.timeMs === atMs && test(record));
    return { atMs, line, event, isInferred: isInferred || (isOneOf && !isOne) };
  }
  return undefined;
}
