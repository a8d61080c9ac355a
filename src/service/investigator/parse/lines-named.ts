import { levelNamed } from '../../lines/level-words.ts';
import type { Schema } from '../facts/schema.ts';
import { type Condition, hasAny, type Query } from '../query/query.ts';
import { thingCalled } from './columns-called.ts';
import type { Around, Understanding } from './parsed.ts';
import { tokensOfPhrase } from './phrase.ts';
import { readPhrase } from './read-phrase.ts';
import { isToldOf } from './told-words.ts';
import { windowOf } from './window.ts';
import { isNounForLines, meansRequests } from './words.ts';

/** "Requests between ten and eleven", "OOMKilled events in shop": a noun for lines, and which of them. */
export function linesNamed(
  question: string,
  { times, quotes, isAsked = false }: Around,
  schema: Schema,
): Understanding | undefined {
  if (asksAtAll.test(question)) return undefined;
  const { where, columns, unread, absent, isInferred } = readPhrase(question, schema, quotes);
  // "Statements over 500 ms".
  const [noun = ''] = /^[a-z]{3,}s\b/i.exec(question) ?? [];
  const isCompared = noun !== '' && where.some(({ is }) => /[<>]/.test(is));
  const isOfLines =
    isCompared ||
    tokensOfPhrase(question).some(
      (word) =>
        namesThings(word, schema) ||
        (isAsked && nounOfEvent.test(word)) ||
        ((isAsked || where.length > 2 || (times.length > 0 && !telling.test(question))) &&
          /^[a-z]{3,}s$/i.test(word) &&
          isToldOf(schema, word)),
    );
  const isNarrowed = (where.length > 0 || times.length > 0) && !ofFigure.test(question);
  if (!isOfLines || !isNarrowed || unread.length + absent.length > 0 || columns.some(({ isLabel }) => isLabel !== true))
    return undefined;
  const named = where.filter(({ is, field }) => is === '=' && field !== 'text');
  if (new Set(named.map(({ field }) => field)).size < named.length) return undefined;
  // "Jobs received": what the verb says of them is not in the conditions.
  const isNarrower = columns.length > 0 || /\b[a-z]{3,}(?:ed|ing)\b/i.test(question);
  const isGuessed = isInferred || isNarrower;
  // "Lost tasks" are lines that name a task.
  const things = columns.map(({ name }): Condition => hasAny(name));
  const query: Query = { take: 'list', where: [...where, ...things], ...windowOf(times) };
  return { query, unread, absent, isInferred: isGuessed };
}
/** What lines are not: "alarm clear time", "% of uploads". */
const ofFigure =
  /%|\b(?:time|times|total|share|percent\w*|sum|duration|average|mean|value|id|max|min|downtime|uptime)\b/i;
/** "Uploads fail since noon" tells of a trouble, "uploads since noon" names lines. */
const telling =
  /\b(?:fails?|crash(?:es)?|hangs?|dies?|died|stops?|breaks?|broke|freezes|froze|is|are|was|were|cannot|goes|went|gets|got|keeps?)\b/i;
const asksAtAll =
  /^(?:why|how|what|when|where|who|whose|which|is|are|was|were|did|does|do|has|have|can|add|sum|any|total|average|number|count)\b|\b(?:most|least|longest|shortest|highest|lowest|total|average|first|last|per)\b/i;

const namesThings = (word: string, schema: Schema): boolean => {
  const low = word.toLowerCase();
  return (
    isNounForLines(low, schema) ||
    meansRequests(low, schema) ||
    (low.endsWith('s') && levelNamed(low.slice(0, -1)) !== undefined) ||
    thingCalled(schema, low) !== undefined
  );
};

/** What happened, by a noun of its own. */
const nounOfEvent =
  /^(?:quer(?:y|ies)|requests?|faults?|errors?|calls?|look-?ups?|logins?|alerts?|alarms?|transfers?|downloads?|uploads?|payments?|rebalances?|crashes|restarts?|retries|failures?|timeouts?|connections?|transactions?|commits?|deploys?|deployments?|messages?|(?:authentic|authoriz|registr|invoc|alloc|reconnec|disconnec|rejec|submis|execu|opera)[a-z]{0,3}ions?|attempts?|deliver(?:y|ies)|rejections?|rejects?)$/i;
