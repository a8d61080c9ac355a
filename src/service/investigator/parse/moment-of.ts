import type { Schema } from '../facts/schema.ts';
import type { EventAsked, FindMoment } from '../run/find-moment.ts';
import { eventsIn } from './events.ts';

interface Moment {
  atMs: number;
  isInferred: boolean;
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
    return { atMs: found.atMs, event, isInferred: isInferred || (found.isOneOf && !isOne) };
  }
  return undefined;
}
