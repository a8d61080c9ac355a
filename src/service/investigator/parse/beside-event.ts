import type { Schema } from '../facts/schema.ts';
import type { FindMoment } from '../run/find-moment.ts';
import type { Candidate } from './compose.ts';
import { eventsIn } from './events.ts';

const asked =
  /^what (?:happened|was logged|was there|was going on|came)(?: (?:right|just|immediately|directly|shortly))? (?<side>before|after) (?:the )?(?<event>(?:very )?(?:first|last) .+)$/i;

/** "What happened right before the first failure": the lines there, whatever they tell of. */
export async function besideEvent(
  question: string,
  quotes: readonly string[],
  schema: Schema,
  findMoment: FindMoment,
): Promise<Candidate | undefined> {
  const { side, event } = asked.exec(question)?.groups ?? {};
  if (side === undefined || event === undefined) return undefined;
  for (const one of eventsIn(event, '', schema, quotes)) {
    const found = await findMoment(one.event);
    if (found === undefined) continue;
    const read = { unread: [], absent: [], isInferred: one.isInferred, loose: 0 };
    return side.toLowerCase() === 'before'
      ? { ...read, query: { take: 'doing', where: [], atMs: found.atMs - 1 } }
      : { ...read, query: { take: 'first', where: [], window: { fromMs: found.atMs + 1 } } };
  }
  return undefined;
}
