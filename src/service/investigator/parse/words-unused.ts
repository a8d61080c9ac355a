import { literalPattern } from '#core/literal-pattern.ts';
import { participantCalled } from '../facts/participants.ts';
import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import { namesPassedOver, passedOver, strangersAmong } from './coverage.ts';
import { hasOtherWord } from './in-file-words.ts';
import { openNoun } from './named-columns.ts';
import { isStrange } from './operations-asked.ts';
import { isUnderstood, type Parsed } from './parsed.ts';
import { isToldOf } from './told-words.ts';
import { isFunctionWord } from './unnamed-noun.ts';

/** What the query stands for in no way makes it another question, or is named beside the answer. */
export function withPassedOver(parsed: Parsed, text: string, schema: Schema): Parsed {
  const { taken = [] } = parsed;
  const over = passedOver(text, parsed.query, schema);
  const isKnown = isUnderstood(parsed);
  const asked = isKnown ? absentNoun(text, parsed.query, schema) : undefined;
  if (asked !== undefined) return { ...parsed, absent: [asked] };
  const subject = isKnown ? absentSubject(text, parsed.query, schema) : undefined;
  const isUnused = (one: string) => taken.includes(one) || over.some((word) => word.toLowerCase() === one);
  if (subject !== undefined && isUnused(subject)) return { ...parsed, absent: [subject] };
  if (parsed.isFramed === true) return over.length > 0 ? { ...parsed, isInferred: true } : parsed;
  const deed = isKnown ? deedPassedOver(text, parsed.query, schema) : undefined;
  if (deed !== undefined) return { ...parsed, unread: [deed] };
  const names = namesPassedOver(text, parsed.query, schema);
  if (names.length > 0 && isKnown) return { ...parsed, unread: names };
  const unused = over.filter((word) => !taken.some((words) => isWordOf(words, word)));
  const strange = strangersAmong(unused, schema);
  const narrowing = strange.filter((word) => narrows(word, text));
  if (narrowing.length > 0 && isKnown) return { ...parsed, absent: narrowing };
  // "Which jobs failed the quarterly audit": two words that are nowhere in the file.
  const isOther = strange.length > 1 && isKnown && taken.length === 0;
  return isOther ? { ...parsed, unread: strange } : { ...parsed, passedOver: unused };
}

/** "Did we get a cache hit", where lines of the cache say hit and others miss: that there are such lines is no yes. */
function deedPassedOver(text: string, { take, where, expects }: Query, schema: Schema): string | undefined {
  const isOfNames = where.length > 0 && where.every(({ field, is }) => is === '=' && !ofSaying.test(field));
  const [, deed = ''] = /^(?:did|has|have|was|were|is|does)\b.*\b([a-z]{3,})[?.! ]*$/i.exec(text) ?? [];
  if (take !== 'exists' || expects !== undefined || !isOfNames) return undefined;
  // "Get through": whatever came of them is not in their names.
  if (/^through$/i.test(deed)) return deed;
  if (!isToldOf(schema, deed) || isFunctionWord(deed)) return undefined;
  const isSaid = where.some(({ field, value }) => `${field} ${value}`.toLowerCase().includes(deed.toLowerCase()));
  return isSaid ? undefined : deed;
}
const ofSaying = /^(?:outcome|level|words|text|message|new value|old value)$/;

/** "How many refunds", where nothing in the file is called so: what it has of others are no refunds. */
const absentSubject = (text: string, { by, state }: Query, schema: Schema): string | undefined =>
  // What was in a state is called by whatever name its lines have.
  by === openNoun && state !== undefined ? undefined : absentAt(by === openNoun ? ofWhich : ofCounted, text, schema);

/** "Which surgeon", where lines tell of no such thing: whatever else they name is none. */
function absentNoun(text: string, { take, of }: Query, schema: Schema): string | undefined {
  if (take !== 'values' || of === undefined) return undefined;
  const word = absentAt(ofWhich, text, schema);
  return word === undefined || participantCalled(word, schema) !== undefined ? undefined : word;
}

/** The noun in its place, where the file has no word for it. */
function absentAt(place: RegExp, text: string, schema: Schema): string | undefined {
  const word = place.exec(text)?.[1]?.toLowerCase() ?? '';
  return isStrange(word, schema) && !hasOtherWord(word, schema) ? word : undefined;
}
const ofCounted =
  /\b(?:how many|number of|count of|duration of|time of|share of|rate of)(?: the| an?| all| all the| any)? ([a-z]{4,})(?= *(?:$|[?.,]|(?:were|was|are|had|have|did|do|that|which|took|on|by|for|in|of|with|from|at|failed)\b))/i;
const ofWhich = /\b(?:which|what) ([a-z]{4,})\b/i;

/** Words read as others are enough: with more that were not used, something else is asked. */
export function withTaken(parsed: Parsed, taken: readonly string[]): Parsed {
  if (taken.length === 0) return parsed;
  const { passedOver: over = [] } = parsed;
  return over.length > 0
    ? { ...parsed, unread: [...over] }
    : { ...parsed, isInferred: true, taken: [...taken, ...(parsed.taken ?? [])] };
}

/** "For moonmart": of one that no line names, what lines say of all is no answer. */
const narrows = (word: string, text: string): boolean =>
  !/s$/i.test(word) &&
  new RegExp(`\\b(?:for|by|from|on|at|to|of) (?:the )?(?:[a-z]+ )?${literalPattern(word)}(?:[?.! ]*$|[,;:])`, 'i').test(
    text,
  );

const isWordOf = (words: string, word: string): boolean => words.toLowerCase().split(' ').includes(word);
