import { start } from '../../facts/begins.ts';
import { columnNamed, type Schema } from '../../facts/schema.ts';
import { stem, stemsOf } from '../../facts/stem.ts';
import { tries } from '../../facts/tries.ts';
import { newValue } from '../../facts/turns.ts';
import { type Condition, isOfAny, type Query } from '../../query/query.ts';
import { isColumnNamed } from '../columns-called.ts';
import { isToldOf } from '../told-words.ts';
import type { Cues } from './cues.ts';
import { type Check, whichChecks } from './which-is-asked.ts';

/** Whether a query that honours its cues leaves out a part of what is asked, or answers something else. */
export const leavesOut = (query: Query, cues: Cues, schema: Schema): boolean =>
  query.take !== 'compare' && checks.some((isOther) => isOther(query, cues, schema));

const conditionsOf = ({ where, against = [] }: Query): readonly Condition[] => [...where, ...against];
/** Fields of what lines say, and of no thing. */
const ofSaying = /^(?:outcome|level|words|text|message|new value|old value|form)$/;

const furtherTries: Check = ({ where }, { tried }) =>
  tried !== undefined && !where.some(({ field }) => field === tries);

/** "When was it over?" */
const itsEnd: Check = ({ take, by }, { asks, edges, rest }) =>
  take === 'first' &&
  by === undefined &&
  asks.has('when') &&
  edges.size === 0 &&
  /\b(?:end|over|finish|complete)[?!. ]*$/i.test(rest);

/** That a line begins one of them is known by its place, and no time that it states. */
const itsBegin: Check = ({ take, of }) => take === 'values' && of === start;

const number: Check = ({ take }, { asks, stat, edges }) =>
  asks.has('count') &&
  !asks.has('old') &&
  stat === undefined &&
  edges.size === 0 &&
  /^(?:values|state|list|first|last)$/.test(take);

/** "How many changes to blocked": what was so before it is none. */
const changes: Check = ({ take, where }, { rest }) =>
  take === 'episodes' && where.some(({ field }) => field === newValue) && /\bchanges?\b/i.test(rest);

/** How long: no other number is added up. */
const time: Check = ({ take, of }, { asks, stat, rest }, schema) => {
  const column = columnNamed(schema, of);
  if (!asks.has('long') || stat === undefined || column === undefined) return false;
  const { dimension, name } = column.unit;
  // A bare number may be a time, and is meant where it is named.
  const isBare =
    name === '' && (ofTime.test(column.name) || rest.split(' ').some((word) => isColumnNamed(column, word)));
  return dimension !== 'time' && !isBare && /^(?:mean|median|percentile|sum|max|min)$/.test(take);
};
const ofTime = /time|dur|took|taken|elapsed|latency|length|run|wait|delay/i;

/** Both at one time: what was said of them is no line of one. */
const both: Check = ({ take, state, where }) =>
  take === 'overlap' && state === 'running' && where.some(({ field }) => field === 'words');

/** Percentages add up to nothing, and no more do numbers that are names. */
const unsummed: Check = ({ take, of }, _, schema) => {
  const column = columnNamed(schema, of);
  return take === 'sum' && (of === '%' || column?.unit.dimension === 'share' || column?.isLabel === true);
};

/** "Total jam time": how often it jammed is no time. */
const totalTime: Check = ({ take, of }, { rest, asks }) =>
  take === 'count' && of === undefined && asks.has('total') && /\btime[?. ]*$/i.test(rest);

/** "Latency went up for which service": that they state one is no answer. */
const course: Check = ({ take }, { rest, which }) =>
  take === 'values' &&
  /\b(?:went|goes|going|gone) (?:up|down)\b|\b(?:rose|fell|grew|increased|decreased)\b/i.test(`${which ?? ''} ${rest}`);

/** "Name of the driver": lines that have the word name none. */
const nameOf: Check = ({ take }, { rest }) => take === 'list' && /^\W*(?:the )?names? of\b/i.test(rest);

/** "Did a go down for the first time before b did?" */
const firstOfTwo: Check = ({ take }, { edges, rest }) =>
  take === 'episodes' && edges.size > 0 && /\bbefore\b.*\bdid\b/i.test(rest);

const stretch: Check = ({ take }, { rest, which }) =>
  (which === 'half' ||
    /\b(?:gaps?|jumps?|(?:first|second|both|other) hal(?:f|ves)|(?:moment|period) (?:without|with no))\b/i.test(
      rest,
    )) &&
  !/^(?:gap|jump|span|net)$/.test(take);

/** "Was any other out of service", "was it the only one": of those that were, the one that is known is none. */
const another: Check = ({ take }, { rest }) =>
  take === 'exists' && /^(?:other|another|else)\b|\bthe only\b/i.test(rest.trim());

/** "Not counting those that dropped". */
const exception: Check = (query, { rest }) =>
  /\b(?:not counting|other than|except(?: for)?|excluding|apart from|leaving out)\b/i.test(rest) &&
  (query.take === 'distinct' ||
    !(
      conditionsOf(query).some(({ is }) => is === '!=' || /</.test(is)) ||
      /^(?:net|never|streak)$/.test(query.take) ||
      query.only !== undefined ||
      query.expects === 'none'
    ));

/** "Exposures that were kept": all of them are no answer. */
const whichCameOut: Check = (query, { rest }) =>
  saidOfThem.test(rest) &&
  (query.state ?? query.through) === undefined &&
  conditionsOf(query).every(({ is }) => is === 'has' || is === '=') &&
  !conditionsOf(query).some(({ field, is, value }) => ofSaying.test(field) || (is === 'has' && value !== '*')) &&
  /^(?:count|mean|median|sum|max|min|percentile|distinct|first|last|values)$/.test(query.take);
const saidOfThem =
  /\b(?:that|which|who) (?:(?:were|was|are|is|got|have|had|has|been|ever|actually) )+[a-z]+(?:ed|en|pt|lt|nt|wn)\b/i;

/** "How many checkouts were handed out": all that there are is no answer, where no part of the query stands for it. */
const whatWasDone: Check = (query, { rest }, schema) => {
  const [, done = ''] = doneToThem.exec(rest) ?? [];
  if (query.where.length === 0 && query.take === 'count' && query.everyMs === undefined && movedOn.test(rest))
    return true;
  if (done === '' || !/^(?:count|distinct)$/.test(query.take) || (query.state ?? query.through) !== undefined)
    return false;
  const held = conditionsOf(query);
  if (!held.every(isOfAny)) return false;
  return !isToldOf(schema, done) && !held.some(({ field }) => stemsOf(field).has(stem(done)));
};
/** "How many messages came in": those that did, and not all lines. */
const movedOn = /\b(?:came|come|went|gone) (?:in|out|through)\b/i;
const doneToThem =
  /\b(?:were|was|got|been) (?!recorded|reported|logged|seen|found|written|given|made|done|taken|needed|involved|counted|mentioned|listed|named|printed|used|called|received|noted|observed)([a-z]+(?:ed|en))\b/i;

/** "Was h4b54 returned": that lines name it says nothing of that. */
const itsDeed: Check = ({ take, where }, { rest, asks }, schema) => {
  const [, done = ''] = /\b([a-z]+(?:ed|en))\b(?: back| up| out| off)?[?.! ]*$/i.exec(rest) ?? [];
  return (
    take === 'exists' &&
    asks.has('exists') &&
    done !== '' &&
    !schema.isAccess &&
    where.every(({ field, is }) => is === '=' && !ofSaying.test(field)) &&
    !isToldOf(schema, done)
  );
};

/** "Of the jobs that were dropped, what share …": what is said of all is no part of the share. */
const shareOfAll: Check = ({ take, where, against = [] }, { rest }) =>
  take === 'share' &&
  where.every(isOfAny) &&
  against.filter(({ field }) => ofSaying.test(field)).length > 1 &&
  /\bof (?:the|all|those)\b.{3,40}\bthat\b/i.test(rest);

/** Which job took longest is asked of jobs, and of nothing else that may run. */
const anyThing: Check = ({ take, by, state }, _, { operation }) =>
  take === 'longest' && by === '*' && state === 'running' && operation !== undefined;

/** "Which player never scored" of a number `players`: how many they are tells none of them. */
const numberOfThem: Check = ({ take, by, of }, _, schema) => {
  const column = columnNamed(schema, take === 'distinct' ? of : by);
  const isNumber = column?.isNumber === true && column.isLabel !== true;
  return /^(?:never|distinct)$/.test(take) && isNumber && /[a-z]{3,}[^s]s$/.test(column.name);
};

const checks: readonly Check[] = [
  numberOfThem,
  ...whichChecks,
  whichCameOut,
  whatWasDone,
  itsDeed,
  shareOfAll,
  anyThing,
  furtherTries,
  itsBegin,
  itsEnd,
  changes,
  number,
  time,
  both,
  unsummed,
  totalTime,
  course,
  nameOf,
  firstOfTwo,
  stretch,
  exception,
  another,
];
