import { literalPattern } from '#core/literal-pattern.ts';
import { msUnit, plainUnit, second, type Unit, unitNamed } from '../facts/amount.ts';
import type { LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, formOf, type Schema } from '../facts/schema.ts';
import { amountIn } from '../facts/stated-amount.ts';
import type { Condition, Query } from '../query/query.ts';
import { wordsTest } from './words-test.ts';

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
  const { field, is, value } = condition;
  if (or.length > 0) {
    const any = [value, ...or].map((one) => compileOne({ ...condition, value: one }, schema));
    // Other than both of two values.
    return (record) => (is === '!=' ? any.every((test) => test(record)) : any.some((test) => test(record)));
  }
  const isSaid = saidTest(field, value, schema);
  if (isSaid !== undefined) return is === '!=' ? (record) => !isSaid(record) : isSaid;
  const column = columnNamed(schema, field);
  if (column === undefined) return () => false;
  if (is === 'has') return (record) => column.read(record) !== undefined;
  if (is === '=' || is === '!=') return valueTest(column, field, value, is === '=');
  const limit = limitOf(value, column.unit);
  const holds = relations[is];
  return (record) => {
    const number = column.number(record);
    return number !== undefined && holds(number, limit);
  };
}

const relations: Record<Condition['is'], (number: number, limit: number) => boolean> = {
  '=': (number, limit) => number === limit,
  has: (number, limit) => number === limit,
  '!=': (number, limit) => number !== limit,
  '>': (number, limit) => number > limit,
  '>=': (number, limit) => number >= limit,
  '<': (number, limit) => number < limit,
  '<=': (number, limit) => number <= limit,
};

/** Whether a figure is as the bound says: a count, or a time in milliseconds. */
export const isBeyond = (figure: number, { is, value }: Bound, unit: 'count' | 'time' = 'count'): boolean =>
  relations[is](figure, limitOf(value, unit === 'time' ? msUnit : plainUnit));

type Bound = NonNullable<Query['bound']>;

/** Of the line as a whole; undefined where a field is meant. */
function saidTest(field: string, value: string, schema: Schema): Test | undefined {
  if (field === 'words') return wordsTest(value, schema);
  if (field === 'form') return (record) => formOf(record, schema) === value;
  if (field !== 'text') return undefined;
  // "ACK" is a sign that lines write so: "backup" is none.
  if (/^[A-Z]{2,5}$/.test(value)) return (record) => record.text.includes(value);
  const low = value.toLowerCase();
  return (record) => record.text.toLowerCase().includes(low);
}

/** The value of a field is the one, or another where that is wanted; lines without a value are neither. */
function valueTest(column: Column, field: string, value: string, isWanted: boolean): Test {
  const isSame = sameAs(value);
  // A name that was learnt from other lines is the same name where its place was not.
  const isOfMessages = column.isPlace === true || (isOwn(field) && !column.isNumber && isCode(value));
  const mention = isOfMessages && isWanted && /[a-z]/i.test(value) ? mentioning(value) : undefined;
  // "30" and "30 s" are the same time, however lines print it.
  const isMeasured = isAmountOf(column, value);
  const amount = isMeasured ? limitOf(value, column.unit) : undefined;
  const isInText = isWanted && isOwn(field) && !isMeasured ? literal(value) : undefined;
  return (record) => {
    if (isInText?.(record.text) === false) return false;
    const found = column.read(record);
    if (found === undefined) return mention?.test(record.text) === true && mention.test(record.row().message);
    return (isSame(found) || (amount !== undefined && column.number(record) === amount)) === isWanted;
  };
}

/** Printed in the line, and not worked out of it. */
const isOwn = (field: string): boolean => !/^(?:level|outcome|exception|thrown at|test result)$/.test(field);

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
  return (found) => found.toLowerCase() === low;
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

/** A text every matching line has to have, where one is known: it lets the index pick the lines. */
export function needleOf(where: readonly Condition[]): string | undefined {
  return where.find(
    ({ field, is, value, or }) =>
      or === undefined &&
      ((field === 'text' && is === 'has') ||
        (is === '=' &&
          value.length > 3 &&
          isOwn(field) &&
          !/^(?:words|form)$/.test(field) &&
          !/^[1-5]xx$/.test(value))),
  )?.value;
}
