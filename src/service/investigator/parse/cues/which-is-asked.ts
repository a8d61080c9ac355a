import { levelNamed } from '../../../lines/level-words.ts';
import { columnNamed, type Schema } from '../../facts/schema.ts';
import { settingChanged } from '../../facts/settings-told.ts';
import { stem } from '../../facts/stem.ts';
import { newValue, oldValue } from '../../facts/turns.ts';
import type { Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { columnsCalled } from '../columns-called.ts';
import type { Ask, Cues } from './cues.ts';

/** Whether a query is of something else than its question. */
export type Check = (query: Query, cues: Cues, schema: Schema) => boolean;

/** The one that it is, and neither how much nor when. */
const whichOne: Check = ({ take, of, by, beside }, { asks, stat }) =>
  asks.has('id') &&
  (by ?? beside) === undefined &&
  ((stat !== undefined && /^(?:max|min)$/.test(take)) || (of === undefined && /^(?:first|last)$/.test(take)));

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

/** "The first for Cordoba" asks for no name that the question has. */
const itsOwnName: Check = ({ take, of, by, where }, _, schema) => {
  const column = columnNamed(schema, by ?? of);
  return (
    column !== undefined &&
    /^(?:values|first|last)$/.test(take) &&
    where.some(
      ({ field, is, value, or }) =>
        is === '=' && or === undefined && (field === column.name || column.values.has(value.toLowerCase())),
    )
  );
};

/** "What state was it in": none that it may have been in or not. */
const whichState: Check = ({ take, state, by, of }, { which, rest }) =>
  take === 'state' && state === 'down' && (by ?? of) === undefined && ofState.test(`${which ?? ''} ${rest}`);
const ofState = /\b(?:state|status|mode)\b/i;

/** "Which version is running": what runs is something else, and the version is told of it. */
const ofNoThing: Check = ({ state, by }) => state !== undefined && /version/i.test(by ?? '');

/** "Which transfer was the last": one of them is asked for, and no time or number. */
const whichByName: Check = ({ take, of, by, beside, everyMs, state }, { which, asks, stat }) =>
  which !== undefined &&
  !asks.has('when') &&
  !/^(?:hour|minute|day|day of|time|half|value|state|status|mode|setting|reason|cause|level|one|ones|way|kind|order|line|lines)\b/i.test(
    which,
  ) &&
  (by ?? beside ?? everyMs ?? state) === undefined &&
  (/^(?:first|last)$/.test(take)
    ? of === undefined
    : /^(?:max|min)$/.test(take) && stat !== undefined && of !== undefined);

/** "Ids of all that were rolled back": their lines are no list of them. */
const namesOfAll: Check = ({ take }, { asks, rest }) =>
  (take === 'list' && asks.has('id')) ||
  // "Which never did": that none did is no name.
  (take === 'exists' && asks.has('never') && (asks.has('id') || /^what\b/.test(rest)));

/** Which comes next is one of them, and neither all nor how many. */
const oneBeside: Check = ({ take, by }, { rest }) =>
  besides.test(rest) && (/^(?:list|count|values|state|episodes)$/.test(take) || (take === 'last' && by === newValue));
export const besides =
  /\b(?:(?:the|was|is|come|came|to go|go|went|did|state) next|next (?!to\b)[a-z]+|came (?:next|after)|(?:just|right|immediately|directly|straight) (?:before|after|following)|(?:immediately|directly|straight)(?=[?. ]*$)|previous|preceding)\b/i;

/** "In the state RUN": no other state is meant. */
const itsState: Check = ({ state, where }, { rest }, schema) => {
  const [, said = ''] = /\b(?:state|mode|status) ([A-Z][A-Z_]{2,30})\b/.exec(rest) ?? [];
  const isValue = columnNamed(schema, newValue)?.values.has(said.toLowerCase()) === true;
  return (
    isValue &&
    state !== said.toLowerCase() &&
    (state !== undefined || !where.some(({ value }) => value.toLowerCase() === said.toLowerCase()))
  );
};

/** "Aborted obstructed door aborted": two clauses read as one. */
const saidTwice: Check = ({ where, against = [] }) =>
  [...where, ...against].some(({ field, value }) => {
    const words = value.split(' ');
    return field === 'words' && new Set(words).size < words.length;
  });

/** A question to be answered by yes or no has no number for an answer. */
const yesOrNo: Check = ({ take, order }, { asks, stat, edges, which }) =>
  asks.has('exists') &&
  stat === undefined &&
  order === undefined &&
  edges.size === 0 &&
  which === undefined &&
  !otherAsks.some((one) => asks.has(one)) &&
  /^(?:max|min|mean|sum)$/.test(take);
const otherAsks: readonly Ask[] = ['count', 'long', 'change', 'value'];

/** "Most setting changes by whom": neither which setting nor how many of them. */
const ofSettings: Check = ({ take, of, by }, { asks, rest }) =>
  (asks.has('who') && (by === settingChanged || by === newValue || by === oldValue)) ||
  (take === 'distinct' && of === settingChanged && !asks.has('distinct') && /\bchang(?:es|ed)\b/i.test(rest));

/** "Which channel had no closures": of nothing that lines say each has a line. */
const neverNothing: Check = ({ take, where, state }) => take === 'never' && where.length === 0 && state === undefined;

/** "Highest pressure" is one of the numbers: no lines are counted for it. */
const highest: Check = ({ take }, { stat, asks, isOfCommon, rest }) =>
  /^(?:max|min)$/.test(stat?.take ?? '') &&
  isOfCommon !== true &&
  !asks.has('count') &&
  !asks.has('long') &&
  /^(?:count|first)$/.test(take) &&
  !/\b(?:counts?|numbers?|rates?|volumes?|traffic|frequency)\b/i.test(rest);

/** "Top robot", where all lines that are meant name one writer: the noun is of something else. */
const tellsNoneApart: Check = ({ take, by, of, order, where }, { which, per }, schema) => {
  const noun = which ?? per;
  const column = columnNamed(schema, take === 'distinct' ? of : order === undefined ? undefined : by);
  if (noun === undefined || column === undefined || noun.split(' ').some((word) => column.stems.has(stem(word))))
    return false;
  const isMeant = compile([...where], schema);
  return new Set(schema.sample.flatMap((record) => (isMeant(record) ? (column.read(record) ?? []) : []))).size === 1;
};

/** "The top three" are no one. */
const topFew: Check = ({ limit, take }, cues) => cues.limit !== undefined && limit === undefined && take !== 'list';

/** That a query tells which one it is, where that is asked. */
export const whichChecks: readonly Check[] = [
  tellsNoneApart,
  topFew,
  neverNothing,
  highest,
  itsState,
  saidTwice,
  ofSettings,
  whichOne,
  whichOfThem,
  itsOwnName,
  whichState,
  ofNoThing,
  whichByName,
  namesOfAll,
  oneBeside,
  yesOrNo,
];
