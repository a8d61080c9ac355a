import { readToldBefore, type ToldBefore } from '#core/told-before.ts';
import type { Condition, Query } from '../query/query.ts';
import { asksKind, asksWhy } from './asks-why.ts';
import { numberOf } from './number-words.ts';

/** A question with what it refers to in the answer it was asked below. */
interface FollowUp {
  /** `it` is put as a quote of `saysSame`, which stands for lines of the same form. */
  text: string;
  /** Where the question asks for lines around what was told, or for the step after it. */
  query?: Query;
  /** The line that `saysSame` stands for. */
  told?: ToldBefore;
}

const saysSame = 'what was told';

const opening = /^(?:(?:and|so|but|ok|okay|now|then|please|hm+)[,]? +)+/i;
const fix =
  /^(?:what(?: is|'s| was| would be)? the (?:fix|solution|remedy|workaround|next step|best fix)(?: for (?:it|that|this))?|how (?:do|can|could|should|would) (?:i|we|one|you) (?:fix|solve|repair|prevent|avoid|resolve|mend) (?:it|that|this)|how to (?:fix|solve|prevent|avoid|resolve) (?:it|that|this)|what (?:now|next)|what (?:should|can|do|could|must) (?:i|we) do(?: (?:now|next|about (?:it|that|this)))*)$/i;
const lines =
  /^(?:(?:can|could) you )?(?:show|give|print|list|see|get)? ?(?:me |us )?(?:the )?(?:(?<many>\w+) )?(?:more )?lines? (?<side>around|about|near|before|above|after|below|following|preceding) (?:it|that|this|there|that line|this line)$/i;
const beside =
  /^(?:what (?:was|is|came|happened|stands|else happened) )?(?:there )?(?:right |just |directly |immediately |shortly )?(?<side>before|after) (?:it|that|this|then)$/i;
const pronoun =
  /\b(?:it(?! a\b| an\b| the\b)|(?:this|that)(?= (?:happen|occur|appear|first|last|again|start|begin)|$)|(?:this|that|the) (?:error|problem|failure|issue|message|line|crash)(?= (?:happen|occur|appear|first|last|again|start|begin|seen|logged)|$))/i;

const onset =
  /^(?:(?:since|from) when|(?:exactly )?(?:when|at what time)(?: exactly)? did (?:it|this|that|(?:the|this|that) (?<trouble>problem|trouble)) (?:first )?(?:begin|(?<said>start)))$/i;

const oneLine =
  /^(?:(?:(?:can|could) you )?(?:show|give|print|see) (?:me |us )?(?:the )?|what (?:is|stands) (?:on|in|at) |what does )line (?:number |no\.? |#)?(?<line>\d{1,9})(?: says?)?$/i;

const usualLines = 10;

/** Which part of the answer told before a question means. Without such an answer, the question as it is. */
export function readFollowUp(asked: string): FollowUp {
  const { question, told } = readToldBefore(asked);
  const words = plainWords(question);
  if (fix.test(words)) return { text: question, query: { take: 'next', where: [] } };
  const number = oneLine.exec(words)?.groups?.line;
  if (number !== undefined) return { text: question, query: { take: 'show', where: [], line: Number(number) } };
  if (told === undefined) return { text: question };
  if (onset.test(words)) return { text: question, query: firstOf, told };
  const around = lines.exec(words) ?? beside.exec(words);
  if (around !== null) return { text: question, query: shown(told, around.groups ?? {}) };
  if (asksWhy.test(words) || asksKind.test(words) || !pronoun.test(words)) return { text: question };
  return { text: words.replace(pronoun, `"${saysSame}"`), told };
}

/** The first line that says what was told. */
export const firstOf: Query = { take: 'first', where: [{ field: 'text', is: 'has', value: saysSame }] };

/**
 * What "when did it begin?" asks where nothing was told: when what went wrong began. A plain `start` may be what lines say
 * of themselves.
 */
export function asksOnset(text: string): { query: Query; isOfLines: boolean } | undefined {
  const match = onset.exec(plainWords(text));
  if (match === null) return undefined;
  return { query: firstOf, isOfLines: match.groups?.trouble === undefined && match.groups?.said !== undefined };
}

function plainWords(text: string): string {
  return text
    .trim()
    .replace(opening, '')
    .replace(/[?!.\s]+$/, '');
}

function shown({ file, line }: ToldBefore, { many, side = '' }: Record<string, string | undefined>): Query {
  const isBefore = /before|above|preceding/i.test(side);
  const isAfter = /after|below|following/i.test(side);
  return {
    take: 'show',
    of: file,
    where: [],
    line,
    around: Math.min(200, Math.max(1, numberOf(many) ?? usualLines)),
    ...(isBefore ? { expects: 'before' } : isAfter ? { expects: 'after' } : {}),
  };
}

/** The quote that stands for the told line becomes the form of that line. */
export function withForm(query: Query, form: string): Query {
  const settle = (one: Condition): Condition =>
    one.value === saysSame ? { field: 'form', is: one.is === '!=' ? '!=' : '=', value: form } : one;
  return {
    ...query,
    where: query.where.map(settle),
    ...(query.against === undefined ? {} : { against: query.against.map(settle) }),
  };
}
