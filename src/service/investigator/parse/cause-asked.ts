import { literalPattern } from '#core/literal-pattern.ts';
import { nameOfReason } from '../facts/reason.ts';
import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import { asksKind, asksWhy, asksWhyAtLast } from './asks-why.ts';
import { columnsCalled } from './columns-called.ts';
import { namesIn } from './cues/names-said.ts';
import { asksWhichFirst } from './order-asked.ts';
import type { Understanding } from './parsed.ts';
import { tokensOfPhrase } from './phrase.ts';
import { readPhrase } from './read-phrase.ts';
import { isToldOf } from './told-words.ts';
import { isOfTrouble } from './trouble-report.ts';
import { type TimeRead, windowOf } from './window.ts';
import { isNounForLines, isOfQuestions, softWords } from './words.ts';

const subject =
  /\b(?:wrong|matter|happened|happening|trouble|problem) (?:with|to) (?:the )?(?<one>[\w.-]+)(?: service| component)?$|^why (?:did|does|do|is|was|has|are|were) (?:the )?(?<other>[\w.-]+) \w+/i;
const anyThing =
  /^(?:it|this|that|they|we|he|she|you|i|there|app|application|system|server|service|services|program|process|job|jobs|build|test|tests|device|machine|kernel|request|requests|connection|connections|file|log|node|host|network|database|db|everything|things|phone|computer|box|board|unit|target|tablet|laptop|pc|vm|instance|boot|startup|deploy|deployment|pipeline|container|pod|cluster|site|website|page|api|user|users|client|clients|update|upgrade|install|installation|driver|disk|memory|cpu|screen|display|wifi|bluetooth|audio|sound|usb|battery|sensor|link|interface|port|my|our|their|his|her|its|an?|all|so|no)$/i;

/** Whom a question why is about, where no line names it. */
function strangerIn(question: string, schema: Schema): string | undefined {
  const groups = subject.exec(question)?.groups;
  const name = groups?.one ?? groups?.other;
  if (name === undefined || anyThing.test(name) || isOfQuestions(name)) return undefined;
  const phrase = readPhrase(name, schema);
  return phrase.where.length === 0 && phrase.columns.length === 0 && phrase.unread.length + phrase.absent.length > 0
    ? name
    : undefined;
}

/** In words. What is longer tells of more than one thing. */
const shortQuestion = 12;

/** What a short question why is about, where no line has any word of it. */
function strangeWords(question: string, schema: Schema): string[] {
  const words = tokensOfPhrase(question).map((word) => word.toLowerCase());
  if (words.length > shortQuestion) return [];
  const content = words.filter(
    (word) => /^[a-z]{4,}$/.test(word) && !isOfQuestions(word) && !softWords.has(word) && !isOfTrouble(word),
  );
  const isKnown = (word: string) => isToldOf(schema, word) || columnsCalled(schema, [word]).length > 0;
  return content.some(isKnown) ? [] : content.filter((word) => !anyThing.test(word) && !isNounForLines(word, schema));
}

/** Why it went wrong, or whether the cause is of a kind. */
export function causeAsked(
  question: string,
  times: readonly TimeRead[],
  quotes: readonly string[],
  schema: Schema,
): Understanding | undefined {
  const kind = asksKind.exec(question)?.groups?.kind;
  if (kind !== undefined) {
    const query: Query = { take: 'explain', of: kind.toLowerCase(), where: [], ...windowOf(times) };
    return { query, unread: [], absent: [], isInferred: false };
  }
  if (question !== '' && !asksWhy.test(question) && !asksWhyAtLast.test(question)) return undefined;
  if (asksWhichFirst(question)) return undefined;
  const ofEnd = howItEnded.exec(question)?.groups?.about;
  const rest = ofEnd ?? question.replace(asksWhy, '').replace(asksWhyAtLast, '').replace(howOften, '');
  const only = onlyOf(question);
  const told = explained(rest, schema, quotes, only.only !== undefined);
  const stranger = strangerIn(question, schema);
  if (rest.trim() === '') return { ...told, query: { ...told.query, ...windowOf(times) } };
  if (stranger !== undefined) told.absent.unshift(stranger);
  else if (told.query.where.length === 0) told.unread.push(...strangeWords(question, schema));
  return { ...told, asksReason: reason.test(question), query: { ...told.query, ...only, ...windowOf(times) } };
}

const reason = /\bwhy\b|\bhow come\b|\bwhat (?:caused|made|triggered|led to)\b/i;

/** "Why does belt 3 stop at random": how often it does is no part of what happens. */
const howOften =
  /\b(?:at random|randomly|(?:again and )*again|all the time|constantly|sometimes|occasionally|(?:every )?now and then|every so often|lately|suddenly|keeps?(?= \w+ing))\b/gi;

/** "How did match 12 end": its lines are meant, where there are any. */
const howItEnded = /^how did (?<about>.{1,80}) (?:end|turn out|come out)$/i;

/** Which of several times it happened is asked about. */
function onlyOf(question: string): Pick<Query, 'only'> {
  const edge = /\b(?<first>first|earliest)\b|(?<!\bat )\b(?:last|latest|most recent)\b/i.exec(question)?.groups;
  return edge === undefined ? {} : { only: edge.first === undefined ? 'last' : 'first' };
}

/** Beside what happened: which time of several, how often, that a reason is asked for. */
const saysNothing = (word: string): boolean =>
  isOfQuestions(word) || /^(?:times?|reasons?|causes?|cause[ds]?|longer|phase|went|put|why|happen\w*)$/i.test(word);

/** Which component, unit or words an explanation is about: what of the question stands in the file. */
export function explained(
  text: string,
  schema: Schema,
  quotes: readonly string[] = [],
  isOfOne = false,
): Understanding {
  const phrase = readPhrase(text, schema, quotes);
  const where = phrase.where.filter(({ is }) => is === '=' || is === 'has');
  return {
    query: { take: 'explain', where: where.filter(({ field }) => isOfOne || field !== 'level').slice(0, 12) },
    ...(phrase.unread.every(saysNothing) ? {} : { isPartly: true }),
    unread: [],
    // "Why did order 84028 fail?": another order's failure is no answer.
    absent:
      text.length > shortQuestion * 8
        ? []
        : [...new Set([...phrase.absent.filter((name) => /\d{3}/.test(name)), ...othersIn(text, schema)])].filter(
            (name) => !where.some(({ value }) => value.toLowerCase() === name.toLowerCase()),
          ),
    isInferred: phrase.isInferred,
  };
}

/** What lines state as a reason, where that is asked of some of them, and not why all went wrong. */
export const asksForReason = (text: string, query: Query): boolean =>
  isOfReason(query) && (query.take === 'count' || !asksWhy.test(text));

const isOfReason = ({ of = '', by = '' }: Query): boolean => nameOfReason.test(of) || nameOfReason.test(by);

/** "Why did most firings of tango-11 fail?": of whom or where, by a name that no line has. */
const othersIn = (text: string, schema: Schema): string[] =>
  namesIn(text, schema).absent.filter((name) =>
    new RegExp(
      `\\b(?:of|by|on|for|to|at|in|from|with) (?:the )?(?:[a-z]+ )?${literalPattern(name)}(?![\\w=])`,
      'i',
    ).test(text),
  );
