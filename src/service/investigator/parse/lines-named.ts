import { levelNamed } from '../../lines/level-words.ts';
import type { Schema } from '../facts/schema.ts';
import { type Condition, hasAny, type Query } from '../query/query.ts';
import { columnsCalled, thingCalled } from './columns-called.ts';
import { nounOfEvent } from './named-lines.ts';
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
  // "Jobs completed by worker-2", where lines name jobs.
  const isOfNames = donePart.test(question) && columnsCalled(schema, [noun]).length > 0;
  const isOfLines =
    isCompared ||
    isOfNames ||
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
  const of = valuesOf(question, where, schema);
  if (of !== undefined) return { query: { take: 'values', of, where, ...windowOf(times) }, unread, absent, isInferred };
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
const donePart = /^[a-z]{3,}s [a-z]{3,}ed (?:by|for|on|from|to|with|in) \S/i;

/** "Enterprise users": the names that a field has on those lines. */
function valuesOf(question: string, where: readonly Condition[], schema: Schema): string | undefined {
  const head =
    /^(?<head>.+?)(?: (?:by|with|for|of|in|on|to|from|at|since|before|after|between|during|while|that|which|who) .*)?$/i.exec(
      question,
    )?.groups?.head ?? '';
  const last = tokensOfPhrase(head).at(-1) ?? '';
  if (!/[a-z]s$/i.test(last) || isNounForLines(last, schema) || nounOfEvent.test(last) || where.length === 0)
    return undefined;
  // Passes under a limit are those that came to it, and no names of what passed.
  if (where.some(({ is }) => /[<>]/.test(is))) return undefined;
  const column = columnsCalled(schema, [last]).find(
    ({ name, isNumber, isLabel, values }) =>
      !isNumber && isLabel !== true && values.size > 1 && !where.some(({ field }) => field === name),
  );
  return column === undefined || /^(?:level|outcome|message|source)$/.test(column.name) ? undefined : column.name;
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
