import { nameOfReason } from '../../../facts/reason.ts';
import type { Column } from '../../../facts/schema.ts';
import type { Condition, Query } from '../../../query/query.ts';
import { columnsCalled, isColumnNamed } from '../../columns-called.ts';
import { tokensOfPhrase } from '../../phrase.ts';
import { isNounForLines, meansRequests } from '../../words.ts';
import { isOfEach } from '../cues.ts';
import { heldBy, type Rows, type Shape } from './rows.ts';

/** How many there are, whether there are any, and which. */
export const counts: Shape = (rows) => {
  const { by, things, told } = rows;
  const { cues } = told;
  const { asks } = cues;
  const held = heldBy(rows);
  const thing = things.find(({ isSerial }) => isSerial === true);
  const of = thing === undefined || thing.name === by ? {} : { of: thing.name };
  if (by !== undefined && isOfEach(cues)) return { take: 'count', ...of, by, where: held };
  if (held.length === 0 && isOfOthers(rows)) return undefined;
  const each = eachCounted(rows);
  if (each !== undefined) return each;
  if (asks.has('count') || asks.has('total')) {
    const isOfLines = held.length === 0 && /\blines?\b/i.test(cues.rest);
    return { take: 'count', where: held, ...(isOfLines ? { of: 'lines' } : of) };
  }
  if (asks.has('exists')) return { take: 'exists', where: held };
  if (by !== undefined) return { take: 'values', of: by, where: held };
  return asks.has('id') ? valuesOf(thing, rows) : listed(held, rows);
};

/** Nothing says which lines are meant, but a word says that it is not all of them. */
function isOfOthers({ by, phrase, schema, told: { cues } }: Rows): boolean {
  if (/\b(?:them|it|those|these)\b/i.test(cues.rest)) return true;
  if (by !== undefined || cues.asks.has('exists')) return false;
  return tokensOfPhrase(phrase).some(
    (word) =>
      !isNounForLines(word, schema) && !meansRequests(word, schema) && columnsCalled(schema, [word]).length === 0,
  );
}

/** "How many addresses tried to log in": each is counted once. */
function eachCounted({ where, things: [head], phrase, told }: Rows): Query | undefined {
  const { asks } = told.cues;
  if (!asks.has('count') || asks.size > 1 || head === undefined || where.length === 0) return undefined;
  if (head.isSerial === true || head.isNumber || nameOfReason.test(head.name)) return undefined;
  const isHead = /^[a-z]+ ?[a-z]*s\b/i.test(phrase) && isColumnNamed(head, phrase.split(' ').slice(0, 2).join(' '));
  return isHead ? { take: 'distinct', of: head.name, where } : undefined;
}

const valuesOf = (thing: Column | undefined, { where }: Rows): Query | undefined =>
  thing && { take: 'values', of: thing.name, where };

function listed(held: Condition[], rows: Rows): Query | undefined {
  const { asks, rest } = rows.told.cues;
  const isOfAll = asks.size === 0 && held.length > 0 && /\b(?:are|were)(?: there)?[?. ]*$/i.test(rest);
  if (!asks.has('list') && !isOfAll) return undefined;
  return valuesOf(rows.things[0], rows) ?? { take: 'list', where: held };
}
