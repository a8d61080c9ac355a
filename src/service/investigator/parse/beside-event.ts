import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import type { FindMoment } from '../run/find-moment.ts';
import type { Candidate } from './compose.ts';
import { momentOf } from './moment-of.ts';

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
  const moment = await momentOf(event, '', schema, quotes, findMoment);
  if (moment === undefined) return undefined;
  const { atMs, isInferred } = moment;
  const query: Query =
    side.toLowerCase() === 'before'
      ? { take: 'doing', where: [], atMs: atMs - 1 }
      : { take: 'first', where: [], window: { fromMs: atMs + 1 } };
  return { query, unread: [], absent: [], isInferred, loose: 0 };
}
