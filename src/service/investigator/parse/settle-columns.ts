import { isOfWriters } from '../facts/aliases.ts';
import type { LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { stateIn } from '../facts/state-in.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { type Noun, namesAmong, nounOf } from './named-columns.ts';
import { openNoun, otherSide } from './noun-asked.ts';
import { tokensOfPhrase } from './phrase.ts';
import type { Groups } from './reading.ts';
import { isStatistic } from './refusals.ts';
import { meansRequests } from './words.ts';

/** The column the answer has a row for each of; undefined where the file has none of that name. */
export function settleNoun(
  query: Query,
  groups: Groups,
  all: string,
  schema: Schema,
): { rest: string | undefined; alike: readonly Column[]; isOpen: boolean } | undefined {
  // A reading that names a column means that one.
  if (columnNamed(schema, query.by) !== undefined) return { rest: undefined, alike: [], isOpen: false };
  const named = query.by ?? groups.by;
  // Who is in a state is told by the lines that say so.
  const byText = query.state !== undefined && named !== undefined && /^who$/i.test(named) ? openNoun : named;
  delete query.by;
  if (byText === undefined || query.take === 'distinct' || query.take === 'values')
    return { rest: undefined, alike: [], isOpen: false };
  if (byText === newValue || byText === oldValue) {
    query.by = byText;
    return { rest: undefined, alike: [], isOpen: false };
  }
  const tellers = tellersOf(query, schema);
  const called = ofThings(nounOf(byText, schema, false), tellers);
  const isOpenNoun =
    byText === openNoun ||
    ((query.order !== undefined || query.state !== undefined) && isOfOneWriter(byText, called, tellers));
  const noun = isOpenNoun ? undefined : called;
  // Who can be in a state is told by the lines that say so, whatever people call it.
  const isOpen =
    isOpenNoun ||
    (noun === undefined &&
      /^(?:state|episodes|never)$/.test(query.take) &&
      query.state !== undefined &&
      // "Which point was it connected to" asks for the other side.
      !otherSide.test(all) &&
      /^[a-z]{3,}(?: [a-z]{3,})?$/i.test(byText));
  if (noun === undefined && !isOpen) return undefined;
  if (noun !== undefined) query.by = noun.column.name;
  else if (isOpenNoun) query.by = openNoun;
  return { rest: noun?.rest, alike: noun?.alike ?? [], isOpen: isOpen || noun?.isTaken === true };
}

/** The lines that tell the state that is asked about; undefined where none is. */
function tellersOf({ state }: Query, schema: Schema): readonly LogRecord[] | undefined {
  if (state === undefined) return undefined;
  const told = columnNamed(schema, stateIn(schema, state)?.words.column ?? newValue);
  return told === undefined ? undefined : schema.sample.filter((record) => told.read(record) !== undefined);
}

const kindsOn = ({ read }: Column, records: readonly LogRecord[]): number => new Set(records.map(read)).size;

/** Where one program tells the states of all, another column of the name asked for says what is in them. */
function ofThings(noun: Noun | undefined, tellers: readonly LogRecord[] | undefined): Noun | undefined {
  if (noun === undefined || tellers === undefined || kindsOn(noun.column, tellers) !== 1) return noun;
  const thing = noun.alike.find((column) => kindsOn(column, tellers) > 1);
  return thing === undefined ? noun : { ...noun, column: thing };
}

/** One program writes all lines, or all that tell of states: agents that are told apart are no programs. */
function isOfOneWriter(text: string, noun: Noun | undefined, tellers: readonly LogRecord[] | undefined): boolean {
  const { column, alike = [] } = noun ?? {};
  if (column === undefined || !isOfWriters(column) || /^(?:source|process|program)$/i.test(text)) return false;
  if (column.name === 'source' && column.values.size === 1 && alike.length === 1) return true;
  return tellers !== undefined && kindsOn(column, tellers) === 1;
}

/** "Decode time": a time is called so by its unit alone, and of several the lines that are meant state one. */
export function fitNumber(query: Query, all: string, schema: Schema): void {
  const column = columnNamed(schema, query.of);
  if (column === undefined || !isStatistic.test(query.take) || query.state !== undefined || query.where.length === 0)
    return;
  const asked = stemsOf(all);
  if ([...column.stems].some((one) => asked.has(one))) return;
  const held = schema.sample.filter(compile(query.where, schema));
  const told = ({ read }: Column) => held.filter((one) => read(one) !== undefined).length;
  if (held.length === 0 || told(column) > 0) return;
  const fitting = schema.columns.filter(
    (one) => one.isNumber && one.isLabel !== true && one.unit.dimension === column.unit.dimension && told(one) > 0,
  );
  const [only, second] = fitting;
  if (only !== undefined && second === undefined) query.of = only.name;
}

/** Of several columns of the name asked for the one that the lines meant have, and that tells them apart. */
export function fitColumns(
  query: Query,
  nouns: readonly Column[],
  all: string,
  schema: Schema,
): { isAmbiguous: boolean } {
  const isRanked = query.order !== undefined && (/^(?:count|share)$/.test(query.take) || isStatistic.test(query.take));
  const isToldApart = isRanked || /^(?:first|last)$/.test(query.take);
  if (query.by === undefined || query.state !== undefined || (!isRanked && query.where.length === 0))
    return { isAmbiguous: false };
  if (query.take === 'never' && query.against !== undefined) return { isAmbiguous: false };
  const test = compile(query.where, schema);
  const number = columnNamed(schema, query.of);
  const held = schema.sample.filter((one) => test(one) && (number === undefined || number.read(one) !== undefined));
  const counted = nouns.map((column) => {
    const values = held.map((one) => column.read(one)).filter((value) => value !== undefined);
    return { column, count: values.length, kinds: new Set(values).size };
  });
  const isOne = counted.find(({ column }) => column.name === query.by)?.kinds === 1;
  // Who had the most errors is the one user who had any; a database is none.
  const asked = stemsOf(all);
  const isMeant = [...stemsOf(query.by)].some((one) => asked.has(one));
  if (isOne && isRanked && !isMeant && !counted.some(({ kinds }) => kinds > 1)) {
    const other = namesAmong(query, schema);
    if (other !== undefined) {
      query.by = other.name;
      return { isAmbiguous: true };
    }
    // The one program that tells of all of them is hardly what is ranked.
    const named = columnNamed(schema, query.by);
    if (named !== undefined && (isOfWriters(named) || named.values.size === 1)) return { isAmbiguous: true };
  }
  const fitting = counted
    .filter(({ count }) => count > 0 && count >= held.length / 2)
    .sort((a, b) => (isOne && isToldApart ? Number(b.kinds > 1) - Number(a.kinds > 1) : 0));
  const [best, second] = fitting;
  if (best === undefined) return { isAmbiguous: isRanked && held.length > 0 };
  query.by = best.column.name;
  return {
    isAmbiguous: second !== undefined && second.column.seen === best.column.seen && second.count === best.count,
  };
}

/**
 * "Slow operations took over 2 s": of several numbers of the kind the one that these lines state. Undefined where they
 * state none; true where another one was taken than the words named.
 */
export function fitComparisons(query: Query, schema: Schema): boolean | undefined {
  let isOther = false;
  const others = query.where.filter(({ is }) => !/^[<>]/.test(is));
  if (others.length === 0 || others.length === query.where.length) return false;
  const held = schema.sample.filter(compile(others, schema));
  const states = (column: Column) => held.some((record) => column.number(record) !== undefined);
  for (const [index, condition] of query.where.entries()) {
    const named = columnNamed(schema, condition.field);
    if (!/^[<>]/.test(condition.is) || named === undefined || held.length === 0 || states(named)) continue;
    const alike = onlyLike(named, schema.columns.filter(states));
    if (alike === undefined) return undefined;
    query.where[index] = { ...condition, field: alike.name };
    isOther = true;
  }
  return isOther;
}

/** The one number of the same kind. */
function onlyLike({ unit }: Column, columns: readonly Column[]): Column | undefined {
  const [only, second] = columns.filter((one) => one.isNumber && one.unit.dimension === unit.dimension);
  return second === undefined ? only : undefined;
}

/** "How long did requests take", where other lines state times as well: the number is that of the lines of requests. */
export function fitRequests(query: Query, all: string, schema: Schema): void {
  const { requests, sample, columns } = schema;
  const number = columnNamed(schema, query.of);
  if (requests === undefined || number === undefined || !isStatistic.test(query.take)) return;
  if (query.where.some(({ field }) => field === requests)) return;
  if (!tokensOfPhrase(all).some((word) => meansRequests(word, schema))) return;
  const path = columnNamed(schema, requests);
  const held = sample.filter((record) => path?.read(record) !== undefined);
  const states = (column: Column) => held.some((record) => column.number(record) !== undefined);
  const own = states(number) ? number : onlyLike(number, columns.filter(states));
  if (own === undefined || (own === number && number.seen <= held.length)) return;
  query.of = own.name;
  query.where = [...query.where, { field: requests, is: 'has', value: '*' }];
}

/** "Average rows per import": where each thing has one line, it is asked for one mean over all of them. */
export function overEachOnce(query: Query, all: string, schema: Schema): void {
  const [by, number] = [columnNamed(schema, query.by), columnNamed(schema, query.of)];
  if (!/^(?:mean|median|percentile)$/.test(query.take) || by === undefined || number === undefined) return;
  if (query.order !== undefined || query.state !== undefined || !/\bper\b/i.test(all)) return;
  const test = compile(query.where, schema);
  const held = schema.sample.filter((one) => test(one) && number.read(one) !== undefined && by.read(one) !== undefined);
  if (held.length > 0 && new Set(held.map(by.read)).size > held.length * 0.9) delete query.by;
}

/** "The biggest order by total" is one order: the answer names it. */
export function byThing(query: Query, all: string, schema: Schema): void {
  if (!/^(?:max|min)$/.test(query.take) || query.by !== undefined || query.state !== undefined) return;
  const isThing = ({ field, is }: Condition) => is === 'has' && columnNamed(schema, field)?.isSerial === true;
  const thing = columnNamed(schema, query.where.find(isThing)?.field);
  const asked = /\b[a-z]{3,}est (?:single )?(?<noun>[a-z]{3,})\b/i.exec(all)?.groups?.noun;
  // "How big was the largest" asks for the size.
  const isNamed = asked !== undefined && thing?.stems.has(stem(asked)) === true && / by /i.test(all);
  if (thing === undefined || !isNamed) return;
  query.by = thing.name;
  query.order = query.take === 'max' ? 'most' : 'least';
  query.where = query.where.filter((one) => !isThing(one));
}

/** What is counted and what it is counted by stand on different lines of one thing. */
export function joinByThing(query: Query, schema: Schema): void {
  const { columns, sample } = schema;
  const by = columnNamed(schema, query.by);
  if (query.take !== 'count' || by === undefined || query.of !== undefined || query.state !== undefined) return;
  if (query.where.length === 0) return;
  const held = sample.filter(compile(query.where, schema));
  if (held.length === 0 || held.some((record) => by.read(record) !== undefined)) return;
  const thing = columns.find(
    (one) =>
      one.isSerial === true &&
      held.every((record) => one.read(record) !== undefined) &&
      sample.some((record) => one.read(record) !== undefined && by.read(record) !== undefined),
  );
  if (thing !== undefined) query.of = thing.name;
}
