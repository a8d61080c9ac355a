import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { stateIn } from '../facts/state-in.ts';
import { stem } from '../facts/stem.ts';
import { newValue } from '../facts/turns.ts';
import type { Condition, Query } from '../query/query.ts';
import { fillNumber } from './fill-number.ts';
import { fitTogether } from './fit-together.ts';
import { namesAmong } from './named-columns.ts';
import { openNoun } from './noun-asked.ts';
import { outcomeOfOthers } from './outcome-words.ts';
import { thingOfBoth } from './over-lines.ts';
import type { Phrase } from './phrase.ts';
import { placeInTime } from './place-in-time.ts';
import { readPhrase } from './read-phrase.ts';
import { type Groups, joinWords, type Reading } from './reading.ts';
import { isOfActors, isRefused, isStatistic } from './refusals.ts';
import {
  byThing,
  fitColumns,
  fitComparisons,
  fitNumber,
  fitRequests,
  joinByThing,
  overEachOnce,
  settleNoun,
} from './settle-columns.ts';
import {
  aboveNone,
  countAboveNone,
  settleEvery,
  settleShare,
  settleSides,
  settleThing,
  withoutEnds,
} from './settle-lines.ts';
import { takeUpVerbs } from './take-up.ts';
import { unnamedNoun } from './unnamed-noun.ts';
import type { TimeRead } from './window.ts';
import { settleExtreme } from './worst.ts';

/** A reading of a question, and how much of it was understood. */
export interface Candidate {
  query: Query;
  /** Content words that nothing in the file or the language of questions took up. */
  unread: string[];
  /** Names that are nowhere in the file. */
  absent: string[];
  /** Words were taken by what they mean rather than by what the lines say. */
  isInferred: boolean;
  /** Columns that were named and not used. */
  loose: number;
  /** Of a question why: some of its words mean nothing here, so what happened is not known by the others alone. */
  isPartly?: boolean;
  /** What the question calls the lines that are meant, and no line does. */
  unnamed?: string;
}

/** A question as it is read: the readings that come next stand behind the best one. */
export interface Parsed extends Omit<Candidate, 'loose'> {
  /** One of perhaps several is meant: "the alarm". */
  isOneOf?: boolean;
  /** A time outside of the file. */
  timeOutside?: string;
  /** Whether there ever was such a thing. */
  isOfAny?: boolean;
  /** Too long for a question. */
  isProse: boolean;
  /** What else it may mean where the first comes to nothing, all words understood. */
  others: readonly Query[];
  /** Words that no line has, read as others that lines do. */
  taken?: readonly string[];
  /** Words that the query stands for in no way. */
  passedOver?: readonly string[];
  /** What was left out of the question, in its own words. */
  left?: readonly string[];
  /** The question in fewer words, for where all of them come to nothing. */
  shorter?: readonly Parsed[];
  /** As its words are read in whichever order they stand, for where it comes to nothing as they stand. */
  free?: Parsed;
  /** Asked in a usual form: each of its words has a place there. */
  isFramed?: boolean;
}

export const isUnderstood = ({ query: { take }, unread, absent, unnamed }: Omit<Candidate, 'loose'>): boolean =>
  !/^(?:unknown|explain)$/.test(take) && unread.length + absent.length === 0 && unnamed === undefined;

/** What a question has beside its words. */
export interface Around {
  times: readonly TimeRead[];
  quotes: readonly string[];
  /** It ends with a question mark. */
  isAsked?: boolean;
}

/** The query a reading comes to; undefined where its slots cannot be filled from this file. */
export function compose(reading: Reading, around: Around, schema: Schema): Candidate | undefined {
  const { kind, all } = reading;
  const groups = { ...reading.groups };
  const query: Query = { where: [], ...reading.query };
  if (!isStateHere(query, groups, schema)) return undefined;
  const named = settleNoun(query, groups, all, schema);
  if (named === undefined) return undefined;
  const text = fillNumber(
    kind,
    query,
    groups,
    schema,
    joinWords(named.rest, groups.where, groups.where2).trim(),
    /^how many\b/i.test(all),
  );
  if (text === undefined) return undefined;
  const phrases = [readPhrase(linesAsked(text, query), schema, around.quotes)];
  query.where = linesMeant(phrases[0]!, query, reading);
  const isFitted = fitBoth(query, all, schema, ['where'], kind === 'turned' ? query.by : undefined);
  if (groups.against !== undefined && !settleSides(query, groups, phrases, around, schema)) return undefined;
  if (query.against !== undefined) {
    query.where = outcomeOfOthers(query.where, all, schema);
    query.against = outcomeOfOthers(query.against, all, schema);
  }
  const isOtherFitted =
    /^(?:compare|order|gap|never)$/.test(query.take) && fitBoth(query, all, schema, ['where', 'against']);
  const thing = settleThing(query, phrases);
  const above = aboveNone(query, phrases, schema);
  if (!settleShare(query, schema) || !settleEvery(query, all)) return undefined;
  const isStated = settleCount(query, all, phrases, schema);
  if (!settleRows(query, all, schema)) return undefined;
  countAboveNone(query, schema);
  const isOfBegins = withoutEnds(query, schema);
  overEachOnce(query, all, schema);
  byThing(query, all, schema);
  fitNumber(query, all, schema);
  const fitting = fitColumns(query, named.alike, all, schema);
  const isWorstUnsure = settleExtreme(query, all, schema);
  joinByThing(query, schema);
  fitRequests(query, all, schema);
  const isCompared = fitComparisons(query, schema);
  if (isCompared === undefined || !placeInTime(kind, query, around.times)) return undefined;
  if (isRefused({ reading, query, phrases, text, times: around.times, schema })) return undefined;
  takeUpVerbs(query, all, schema);
  const isGuessed =
    [isStated, named.isOpen, fitting.isAmbiguous, isCompared, isFitted, isOtherFitted, isOfBegins].includes(true) ||
    isOfLooseLines(reading, query, schema) ||
    groups.beside === openNoun ||
    isOfUnsureState(query, schema) ||
    isOfWriter(query) ||
    isWorstUnsure;
  const unused = phrases.flatMap(({ columns }) => columns).filter((one) => one !== thing && one !== above);
  const unread = [...phrases.flatMap((one) => one.unread), ...reading.unread];
  const unnamed = unnamedNoun(unread, all, query, schema);
  return {
    query,
    ...(unnamed === undefined ? { unread } : { unread: [], unnamed }),
    absent: phrases.flatMap(({ absent }) => absent),
    isInferred: isGuessed || above !== undefined || phrases.some(({ isInferred }) => isInferred),
    loose: (kind === 'turned' ? unused.filter((one) => isMeasured(one, schema)) : unused).length,
  };
}

/** What a setting is called is no column of its own; a number of lines that change nothing is no setting. */
const isMeasured = (column: Column, schema: Schema): boolean => {
  const turned = columnNamed(schema, newValue);
  const stated = column.isNumber ? schema.sample.filter((record) => column.read(record) !== undefined) : [];
  return stated.length > 0 && turned !== undefined && stated.every((record) => turned.read(record) === undefined);
};

/** What the rows of the answer are told apart by; false where nothing in the file tells them apart. */
function settleRows(query: Query, all: string, schema: Schema): boolean {
  const isOfBoth = query.take === 'never' && query.against !== undefined;
  if (!isOfBoth && (query.by !== openNoun || query.state !== undefined)) return true;
  query.by = (isOfBoth ? thingOfBoth(query, schema) : namesAmong(query, schema, all))?.name;
  return query.by !== undefined;
}

/** Whether a word was found to say something else of the lines than it was read to say. */
function fitBoth(
  query: Query,
  all: string,
  schema: Schema,
  sides: readonly ('where' | 'against')[],
  by?: string,
): boolean {
  const fitted = sides.map((side) => {
    const found = fitTogether(query[side] ?? [], all, schema, by);
    if (found !== undefined) query[side] = found;
    return found !== undefined;
  });
  return fitted.includes(true);
}

/** What the words say of the lines. */
function linesMeant({ where, columns }: Phrase, query: Query, { kind, all }: Reading): Condition[] {
  const isOfChange = kind === 'turned' || where.some(({ field }) => field === newValue);
  // "How many foo_drv lines": nothing else says which, and all lines are no answer.
  const isOfName = query.take === 'count' && where.length === 0 && /\blines\b/i.test(all);
  const named = columns
    .filter(({ name }) => (isOfChange || (isOfName && /[a-z][_-][a-z]/i.test(name))) && all.includes(name))
    .map(namedIn);
  return [...where, ...named].filter((one) => !isOfBegin(one, query));
}

/** That it came to be so is said by the state; of the lines that say so alone none tells its end. */
const isOfBegin = ({ field, is, value }: Condition, { take, state }: Query): boolean =>
  state !== undefined &&
  /^(?:duration|longest|episodes)$/.test(take) &&
  field === newValue &&
  is === '=' &&
  stem(value) === stem(state);

/** A setting may be a column as well: its changes are told by lines that name it. */
const namedIn = ({ name }: Column): Condition => ({ field: 'text', is: 'has', value: name });

/** Which lines are meant is not quite what the words say. */
function isOfLooseLines({ kind, all }: Reading, query: Query, schema: Schema): boolean {
  const isOfKinds = kind === 'things' && !isOfActors(query, schema);
  const isOfPlace = query.take === 'list' && /^where\b/i.test(all);
  // What has a line within the window may have come before it.
  const isOfAnyLine =
    query.window !== undefined && query.where.length === 0 && columnNamed(schema, query.of)?.isSerial === true;
  return isOfKinds || isOfPlace || isOfAnyLine;
}

/** Whatever one program has begun and ended is not known to be one thing. */
const isOfWriter = ({ state, where, by }: Query): boolean =>
  state === 'running' && by === undefined && where.some(({ field, is }) => field === 'source' && is === '=');

/** A state that the file's own lines alone tell of. */
function isOfUnsureState({ state }: Query, schema: Schema): boolean {
  const learnt = state === undefined ? undefined : stateIn(schema, state)?.words.learnt;
  return learnt !== undefined && (learnt.isSeldom || learnt.isNoun);
}

/** "How many job runs started": of runs of something, the verb says which lines are meant. */
const countedRuns =
  /(?<=\b[a-z]{3,20} )runs(?= (?:(?:were|was|have|has|had|did|ever) )?(?:start|begin|began|fail|finish|complet|end|abort|succe|cancel)\w*)/i;

/** Without the words that say no more of lines than the query does. */
function linesAsked(text: string, { take, state }: Query): string {
  if (take === 'count') return text.replace(countedRuns, ' ');
  if (take === 'exists') return text.replace(/^ *(?:(?:did|do|does|have|has|were|are|was) )?(?:all|every|each)\b/i, '');
  if (state === undefined)
    return isStatistic.test(take) ? text.replace(/\b(?:single )?(?:runs?|executions?)\b/gi, ' ') : text;
  const told =
    state === 'running'
      ? /\b(?:single )?(?:runs?|executions?|takes?|took|lasts?|lasted)\b/gi
      : /\b(?:takes?|took|lasts?|lasted)\b/gi;
  return text.replace(told, ' ');
}

/** "How many authorize requests" of lines such as `authorize 19.90 EUR`: those that state the number. */
function countStated(query: Query, [phrase]: readonly Phrase[]): boolean {
  const [column, second] = phrase?.columns ?? [];
  if (query.take !== 'count' || query.where.length > 0 || query.of !== undefined || query.by !== undefined)
    return false;
  if (column?.isPlace !== true || column.isLabel === true || !column.isNumber || second !== undefined) return false;
  query.where = [{ field: column.name, is: 'has', value: '*' }];
  return true;
}

/** Whether what is counted was found by a number its lines state. */
function settleCount(query: Query, all: string, phrases: readonly Phrase[], schema: Schema): boolean {
  if (query.take === 'count' && query.where.length === 0 && /\blines?\b/i.test(all)) query.of ??= 'lines';
  // Different things of a kind are all of them: they may be counted over all their lines.
  const isOfSerial = columnNamed(schema, query.of)?.isSerial === true;
  if (query.take === 'distinct' && isOfSerial && query.where.length > 1) query.take = 'count';
  return countStated(query, phrases);
}

/** Whether the file knows of such a state. */
function isStateHere({ take, by, state }: Query, { where = '' }: Groups, schema: Schema): boolean {
  if (/^(?:state|episodes|duration|longest|overlap|never)$/.test(take) && state !== undefined && /^there\b/.test(where))
    return false;
  if (take === 'duration' && by === newValue) return true;
  return state === undefined || stateIn(schema, state) !== undefined;
}
