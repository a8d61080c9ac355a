import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import type { FindMoment } from '../run/find-moment.ts';
import { momentOf } from './moment-of.ts';
import type { Understanding } from './parsed.ts';
import { readPhrase } from './read-phrase.ts';

const asked =
  /^what (?:happened|was logged|was there|was going on|came)(?: (?:right|just|immediately|directly|shortly))? (?<side>before|after) (?:the )?(?<event>(?:very )?(?:first|last) .+)$/i;

/** "What was changed right before the queries were refused", "anything odd just before each crash". */
const askedBefore =
  /^(?:what|which (?:lines?|events?|messages?|changes?)|anything|(?:is|was|were) there anything|did (?:any|some)(?:one|body|thing)) ?(?<said>.{0,60}?)(?: ?\b(?:right|just|immediately|directly|shortly))? (?:before|prior to|ahead of|up to) (?:the |each |every )*(?<event>.+?)(?: (?:first )?(?:began|begins?|start(?:ed|s)|happen(?:ed|s)|occur(?:red|s)))?$/i;
/** Says that something happened, and nothing of what. */
const happens =
  /\b(?:happen(?:s|ed|ing)?|chang(?:es?|ed)|suspicious|unusual|odd|strange|weird|interesting|new|different|logged|going|comes?|came|stands?|occur(?:s|red)?|took|done|rolled|deployed|leads?|led)\b/gi;
const auxiliary = /\b(?:is|was|were|has|had|been|got|something|anything|there|place|do(?:es)?|did|out|up|on)\b/gi;

/** "What happened right before the first failure": the line there, whatever it tells of. */
export async function besideEvent(
  question: string,
  quotes: readonly string[],
  schema: Schema,
  findMoment: FindMoment,
): Promise<Understanding | undefined> {
  const { side = '', event } = asked.exec(question)?.groups ?? {};
  if (event === undefined) return ledToEvent(question, quotes, schema, findMoment);
  const moment = await momentOf(event, '', schema, quotes, findMoment);
  if (moment === undefined) return undefined;
  const { atMs, isInferred } = moment;
  const query: Query = /before/i.test(side)
    ? { take: 'doing', where: [], atMs: atMs - 1 }
    : { take: 'first', where: [], window: { fromMs: atMs + 1 } };
  return { query, unread: [], absent: [], isInferred };
}

/** What came before something, whatever it is: told as what led to it. */
async function ledToEvent(
  question: string,
  quotes: readonly string[],
  schema: Schema,
  findMoment: FindMoment,
): Promise<Understanding | undefined> {
  const { said, event } = askedBefore.exec(question)?.groups ?? {};
  if (said === undefined || event === undefined) return undefined;
  if (said.search(happens) < 0) return undefined;
  const about = said.replace(happens, ' ').replace(auxiliary, ' ').trim();
  const { unread, absent } = readPhrase(about, schema, quotes);
  if (unread.length + absent.length > 0) return undefined;
  const moment = await momentOf(event, about, schema, quotes, findMoment);
  if (moment === undefined || moment.event.where.length === 0) return undefined;
  const isOfChange = /\bchang|\brolled\b|\bdeployed\b|\bnew\b|\bdifferent\b|^did any/i.test(question);
  const of = isOfChange ? { of: 'change' } : {};
  const query: Query = { take: 'explain', ...of, where: [...moment.event.where], expects: 'before' };
  return { query, unread: [], absent: [], isInferred: moment.isInferred };
}
