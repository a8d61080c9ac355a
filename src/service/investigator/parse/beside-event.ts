import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import type { FindMoment } from '../run/find-moment.ts';
import { momentOf } from './moment-of.ts';
import type { Understanding } from './parsed.ts';

const asked =
  /^what (?:happened|was logged|was there|was going on|came)(?: (?:right|just|immediately|directly|shortly))? (?<side>before|after) (?:the )?(?<event>(?:very )?(?:first|last) .+)$/i;

const linesAsked =
  /^(?:(?:show|give|list|print|quote)(?: me)? )?(?:the )?(?:(?:last |next |first )?(?<count>\d{1,2}) )?lines (?:(?:right|just|immediately|directly|shortly) )?(?<side>before|after|around) (?:the )?(?<event>.+)$/i;
const usualLines = 5;

/** "What happened right before the first failure": the lines there, whatever they tell of. */
export async function besideEvent(
  question: string,
  quotes: readonly string[],
  schema: Schema,
  findMoment: FindMoment,
): Promise<Understanding | undefined> {
  const listed = linesAsked.exec(question)?.groups;
  const { side, event } = listed ?? asked.exec(question)?.groups ?? {};
  if (side === undefined || event === undefined) return undefined;
  const moment = await momentOf(event, '', schema, quotes, findMoment);
  if (moment === undefined) return undefined;
  const { atMs, line, isInferred } = moment;
  if (listed !== undefined) {
    if (line === undefined) return undefined;
    const expects = side.toLowerCase() as 'before' | 'after' | 'around';
    const around = Number(listed.count ?? usualLines);
    const place = { of: line.document.name, line: line.line, around, ...(expects === 'around' ? {} : { expects }) };
    return { query: { take: 'show', where: [], ...place }, unread: [], absent: [], isInferred };
  }
  const query: Query =
    side.toLowerCase() === 'before'
      ? { take: 'doing', where: [], atMs: atMs - 1 }
      : { take: 'first', where: [], window: { fromMs: atMs + 1 } };
  return { query, unread: [], absent: [], isInferred };
}
