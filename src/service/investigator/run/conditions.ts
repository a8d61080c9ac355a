import { literalPattern } from '#core/literal-pattern.ts';
import { second, type Unit, unitNamed } from '../facts/amount.ts';
import { onceForEachForm } from '../facts/by-form.ts';
import { samesOf, synonymsOf } from '../facts/lexicon.ts';
import type { LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { amountIn } from '../facts/stated-amount.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import type { Condition } from '../query/query.ts';

export type Test = (record: LogRecord) => boolean;

/** Which records hold all conditions. */
export function compile(where: readonly Condition[], schema: Schema): Test {
  // What is settled once for each form of lines spares reading the others.
  const ordered = [...where].sort((a, b) => Number(isOfWords(b)) - Number(isOfWords(a)));
  const tests = ordered.map((one) => compileOne(one, schema));
  return (record) => tests.every((test) => test(record));
}

const isOfWords = ({ field }: Condition): boolean => /^(?:words|outcome|text)$/.test(field);

function compileOne({ or = [], ...condition }: Condition, schema: Schema): Test {
  if (or.length > 0) {
    const any = [condition.value, ...or].map((value) => compileOne({ ...condition, value }, schema));
    // Other than both of two values.
    return (record) => (condition.is === '!=' ? any.every((test) => test(record)) : any.some((test) => test(record)));
  }
  const { field, is, value } = condition;
  if (field === 'text') {
    const isWanted = is !== '!=';
    // "ACK" is a sign that lines write so: "backup" is none.
    if (/^[A-Z]{2,5}$/.test(value)) return (record) => record.text.includes(value) === isWanted;
    const low = value.toLowerCase();
    return (record) => record.text.toLowerCase().includes(low) === isWanted;
  }
  if (field === 'form') {
    const isWanted = is !== '!=';
    return (record) => (schema.book.of(record.row().message).wording.text === value) === isWanted;
  }
  if (field === 'words') return wordsTest(value, is !== '!=', schema);
  const column = columnNamed(schema, field);
  if (column === undefined) return () => false;
  if (is === 'has') return (record) => column.read(record) !== undefined;
  if (is === '=' || is === '!=') {
    const isSame = sameAs(value);
    // A name that was learnt from other lines is the same name where its place was not.
    const isOfMessages = column.isPlace === true || (isOwn(field) && !column.isNumber && isCode(value));
    const mention = isOfMessages && is === '=' && /[a-z]/i.test(value) ? mentioning(value) : undefined;
    // "30" and "30 s" are the same time, however lines print it.
    const isMeasured = isAmountOf(column, value);
    const amount = isMeasured ? limitOf(value, column.unit) : undefined;
    const isInText = is === '=' && isOwn(field) && !isMeasured ? literal(value) : undefined;
    return (record) => {
      if (isInText?.(record.text) === false) return false;
      const found = column.read(record);
      if (found === undefined && mention !== undefined)
        return mention.test(record.text) && mention.test(record.row().message);
      if (found === undefined) return false;
      const holds = isSame(found) || (amount !== undefined && column.number(record) === amount);
      return holds === (is === '=');
    };
  }
  const limit = limitOf(value, column.unit);
  return (record) => {
    const number = column.number(record);
    if (number === undefined) return false;
    if (is === '>') return number > limit;
    if (is === '>=') return number >= limit;
    return is === '<' ? number < limit : number <= limit;
  };
}

/** Printed in the line, and not worked out of it. */
const isOwn = (field: string): boolean => !/^(?:level|outcome|exception)$/.test(field);

const isAmountOf = ({ unit }: Column, value: string): boolean =>
  unit.dimension !== 'plain' && amountIn(value) !== undefined;

/** A text that stands in each line whose field has this value, whatever its case. */
export function textOfValue(field: string, value: string, schema: Schema): string | undefined {
  const column = columnNamed(schema, field);
  const isPrinted = isOwn(field) && /^[ -~]+$/.test(value) && !/["\\]/.test(value);
  if (column === undefined || !isPrinted || isAmountOf(column, value)) return undefined;
  return /^\w$/.test(value) || literal(value) !== undefined ? value : needleOf([{ field, is: '=', value }]);
}

/** A value that no line writes otherwise stands in its text: that is sooner seen than read. */
function literal(value: string): ((text: string) => boolean) | undefined {
  // A single digit stands in most lines, but seldom alone.
  if (/^\d$/.test(value)) {
    const alone = new RegExp(`(?<!\\d)${value}(?!\\d)`);
    return (text) => alone.test(text);
  }
  if (!/^[\w./-]{2,}$/.test(value) || /^[1-5]xx$/.test(value) || /^(?:ok|failed)$/.test(value)) return undefined;
  const low = value.toLowerCase();
  return (text) => text.includes(value) || text.toLowerCase().includes(low);
}

const mentioning = (name: string): RegExp => new RegExp(`(?<![\\w.-])${literalPattern(name)}(?![\\w-])`, 'i');

/** "img1", "CV-08": a name with a number. */
const isCode = (value: string): boolean => /^[a-z]/i.test(value) && /\d/.test(value);

function sameAs(value: string): (found: string) => boolean {
  const group = /^([1-5])xx$/.exec(value)?.[1];
  if (group !== undefined) return (found) => found.length === 3 && found.startsWith(group);
  const low = value.toLowerCase();
  // `be_api/api2` is api2, whose backend other lines tell apart.
  const tail = isCode(low) ? `/${low}` : undefined;
  return (found) => {
    const one = found.toLowerCase();
    return one === low || (tail !== undefined && one.endsWith(tail));
  };
}

/**
 * In the base of the column's unit, whichever unit it is written in. A column without one is compared as it is printed,
 * and is taken for seconds where the limit is a time of a second or more.
 */
export function limitOf(value: string, { dimension, factor }: Unit): number {
  const asked = unitNamed(value.replace(/^[-\d.,\s]+/, ''));
  const limit = amountIn(value) ?? Number.parseFloat(value);
  if (dimension !== 'plain') return limit * (asked?.factor ?? factor);
  return asked?.dimension === 'time' ? limit * Math.max(1, asked.factor / second) : limit;
}

/** All words, in any of their forms, in the message; settled once for each wording. */
function wordsTest(value: string, isWanted: boolean, schema: Schema): Test {
  // Other words for it are looked for where the file does not use the word itself.
  const isUsed = (word: string) => !word.includes(' ') && schema.kinds.some(({ stems }) => stems.has(stem(word)));
  const asked = wordList(value).map((word) => ({
    forms: [word, ...samesOf(word), ...(isUsed(word) ? [] : synonymsOf(word))].map((one) => one.split(' ').map(stem)),
    // "No answer" is none that was answered; "no space" may be what is asked for.
    denying: /ed$/i.test(word) ? denial : negating,
    isOther: otherThan(word, schema),
  }));
  const isOfForm = !/\d/.test(value);
  const isNegated = negating.test(value);
  const holds = onceForEachForm((record) => {
    const { tokens } = schema.book.of(record.row().message);
    const told = new Set([...schema.said(record).stems(), ...stemsOf(tokens.join(' '))]);
    const isTold = asked.every(
      ({ forms, isOther }) => forms.some((parts) => parts.every((part) => told.has(part))) && !isOther(record.text),
    );
    const isSaid =
      isNegated ||
      !tokens.some((token) => denial.test(token)) ||
      asked.every(({ forms, denying }) => isSaidIn(forms, tokens, denying));
    return { value: isTold && isSaid, isOfForm };
  });
  return (record) => holds(record) === isWanted;
}

/** "Door opened" is not "stood open", where the file has both; of either alone the other is meant as well. */
function otherThan(word: string, schema: Schema): (line: string) => boolean {
  const known = others.get(schema) ?? new Map<string, (line: string) => boolean>();
  others.set(schema, known);
  const test = known.get(word) ?? newOtherThan(word, schema);
  known.set(word, test);
  return test;
}
/** Conditions are compiled many times while a question is read. */
const others = new WeakMap<Schema, Map<string, (line: string) => boolean>>();

function newOtherThan(word: string, { kinds }: Schema): (line: string) => boolean {
  const low = word.toLowerCase();
  const has = (one: string, end = '') => {
    const pattern = new RegExp(`\\b${literalPattern(one)}${end}\\b`, 'i');
    return (text: string) => pattern.test(text);
  };
  const [isWritten, base] = [has(low), has(low.replace(/ed$/, ''), '(?:e|ing)?')];
  if (!/[a-z]{3}ed$/.test(low) || !kinds.some(({ example }) => isWritten(example))) return () => false;
  return (line) => base(line) && !isWritten(line);
}

const negating = /\b(?:not|never)\b/i;
const denial = /\b(?:not|never|no)\b/i;

/** "Stop 12 not delivered" is none of those that were: undefined as a word, it is said at least once without a no before it. */
function isSaidIn(forms: readonly (readonly string[])[], tokens: readonly string[], denying: RegExp): boolean {
  const places = tokens.flatMap((token, at) => {
    const own = stemsOf(token);
    return forms.some(([first = '']) => own.has(first)) ? [at] : [];
  });
  return places.length === 0 || places.some((at) => !denying.test(tokens[at - 1] ?? ''));
}

/** "logged in" and "timed out" stay together. */
function wordList(value: string): string[] {
  const words = value.split(' ');
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const pair = `${words[at]} ${words[at + 1] ?? ''}`;
    if (at + 1 < words.length && /^(?:in|out|on|up|off|down)$/.test(words[at + 1]!) && synonymsOf(pair).length > 0) {
      found.push(pair);
      at++;
    } else found.push(words[at]!);
  }
  return found;
}

/** A text every matching line has to have, where one is known: it lets the index pick the lines. */
export function needleOf(where: readonly Condition[]): string | undefined {
  return where.find(
    ({ field, is, value, or }) =>
      or === undefined &&
      ((field === 'text' && is === 'has') ||
        (is === '=' &&
          value.length > 3 &&
          !['level', 'words', 'outcome', 'form', 'exception'].includes(field) &&
          !/^[1-5]xx$/.test(value))),
  )?.value;
}
