import { levelNamed } from '../../../lines/level-words.ts';
import { start } from '../../facts/begins.ts';
import { columnNamed, type Schema } from '../../facts/schema.ts';
import { tries } from '../../facts/tries.ts';
import type { Condition, Query } from '../../query/query.ts';
import { columnsCalled } from '../columns-called.ts';
import type { Cues } from './cues.ts';

type Check = (query: Query, cues: Cues, schema: Schema) => boolean;

/** Whether a query that a question was read as leaves out a part of what is asked, or answers something else. */
export function leavesOut(query: Query, cues: Cues, schema: Schema): boolean {
  if (/^(?:explain|unknown|show|next|compare)$/.test(query.take)) return false;
  return checks.some((isOther) => isOther(query, cues, schema));
}

const conditionsOf = ({ where, against = [] }: Query): readonly Condition[] => [...where, ...against];
const isBeyond = ({ is }: Condition): boolean => /[<>]/.test(is);

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

/** The one that it is, and not how much. */
const whichOne: Check = ({ take, by, beside }, { asks, stat }) =>
  asks.has('id') && stat !== undefined && (by ?? beside) === undefined && /^(?:max|min)$/.test(take);

const average: Check = ({ take }, { stat }) =>
  /^(?:mean|median)$/.test(stat?.take ?? '') && /^(?:max|min|sum|first|last|values|count|list)$/.test(take);

const share: Check = ({ take }, { asks }) =>
  asks.has('share') && /^(?:count|first|last|state|episodes|duration|list)$/.test(take);

const number: Check = ({ take }, { asks, stat, edges }) =>
  asks.has('count') && stat === undefined && edges.size === 0 && /^(?:values|state|list|first|last)$/.test(take);

/** How long: no other number is added up. */
const time: Check = ({ take, of }, { asks, stat }, schema) => {
  const unit = columnNamed(schema, of)?.unit;
  const isOther = unit !== undefined && unit.name !== '' && unit.dimension !== 'time';
  return asks.has('long') && stat !== undefined && /^(?:mean|median|percentile|sum)$/.test(take) && isOther;
};

/** As things are at the end: nothing is added up. */
const atEnd: Check = ({ take }, { asks }) => asks.has('open') && take === 'sum';

const each: Check = ({ by, everyMs, take }, { per, asks }) =>
  per !== undefined &&
  asks.has('count') &&
  by === undefined &&
  everyMs === undefined &&
  /^(?:count|values)$/.test(take);

/** Which of them: a level, a day or a moment is none, and neither is whether they ran at once. */
const whichOfThem: Check = ({ take, by, everyMs, order }, { which, asks, everyMs: every }, schema) => {
  if (which === undefined) return false;
  const isOfMoments = everyMs !== undefined && every === undefined && !asks.has('busiest');
  return take === 'overlap' || (order !== undefined && (isOfMoments || isOfAnyLine(by, which, schema)));
};

/** What all kinds of lines have is not what a noun is for. */
function isOfAnyLine(by: string | undefined, which: string, schema: Schema): boolean {
  const column = columnNamed(schema, by);
  if (column === undefined || columnsCalled(schema, which.split(' ')).includes(column)) return false;
  const values = [...column.values.keys()];
  const isLevelOrDay = (value: string) => levelNamed(value) !== undefined || /^\d{4}[-/.]\d\d[-/.]\d\d$/.test(value);
  return values.length > 0 && values.every(isLevelOrDay);
}

/** Both at one time: what was said of them is no line of one. */
const both: Check = ({ take, state, where }) =>
  take === 'overlap' && state === 'running' && where.some(({ field }) => field === 'words');

/** At one moment, what lines do not say is no state. */
const thenNot: Check = ({ take, window: { fromMs = 0, toMs = Number.POSITIVE_INFINITY } = {} }) =>
  take === 'never' && toMs - fromMs <= oneMomentMs;
const oneMomentMs = 60_000;

/** "Did a go down for the first time before b did?" */
const firstOfTwo: Check = ({ take }, { edges, rest }) =>
  take === 'episodes' && edges.size > 0 && /\bbefore\b.*\bdid\b/i.test(rest);

const stretch: Check = ({ take, window, than }, { rest, which }) =>
  (which === 'half' || /\b(?:gaps?|jumps?|(?:first|second|both|other) hal(?:f|ves))\b/i.test(rest)) &&
  !/^(?:gap|jump|span|net)$/.test(take) &&
  (window?.half ?? than) === undefined;

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

const checks: readonly Check[] = [
  placeInOrder,
  furtherTries,
  itsBegin,
  itsEnd,
  bound,
  whichOne,
  average,
  share,
  number,
  time,
  atEnd,
  each,
  whichOfThem,
  both,
  thenNot,
  firstOfTwo,
  stretch,
  exception,
];
