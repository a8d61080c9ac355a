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

/** Whether a query that a question was read as leaves out a part of what is asked, or answers something else. */
export function leavesOut(query: Query, cues: Cues, schema: Schema): boolean {
  if (/^(?:explain|unknown|show|next|compare)$/.test(query.take)) return false;
  return checks.some((isOther) => isOther(query, cues, schema));
}

const conditionsOf = ({ where, against = [] }: Query): readonly Condition[] => [...where, ...against];
const isBeyond = ({ is }: Condition): boolean => /[<>]/.test(is);
/** Fields of what lines say, and of no thing. */
const ofSaying = /^(?:outcome|level|words|text|message|new value|old value|form)$/;

const placeInOrder: Check = ({ take, nth, line }, cues) =>
  cues.nth !== undefined &&
  (nth ?? line) === undefined &&
  (/^(?:first|last|values|count|exists|state)$/.test(take) || cues.order !== undefined);

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

const bound: Check = (query, cues) =>
  cues.bound !== undefined &&
  (query.bound ?? query.state) === undefined &&
  /^(?:count|share|exists)$/.test(query.take) &&
  !conditionsOf(query).some(isBeyond);

const average: Check = ({ take }, { stat }) =>
  /^(?:mean|median)$/.test(stat?.take ?? '') && /^(?:max|min|sum|first|last|values|count|list)$/.test(take);

const sum: Check = ({ take }, { stat, asks, edges }) =>
  stat?.take === 'sum' && !asks.has('count') && edges.size === 0 && /^(?:count|list|values|first|last)$/.test(take);

const share: Check = ({ take }, { asks }) =>
  asks.has('share') && /^(?:count|first|last|state|episodes|duration|list)$/.test(take);

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

/** As things are at the end: nothing is added up. */
const atEnd: Check = ({ take }, { asks }) => asks.has('open') && take === 'sum';

const each: Check = ({ by, everyMs, take }, { per, asks }) =>
  per !== undefined &&
  asks.has('count') &&
  by === undefined &&
  everyMs === undefined &&
  /^(?:count|values)$/.test(take);

/** Both at one time: what was said of them is no line of one. */
const both: Check = ({ take, state, where }) =>
  take === 'overlap' && state === 'running' && where.some(({ field }) => field === 'words');

/** "Open at 7:30": what was under way then, and no line that has the word. */
const underWay: Check = ({ take, state, atMs, window }, { asks }) =>
  take === 'count' &&
  state === undefined &&
  asks.has('running') &&
  (atMs ?? window) !== undefined &&
  window?.during === undefined;

/** "Which had not come back": none that was back at some time is meant. */
const notBack: Check = ({ take, state }, { asks }) =>
  take === 'never' && asks.has('open') && /^(?:back|recovered|returned|up)$/.test(state ?? '');

/** "Did a go down for the first time before b did?" */
const firstOfTwo: Check = ({ take }, { edges, rest }) =>
  take === 'episodes' && edges.size > 0 && /\bbefore\b.*\bdid\b/i.test(rest);

const stretch: Check = ({ take, window, than }, { rest, which }) =>
  (which === 'half' ||
    /\b(?:gaps?|jumps?|(?:first|second|both|other) hal(?:f|ves)|(?:moment|period) (?:without|with no))\b/i.test(
      rest,
    )) &&
  !/^(?:gap|jump|span|net)$/.test(take) &&
  (window?.half ?? than) === undefined;

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
  placeInOrder,
  furtherTries,
  itsBegin,
  itsEnd,
  bound,
  average,
  sum,
  changes,
  share,
  number,
  time,
  atEnd,
  each,
  both,
  notBack,
  underWay,
  firstOfTwo,
  stretch,
  exception,
  another,
];
