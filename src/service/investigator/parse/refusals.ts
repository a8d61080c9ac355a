import { literalPattern } from '#core/literal-pattern.ts';
import { failedWord, succeededWord } from '../facts/lexicon.ts';
import type { LogRecord } from '../facts/records.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import { stateIn } from '../facts/state-in.ts';
import { stem } from '../facts/stem.ts';
import { timeTaken } from '../facts/time-taken.ts';
import { unitWords } from '../facts/tokens.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import { type Condition, isOfAny, type Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { isBetween } from '../run/run-between.ts';
import { isCalledTime } from './compared-number.ts';
import { overLines } from './over-lines.ts';
import { type Phrase, tokensOfPhrase } from './phrase.ts';
import type { Reading } from './reading.ts';
import { partField } from './settle-lines.ts';
import { looseVerbs } from './take-up.ts';
import type { TimeRead } from './window.ts';
import { isNounForLines, meansRequests, plainWords } from './words.ts';

/** A reading with its words looked up in the file. */
export interface Settled {
  reading: Reading;
  query: Query;
  phrases: readonly Phrase[];
  /** What was left of the words for the first of them. */
  text: string;
  times: readonly TimeRead[];
  schema: Schema;
}
type Rule = (settled: Settled) => boolean;

/** Whether a question cannot have meant that. */
export const isRefused = (settled: Settled): boolean => refusals.some((rule) => rule(settled));

const actors =
  /^(?:users?|people|persons?|accounts?|clients?|customers?|hosts?|ips?|ip addresses|addresses|devices?|nodes?|servers?|machines?|services?|components?|visitors?|tenants?|sensors?|paths?|endpoints?)$/i;
export const eventNoun =
  /^(?:quer(?:y|ies)|requests?|faults?|errors?|calls?|look-?ups?|logins?|alerts?|alarms?|transfers?|downloads?|uploads?|payments?|rebalances?|crashes|restarts?|retries|failures?|timeouts?|connections?|transactions?|commits?|deploys?|deployments?|messages?|(?:authentic|authoriz|registr|invoc|alloc|reconnec|disconnec|rejec|submis|execu|opera)[a-z]{0,3}ions?|attempts?|deliver(?:y|ies)|rejections?|rejects?)$/i;

/** "How many queries" are asked for as they come, "how many clients" as they are called, "how many jobs failed" as often. */
const isOfEvents: Rule = ({ reading: { kind, groups }, query: { where } }) => {
  const noun = groups.of ?? groups.by ?? '';
  const isOfWords = where.some(
    ({ field, value }) => /^(?:words|outcome)$/.test(field) || failedWord.test(value) || succeededWord.test(value),
  );
  return kind === 'things' && (eventNoun.test(noun) || (isOfWords && !actors.test(noun)));
};

/** "Most" is never passed over. */
const isRankedElse: Rule = ({ reading: { all }, query: { take, order } }) =>
  order === undefined &&
  /^(?:list|values|exists|first|last|count|distinct)$/.test(take) &&
  /\b(?:most|fewest|least|highest|lowest)\b/i.test(all.replace(/\b(?:at (?:most|least)|most recent(?:ly)?)\b/gi, ''));

/** Two names are in a state together only where both have a column. */
const isOfTwoTexts: Rule = ({ query: { take, where, against } }) =>
  take === 'overlap' && against !== undefined && [...where, ...against].some(({ field }) => field === 'text');

/** What never was so is not told by a line that says something else. */
const isOfOtherLines: Rule = ({ query: { take, where }, phrases }) =>
  take === 'values' &&
  (phrases[0]?.hasNegation === true ||
    where.some(({ field, is }) => is === '!=' && (partField.test(field) || field === newValue)));

/** One line has one value of a name; lines with one or the other are not those with both. */
const isContradictory: Rule = ({ reading: { all }, query: { take, of, by, order, state, where, against = [] } }) => {
  const parts = against.filter(({ is }) => is === '=');
  if (new Set(parts.map(({ field }) => field)).size < parts.length) return true;
  if (/\bor\b/i.test(all) && where.filter(({ field }) => field === 'text').length > 1) return true;
  const names = where.filter(({ is, field }) => is === '=' && field !== 'text' && field !== 'words');
  if (/^(?:distinct|values)$/.test(take) && names.some(({ field }) => field === of)) return true;
  // Of one thing alone there is neither a most nor a last.
  const isRanked = state === undefined && (order !== undefined || /^(?:first|last)$/.test(take));
  if (isRanked && names.some(({ field }) => field === by)) return true;
  return new Set(names.map(({ field }) => field)).size < names.length;
};

/** Whether something is so at one moment is no question of whether a line says it. */
const isOfMoment: Rule = ({ reading: { all }, query: { take, state }, times, schema }) => {
  if (take === 'count' && state !== undefined) return false;
  if (/^(?:count|distinct|episodes|list)$/.test(take) && times.some(({ kind }) => kind === 'around')) {
    const word = /\b(?:was|were|is|are) (?<state>[a-z]+)$/i.exec(all.trim())?.groups?.state;
    return word !== undefined && stateIn(schema, word) !== undefined;
  }
  if (take !== 'exists' || /^\w+ there\b/i.test(all)) return false;
  // "Was ann logged in while it was down" is no question of whether she logged in then.
  const isWhile = times.some(({ window }) => window.during !== undefined);
  if (isWhile && /^(?:is|was|are|were) (?:.* )?[a-z-]+(?:ed|en|in|on|up)$/i.test(all.trim())) return true;
  const isAsked =
    times.some(({ kind, atMs }) => kind === 'around' && atMs !== undefined) && /^(?:is|was|are|were)\b/i.test(all);
  const last = /^(?:is|are) .+ (?<last>[a-z]+)$/i.exec(all)?.groups?.last;
  return isAsked || ofNow.test(all) || (last !== undefined && stateIn(schema, last) !== undefined);
};
const ofNow =
  /\b(?:still|now|currently|again|ends? up|at the (?:very )?end|(?:when|as) the (?:log|file) (?:ends|stops))\b/i;

/** "How many GiB" are added up, not counted. */
const isOfUnit: Rule = ({ reading: { all }, query: { take } }) =>
  take === 'count' && unitWords.test(/\bhow many (?<unit>\S+)/i.exec(all)?.groups?.unit ?? '');

/** How much of something there was is no number of lines. */
const isOfHowMuch: Rule = ({ reading: { all }, query: { take } }) =>
  /^(?:count|distinct)$/.test(take) && /^how much (?:was|were|is|are|has|have|had|did|does|do)\b/i.test(all);

/** "Sum of data lengths", "total size": where no number is found for it, the lines are none. */
const isOfSum: Rule = ({ reading: { all }, query: { take } }) =>
  /^(?:count|list|exists|share)$/.test(take) && /\bsum (?:of|up)\b|\badd(?:ed)? up\b/i.test(all);

/** Numbers that are names are neither added up, compared by size nor ranked: "heavier than 32 kg" is not of bag 32. */
const isOfNames: Rule = ({ reading: { all }, query: { take, of, where }, schema }) => {
  if (/\b(?:numbers?|ids?)\b/i.test(all)) return false;
  const isName = (name: string | undefined) => {
    const column = columnNamed(schema, name);
    return column?.isSerial === true || (column?.isLabel === true && column.unit.name === '');
  };
  return (
    (isStatistic.test(take) && isName(of)) ||
    where.some(({ field, is, value }) => /^[<>]/.test(is) && isName(field) && !isPlainOf(value, field, all))
  );
};

/** "Bags above 500": said of the name itself, and without a unit. */
const isPlainOf = (value: string, field: string, all: string): boolean =>
  /^[\d.,]+$/.test(value) && all.toLowerCase().includes(`${field.toLowerCase()} ${value}`);

/** "Out of cola": what was no longer there is told by lines that say so, and by no others. */
const isOutOf: Rule = ({ reading: { all }, schema: { kinds } }) =>
  /\b(?:is|are|was|were|went|ran?|runs?|running) out of (?!\d|order\b)/i.test(all) &&
  !kinds.some(({ example }) => /\b(?:out of|no more|empty|sold out)\b/i.test(example));

/** From one line to another: each side says which. */
const isOneSided: Rule = ({ query, schema }) => {
  if (!isBetween(query) && (query.take !== 'gap' || query.against === undefined)) return false;
  const isOfThing = ({ field, is }: Condition) =>
    is === '!=' ||
    field === 'text' ||
    columnNamed(schema, field)?.isLabel === true ||
    columnNamed(schema, field)?.isPlace === true;
  const { where, against = [] } = query;
  // "From order placed to order shipped": two values of one field are two sides.
  const isOfValues = where.some(
    ({ field, is, value }) =>
      is === '=' && against.some((one) => one.field === field && one.is === '=' && one.value !== value),
  );
  return !isOfValues && (where.every(isOfThing) || against.every(isOfThing));
};

/** "What share of incoming calls were answered" is not what share came in. */
const isOfOtherVerb: Rule = ({ reading: { all }, query, schema }) =>
  /^(?:share|compare)$/.test(query.take) &&
  query.of !== undefined &&
  columnNamed(schema, query.of)?.isSerial === true &&
  [...looseVerbs(query, all, schema)].some((verb) => /(?:ed|ing)$/i.test(verb));

/** "How long was it off" is not how long it ran. */
const isOfParticle: Rule = ({ reading: { all }, query: { take, state } }) =>
  /^(?:duration|longest|episodes)$/.test(take) &&
  state === 'running' &&
  /\b(?:was|were|is|are)\b.*\b(?:off|on|out|away|up|down)$/i.test(all.trim());

/** "Took longest to respond" is of a part of what ran, and "how long did they talk in call 12" of another time of it. */
const isOfPart: Rule = ({ reading: { all }, query: { take, state, where }, schema }) => {
  const isOfOne = where.some(({ field, is }) => is === '=' && columnNamed(schema, field)?.isSerial === true);
  if (state === 'running' && isOfOne && where.some(({ field }) => field === 'words')) return true;
  const verb = /\b(?:took|takes?|taken)\b.{0,60}? to (?<verb>[a-z]{3,})\b/i.exec(all)?.groups?.verb;
  return /^(?:longest|duration)$/.test(take) && state === 'running' && verb !== undefined && !wholeRun.test(verb);
};
const wholeRun = /^(?:run|finish|complete|end|execute|process|be|pass|the)$/i;

/** "Did it not come back" is yes where it did not. */
const isOfNot: Rule = ({ reading: { all }, query: { take } }) => take === 'state' && /\b(?:not|never)\b/i.test(all);

/** "Received tasks that have no outcome": what is not so was not taken up. */
const isOfUntakenNot: Rule = ({ reading: { all }, query: { take, expects, where, state, against = [] } }) =>
  /\b(?:have|has|had|having|with) no (?!longer\b)[a-z]/i.test(all) &&
  take !== 'never' &&
  expects === undefined &&
  state === undefined &&
  ![...where, ...against].some(({ is, field }) => is === '!=' || (field === 'words' && is === '='));

/** "Is P102 down" is not whether anything is. */
const isOfNamed: Rule = ({ query: { take, where, by }, text }) =>
  /^(?:state|episodes|duration|longest)$/.test(take) &&
  where.length === 0 &&
  by === undefined &&
  tokensOfPhrase(text).some((one) => /^[a-z]+[-_]?\d+$/i.test(one));

/** "Messages received" are those that lines say were, and not all of them. */
const isOfReceived: Rule = ({ reading: { all }, query: { take, where, of, by }, schema }) =>
  !schema.isAccess &&
  by === undefined &&
  /^(?:count|rate|gap)$/.test(take) &&
  where.length === 0 &&
  of !== 'lines' &&
  /\b(?:received|sent|processed|accepted|delivered|handled|served|came? in|arrived|arrivals?|new)\b/i.test(all);

/** "A moment without network and without a fix" is a time, and no line that lacks both words. */
const isOfLacks: Rule = ({ query: { take, where } }) =>
  take === 'exists' && where.filter(({ is }) => is === '!=').length > 1;

/** "How many failed with no lock" asks for a number, and not for those that never did. */
const isNoCount: Rule = ({ reading: { all }, query: { take } }) =>
  take === 'never' && /^(?:how many|(?:the )?(?:number|count) of)\b/i.test(all) && !/\bnever\b/i.test(all);

/** "The session time of stopped sessions" is a number that lines state, and no time between lines. */
const isOfStatedTime: Rule = ({ reading: { all }, query: { take, state }, schema }) =>
  state !== undefined &&
  isStatistic.test(take) &&
  schema.columns.some(({ name, isNumber }) => {
    const told = /([a-z]+)[ _.-](time|duration|latency)$/i.exec(name);
    return isNumber && told !== null && new RegExp(`\\b${told[1]}\\b`, 'i').test(all);
  });

/** "Rebalance finished in 971 ms": where such lines state how long each took, no times between lines are meant. */
const isOfToldLength: Rule = ({ query: { take, state, where }, schema }) => {
  if (state !== 'running' || !/^(?:duration|longest|mean|median|max|min|sum|percentile)$/.test(take)) return false;
  if (where.length === 0 || !where.every(({ field }) => field === 'words' || field === 'text')) return false;
  const held = schema.sample.filter(compile(where, schema));
  const [time] = schema.columns
    .filter((one) => one.isNumber && one.unit.dimension === 'time' && one.name !== timeTaken && one.isLabel !== true)
    .map((one) => held.filter((record) => one.read(record) !== undefined).length)
    .sort((a, b) => b - a);
  return time !== undefined && time >= held.length * aThird;
};
/** One line begins each, and another ends it. */
const aThird = 1 / 3;

/** "Longest delay", where lines state a delay: it is that number, and no other of the lines that have the word. */
const isOfOtherNumber: Rule = ({ query: { take, of, where }, schema }) =>
  (isStatistic.test(take) || /^(?:longest|duration)$/.test(take)) &&
  where.some(({ field, value }) => {
    const named = field === 'words' ? columnNamed(schema, value) : undefined;
    return named?.isNumber === true && named.aliases.has(stem('duration')) && named.name !== of;
  });

/** "Is it getting hotter?" is answered by yes or no, and not by the highest. */
const isNoAnswer: Rule = ({ reading: { all }, query: { take, expects, against } }) =>
  (isStatistic.test(take) || /^(?:distinct|share)$/.test(take) || (take === 'overlap' && against === undefined)) &&
  expects === undefined &&
  /^(?:is|are|was|were|did|does|do|has|have|had)\b/i.test(all);

/** The longest and the heaviest of things are not those with the most lines. */
const isOfSize: Rule = ({ reading: { all }, query: { take, order, of } }) =>
  take === 'count' &&
  order !== undefined &&
  of === undefined &&
  /\b(?:longe|shorte|quicke|slowe|faste|bigge|smalle|heavie|lighte|large|olde|hotte|colde|deepe|wide)st\b/i.test(all) &&
  !/\b(?:number|count|amount|share|group)\b/i.test(all);

/** "Was it changed after it was lost?" asks which came first. */
const isOfOrder: Rule = ({ reading: { all }, query: { take } }) =>
  (take === 'change' || (take === 'state' && /\bbefore (?!\d)/i.test(all))) &&
  /^(?:was|were|is|are|did|does|has|have|had)\b.*\b(?:before|after)\b/i.test(all);

/** From one line to another is one time: it has no average and no longest. */
const isOfManyTimes: Rule = ({ reading: { all }, query: { take, against } }) =>
  take === 'gap' &&
  against !== undefined &&
  /\b(?:average|mean|median|typical\w*|usual\w*|longest|shortest|total)\b/i.test(all);

/** Things of which each has several lines are not as many an hour as their lines. */
const isOfManyLines: Rule = ({ query: { take, where }, schema }) => {
  const thing = columnNamed(schema, where.find(isOfAny)?.field);
  if (take !== 'rate' || thing?.isSerial !== true) return false;
  const held = schema.sample.filter(compile(where, schema));
  return held.length > new Set(held.map(thing.read)).size * 1.2;
};

/** Where no line ever says that something came out well, none is no finding. */
const isOfUntoldSuccess: Rule = ({ query: { where }, schema }) =>
  where.some(({ field, is, value }) => field === 'outcome' && is === '=' && value === 'ok') &&
  columnNamed(schema, 'outcome')?.values.has('ok') !== true;

/** "The lag at the highest depth": what one number is where another is extreme has no query. */
const isAtExtreme: Rule = ({ reading: { all }, query: { take, beside } }) =>
  (/^(?:max|min|longest)$/.test(take) &&
    /^how (?:many|much) .{2,60} (?:did|does|do|had|has|was|were) the (?:single )?[a-z]{3,}est\b/i.test(all)) ||
  (beside === undefined &&
    /\S (?:at|when|while|during) (?:the )?(?:[\w'.-]+ ){0,4}?(?:max|min|minimum|highest|lowest|deepest|largest|smallest|biggest|maximum|slowest|hottest|coldest|peak)\b/i.test(
      all,
    ));

/** To which version something changed is no version that its lines state. */
const isOfOtherVersion: Rule = ({ query: { take, of, where } }) =>
  take === 'values' && /version/.test(of ?? '') && where.some(({ field }) => field === newValue);

/** The one program that tells of states is not what is in them. */
const isOfTeller: Rule = ({ query: { take, of, where }, schema }) =>
  take === 'values' &&
  of === 'source' &&
  columnNamed(schema, of)?.values.size === 1 &&
  where.some(({ field }) => field === newValue);

/** What a thing's own lines state of it is no state it is in for a time. */
const isOfThing: Rule = ({ query: { take, by, where }, schema }) =>
  /^(?:state|episodes)$/.test(take) &&
  by !== undefined &&
  where.some(({ field, is }) => is === '=' && columnNamed(schema, field)?.isLabel === true);

/** What begins is not said by the lines of how it ended: their own number tells how long it took. */
const isOfEnds: Rule = ({ query: { take, state, where, by }, phrases, schema }) =>
  state === 'running' &&
  columnNamed(schema, by)?.isSerial !== true &&
  phrases[0]?.columns.some(({ isSerial }) => isSerial === true) !== true &&
  /^(?:longest|duration|mean|median|max|min|percentile)$/.test(take) &&
  where.some(
    ({ field, value }) =>
      field === 'outcome' ||
      (field === 'words' && /\b(?:failed|succeeded|completed|finished|aborted|cancelled)\b/.test(value)),
  );

/** "players=12" says how many there are, and names none of them. */
const isOfTally: Rule = ({ reading: { all }, query: { take, by, of }, schema }) => {
  const column = columnNamed(schema, take === 'never' ? by : of);
  const isOfNames =
    /^(?:distinct|values|never)$/.test(take) || (/^(?:first|last)$/.test(take) && /^(?:which|who)\b/i.test(all));
  if (column === undefined || !isOfNames) return false;
  return (
    column.isNumber && column.isLabel !== true && /[a-z]{2}s$/.test(column.name) && !/(?:ss|us|is)$/.test(column.name)
  );
};

/** "With no server available", "without a leader": how long that was is no number of all the lines that do not say so. */
const isOfNone: Rule = ({ reading: { all }, query: { take, where } }) =>
  (isStatistic.test(take) || /^(?:longest|duration|episodes)$/.test(take)) &&
  /\b(?:no|without|never|none|nobody)\b/i.test(all) &&
  where.some(({ field, is }) => field === 'words' && is === '!=');

/** How long something went on is a time, whatever numbers its lines state. */
const isOfNoTime: Rule = ({ reading: { all }, query: { take, of, state }, schema }) => {
  const column = columnNamed(schema, of);
  return (
    take === 'sum' &&
    state === undefined &&
    column !== undefined &&
    /\bhow long\b/i.test(all) &&
    column.unit.dimension !== 'time' &&
    !isCalledTime(column)
  );
};

/** "What share of rows were rejected", where lines state how many rows: a share of lines is another. */
const isOfAmounts: Rule = ({ reading: { all }, query: { take, of }, schema }) => {
  const noun = /\b(?:of|%) (?:the |all )?(?:[\w.-]+ )?(?<noun>[a-z]{3,}s)\b/i.exec(all)?.groups?.noun?.toLowerCase();
  if (take !== 'share' || of !== undefined || noun === undefined) return false;
  return schema.columns.some(
    ({ name, isNumber, isLabel }) => isNumber && isLabel !== true && name.toLowerCase() === noun,
  );
};

/** An average is one number, and no list of them. */
const isOfStatistic: Rule = ({ reading: { all }, query: { take } }) =>
  take === 'values' && /\b(?:average|avg|mean|median|percentile|p\d\d|percentage|percent|share)\b/i.test(all);

/** Things that each line tells one of are not ranked by their lines. */
const isOfOneEach: Rule = ({ query: { take, order, by, of }, schema }) =>
  take === 'count' && order !== undefined && of === undefined && columnNamed(schema, by)?.isSerial === true;

/** So many values of a field are told without being asked for one line's. */
const fewValues = 5;

/** Of many values those of some lines are asked for. */
const isOfAllLines: Rule = ({ reading: { kind }, query: { of, where }, schema }) =>
  kind === 'values' &&
  (columnNamed(schema, of)?.values.size ?? 0) > fewValues &&
  !where.some(({ field, is }) => is === '=' || (is === 'has' && /^(?:words|text)$/.test(field)));

/** No line of what is asked about says what it turned into. */
const hasNotTurned: Rule = ({ reading: { kind, all }, query: { where, by }, schema }) => {
  if (kind !== 'turned') return false;
  // "Is it down now" names the value: what it is set to is not asked. "Before it was set to 40" says which change.
  if (where.some(({ field, is }) => is === '=' && (field === by || (field === oldValue && by === newValue))))
    return true;
  const values = columnNamed(schema, newValue)?.values;
  if (by === newValue && tokensOfPhrase(all).some((word) => values?.has(word.toLowerCase()))) return true;
  const column = columnNamed(schema, by);
  const test = compile(where, schema);
  const isSaid = schema.sample.some((one) => column?.read(one) !== undefined && test(one));
  const isOfVersion = where.length === 0 && by !== newValue && by !== oldValue && /\bversion\b/i.test(all);
  return (where.length === 0 && !isOfVersion) || !isSaid;
};

/** A version looks like one. */
const isNoVersion: Rule = ({ reading: { kind, all }, query: { by }, schema }) => {
  const column = columnNamed(schema, by);
  if (
    kind !== 'turned' ||
    column === undefined ||
    !/\bversion\b/i.test(all) ||
    /version|new value|old value/i.test(column.name)
  )
    return false;
  return [...column.values.keys()].some((value) => !/^v?\d+(?:\.\d+)+/.test(value));
};

/** "Inlet 1" has the same number on each line: it is what the thing is called, and goes no way. */
const isOfConstant: Rule = ({ query: { take, of }, schema }) => {
  const column = columnNamed(schema, of);
  return take === 'trend' && column?.isPlace === true && column.unit.name === '' && column.values.size === 1;
};

/** What was done is no number something was set to, and no value that another was given by them. */
const isNotDoing: Rule = ({ reading: { kind, all }, query: { where, by }, schema }) => {
  if (kind !== 'turned' || !/\b(?:doing|busy with|up to|working on)\b/i.test(all)) return false;
  const column = columnNamed(schema, by);
  const names = where.map(({ value }) => value);
  const test = compile(where, schema);
  return schema.sample.some((record) => {
    const value = column?.read(record);
    if (value === undefined || !test(record)) return false;
    const isByThem = names.some((name) =>
      new RegExp(`\\b(?:by|user|op)[ :="]{1,3}${literalPattern(name)}`, 'i').test(record.text),
    );
    return /^[-+]?\d/.test(value) || succeededWord.test(value) || failedWord.test(value) || isByThem;
  });
};

/** No line that is asked about states the number, or the name, that is asked for. */
const isUntold: Rule = ({ query, schema }) => {
  const { take, of, where, state, window = {} } = query;
  const column = columnNamed(schema, of);
  if (state !== undefined || column === undefined || !(take === 'values' || isStatistic.test(take))) return false;
  const held = schema.sample.filter(compile(where, schema));
  const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY } = window;
  const isWithin = ({ timeMs = fromMs }: LogRecord) => timeMs >= fromMs && timeMs <= toMs;
  if (take === 'values')
    return held.length > 0 && !held.some((record) => isWithin(record) && column.read(record) !== undefined);
  // Another line of the same thing may state it.
  return !held.some((record) => column.number(record) !== undefined) && overLines(query, schema) === undefined;
};

/** "The flakiest replica": which number tells that is not known. */
const isOfUnknownRank: Rule = ({ reading: { all }, query: { take, of, order }, schema }) => {
  const word =
    /\b(?!(?:re)?quest|ingest|digest|manifest|harvest|protest|contest|pytest|forest|honest|suggest|interest|arrest|invest|guest|rest)(?<adjective>[a-z]{3,10}?)i?est\b/i.exec(
      all,
    )?.groups?.adjective;
  if (word === undefined || knownRanks.test(word) || !(isStatistic.test(take) || order !== undefined)) return false;
  const column = columnNamed(schema, of);
  const one = stem(word);
  return column?.aliases.has(one) !== true && column?.stems.has(one) !== true;
};
const knownRanks =
  /^(?:high|low|larg|bigg|small|long|short|slow|fast|quick|great|old|new|lat|earl|few|bus|quiet|nois|rar|common|request|hott|warm|cold|cool|deep|shallow|heav|light|strong|weak|full|dri|wett|t|latt|tall|wid|narrow|thick|thin|loud|steep|rich|cheap|close|near|far|dense|bright|dark|young|hard|soft|tight|loos)$/i;

/** The slowest and the longest take time: neither a size nor a number of rows tells which it is. */
const isOfOtherSize: Rule = ({ reading: { all }, query: { take, of }, schema }) => {
  const column = columnNamed(schema, of);
  return (
    isStatistic.test(take) &&
    /\b(?:slow|fast|quick|long|short)est\b/i.test(all) &&
    !/\b(?:len|length|distance|queue|line|message|name)\b/i.test(all) &&
    column !== undefined &&
    column.unit.dimension !== 'time' &&
    !(
      column.unit.name === '' &&
      !hasTimes(schema) &&
      tokensOfPhrase(all).some((word) => column.stems.has(stem(word)))
    ) &&
    !isCalledTime(column)
  );
};

const hasTimes = ({ columns }: Schema): boolean =>
  columns.some(({ isNumber, unit }) => isNumber && unit.dimension === 'time');

/** Who had the most and which was the last is answered by a name, and by no number or time alone. */
const isOfBareFigure: Rule = ({ reading: { all }, query: { take, by, beside, of }, schema }) => {
  if (by !== undefined || beside !== undefined || !/^(?:max|min|first|last)$/.test(take)) return false;
  const noun = /\bwhen\b/i.test(all) ? undefined : ofName.exec(all)?.groups;
  if (noun === undefined) return false;
  const asked = tokensOfPhrase(noun.one ?? noun.other ?? '').filter((word) => !/[a-z]{3}ed$/.test(word));
  const column = columnNamed(schema, of);
  return !asked.some((word) => ofFigure.test(word) || column?.stems.has(stem(word)) === true);
};
const ofFigure = /^(?:time|moment|day|hour|value|number|line|entry|entries|record|message)s?$/i;
const ofName =
  /^who(?:se)?\b|^(?:which|what) (?!is\b|was\b|are\b|were\b)(?<one>[a-z]+(?: [a-z]+)?)|^(?:(?:which|what) (?:is|was) )?(?:the )?(?<other>[a-z]+) (?:with|that (?:has|had)) the\b/i;

/** "Max clients connected" is of their number, and no longest time connected. */
const isOfNumber: Rule = ({ reading: { all }, query: { take, state }, schema }) =>
  state !== undefined &&
  /^(?:longest|duration|episodes)$/.test(take) &&
  /\b(?:max|min|maximum|minimum|peak|highest|lowest)\b/i.test(all) &&
  tokensOfPhrase(all).some((word) => {
    const column = columnNamed(schema, word.toLowerCase());
    return column?.isNumber === true && column.isPlace === true;
  });

export const isStatistic = /^(?:sum|mean|median|percentile|max|min|range)$/;

/** A query about nothing is no reading of a question that has words. */
const isAboutNothing: Rule = ({ reading: { kind, groups, all }, query, phrases, text, schema }) => {
  const { take, where, against = [], by, of } = query;
  if ((query.everyMs !== undefined && take !== 'rate') || Object.keys(groups).length === 0) return false;
  if (phrases.some(({ unread, absent }) => unread.length > 0 || absent.length > 0)) return false;
  const isWhich = /^(?:which|what|who)\b/i.test(all) && (kind !== 'values' || groups.where !== undefined);
  if (take === 'values' && isWhich && where.length === 0 && query.window === undefined) return true;
  if (where.length > 0 || against.length > 0 || by !== undefined || of !== undefined) return false;
  const isOfLines = (word: string) => isNounForLines(word, schema);
  const words = tokensOfPhrase(text);
  // The longest silence between alarms is not that of the whole log.
  if (take === 'gap')
    return query.state === undefined && words.some((word) => !isOfLines(word) && isUsed(word, schema));
  if (take === 'rate' && words.length === 0) return false;
  if (/^(?:first|last)$/.test(take)) return !words.some(isOfLines);
  if (take === 'compare' && query.than !== undefined)
    return !words.some((word) => isOfLines(word) || meansRequests(word, schema));
  // "How many lines are there?" counts all; of other words without a meaning here nothing is counted.
  if (/^(?:count|rate)$/.test(take)) return !words.some((word) => isOfLines(word) || meansRequests(word, schema));
  return /^(?:exists|never|list|order|doing|compare|share|streak|trend)$/.test(take);
};

const isUsed = (word: string, { kinds }: Schema): boolean =>
  !plainWords.has(word.toLowerCase()) && kinds.some(({ stems }) => stems.has(stem(word)));

const refusals: readonly Rule[] = [
  isOfEvents,
  isRankedElse,
  isOfTwoTexts,
  isOfOtherLines,
  isContradictory,
  isOfMoment,
  isOfHowMuch,
  isOfUnit,
  isOfSum,
  isOfUntakenNot,
  isOfNames,
  isNoAnswer,
  isOutOf,
  isOneSided,
  isOfOtherVerb,
  isNoCount,
  isOfLacks,
  isOfReceived,
  isOfPart,
  isOfNot,
  isOfNamed,
  isOfStatedTime,
  isOfToldLength,
  isOfOtherNumber,
  isOfSize,
  isOfOrder,
  isOfManyTimes,
  isOfManyLines,
  isOfUntoldSuccess,
  isAtExtreme,
  isOfOtherVersion,
  isOfTeller,
  isOfThing,
  isOfEnds,
  isOfOneEach,
  isOfTally,
  isOfNone,
  isOfNoTime,
  isOfStatistic,
  isOfAmounts,
  isOfAllLines,
  hasNotTurned,
  isNotDoing,
  isOfParticle,
  isNoVersion,
  isOfConstant,
  isUntold,
  isOfUnknownRank,
  isOfNumber,
  isOfBareFigure,
  isOfOtherSize,
  isAboutNothing,
];

/** Each has few lines, or is one who acts: so many of them there are. Of others as many lines may be meant as kinds. */
export function isOfActors({ of }: Query, schema: Schema): boolean {
  const column = columnNamed(schema, of);
  return column === undefined || column.isSerial === true || actors.test(of ?? '') || column.aliases.size > 0;
}
