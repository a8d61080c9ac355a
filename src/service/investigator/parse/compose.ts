import { type Column, isStatus, type Schema } from '../facts/schema.ts';
import { stateIn } from '../facts/state-in.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import { unitWords } from '../facts/wording.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { isCounted, namesAmong, nounOf, numberIn } from './named-columns.ts';
import { openNoun, otherSide } from './noun-asked.ts';
import { type Phrase, readPhrase, thingCalled, tokensOfPhrase } from './read-phrase.ts';
import type { Groups, Reading } from './reading.ts';
import type { TimeRead } from './window.ts';
import { isNounForLines, plainWords, requestNouns } from './words.ts';

const join = (...parts: (string | undefined)[]): string => parts.filter((part) => part !== undefined).join(' ');

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
}

/** A question as it is read: the readings that come next stand behind the best one. */
export interface Parsed extends Omit<Candidate, 'loose'> {
  /** A time outside of the file. */
  timeOutside?: string;
  /** Too long for a question. */
  isProse: boolean;
  /** What else it may mean where the first comes to nothing, all words understood. */
  others: readonly Query[];
}

/** What a question has beside its words. */
export interface Around {
  times: readonly TimeRead[];
  quotes: readonly string[];
}

/** The query a reading comes to; undefined where its slots cannot be filled from this file. */
export function compose(reading: Reading, around: Around, schema: Schema): Candidate | undefined {
  const { kind, all } = reading;
  const groups = { ...reading.groups };
  const query: Query = { where: [], ...reading.query };
  if (!isStateHere(query, groups, schema)) return undefined;
  const named = settleNoun(query, groups, all, schema);
  if (named === undefined) return undefined;
  const asked = join(groups.where, groups.where2).trim();
  const rest = fillNumber(kind, query, groups, schema, named.rest === undefined ? asked : join(named.rest, asked));
  if (rest === undefined) return undefined;
  const isOfRuns = query.state === 'running' && query.take !== 'doing';
  const text =
    query.take === 'exists'
      ? rest.replace(/^ *(?:(?:did|do|does|have|has|were|are|was) )?(?:all|every|each)\b/i, '')
      : rest;
  const phrase = readPhrase(
    isOfRuns
      ? text.replace(/\b(?:single )?(?:runs?|executions?|takes?|took|lasts?|lasted)\b/gi, ' ')
      : query.state === undefined
        ? text
        : text.replace(/\b(?:takes?|took|lasts?|lasted)\b/gi, ' '),
    schema,
    around.quotes,
  );
  const phrases: Phrase[] = [phrase];
  query.where = phrase.where;
  if (groups.against !== undefined && !settleSides(query, groups, phrases, around, schema)) return undefined;
  const thing = settleThing(query, phrases);
  const above = aboveNone(query, phrases);
  if (!settleShare(query, schema)) return undefined;
  if (query.take === 'count' && query.where.length === 0 && /\blines?\b/i.test(all)) query.of ??= 'lines';
  // Different things of a kind are all of them: they may be counted over all their lines.
  const isOfSerial = schema.columns.some(({ name, isSerial }) => name === query.of && isSerial === true);
  if (query.take === 'distinct' && isOfSerial && query.where.length > 1) query.take = 'count';
  // "How many jobs failed" counts how often; "how many users" counts users.
  const isOfEvents = query.where.some(({ field }) => field === 'words' || field === 'outcome');
  // "How many queries" are asked for as they come, "how many clients" as they are called.
  if (kind === 'things' && eventNoun.test(groups.of ?? groups.by ?? '')) return undefined;
  if (kind === 'things' && isOfEvents && !actors.test(groups.of ?? groups.by ?? '')) return undefined;
  if (!settleEvery(query, all) || !isOrdered(query, all) || isContradictory(query, all)) return undefined;
  if (isOfMoment(query, all, around.times) || isOfPresent(query, all, schema)) return undefined;
  // "How many GiB" are added up, not counted.
  if (query.take === 'count' && unitWords.test(/^how many (?<unit>\S+)/i.exec(all)?.groups?.unit ?? ''))
    return undefined;
  const isOfPlace = query.take === 'list' && /^where\b/i.test(all);
  if (isOfUntoldSuccess(query, schema) || valueAtExtreme.test(all)) return undefined;
  // What never was so is not told by a line that says something else.
  if (query.take === 'values' && phrase.hasNegation) return undefined;
  if (query.take === 'values' && /version/.test(query.of ?? '') && query.where.some(({ field }) => field === newValue))
    return undefined;
  // What a thing's own lines state of it is no state it is in for a time.
  const isOfThing = query.where.some(
    ({ field, is }) => is === '=' && schema.columns.some(({ name, isLabel }) => name === field && isLabel === true),
  );
  if (query.take === 'state' && query.by !== undefined && isOfThing) return undefined;
  if (
    query.state === 'running' &&
    /^(?:longest|duration|mean|median|max|min|percentile)$/.test(query.take) &&
    isOfEnds(query)
  )
    return undefined;
  if (query.by === openNoun && query.state === undefined) {
    query.by = namesAmong(query, schema)?.name;
    if (query.by === undefined) return undefined;
  }
  countAboveNone(query, schema);
  const isOfBegins = withoutEnds(query, schema);
  const fitting = fitColumns(query, named.alike, schema);
  const isOfKinds = kind === 'things' && !isOfActors(query, schema);
  joinByThing(query, schema);
  const isCompared = fitComparisons(query, schema);
  if (isCompared === undefined || isOfOneEach(query, schema)) return undefined;
  if (
    kind === 'values' &&
    (schema.columns.find(({ name }) => name === query.of)?.values.size ?? 0) > fewValues &&
    !query.where.some(({ field, is }) => is === '=' || (is === 'has' && /^(?:words|text)$/.test(field)))
  )
    return undefined;
  if (kind === 'turned' && !hasTurned(query, schema)) return undefined;
  if (!placeInTime(kind, query, around.times) || !isTold(query, schema)) return undefined;
  if (!isMeaningful(reading, query, phrases, rest, schema)) return undefined;
  return {
    query,
    unread: [...phrases.flatMap(({ unread }) => unread), ...reading.unread],
    absent: phrases.flatMap(({ absent }) => absent),
    isInferred:
      named.isOpen ||
      fitting.isAmbiguous ||
      isCompared ||
      isOfKinds ||
      isOfPlace ||
      isOfBegins ||
      above !== undefined ||
      phrases.some(({ isInferred }) => isInferred),
    loose: phrases.reduce(
      (sum, { columns }) => sum + columns.filter((one) => one !== thing && one !== above).length,
      0,
    ),
  };
}

/** Readings that "had rain" are those with some. */
function aboveNone(query: Query, [phrase]: readonly Phrase[]): Column | undefined {
  const isOfLines = /^(?:share|count|exists)$/.test(query.take) && query.by === undefined && query.of === undefined;
  const measure = phrase?.columns.find(({ isNumber, isLabel }) => isNumber && isLabel !== true);
  if (!isOfLines || measure === undefined || query.where.some(({ field }) => field === measure.name)) return undefined;
  query.where.push({ field: measure.name, is: '>', value: '0' });
  return measure;
}

/** Builds and orders are counted by what numbers them; of other questions they are the lines that state one. */
function settleThing(query: Query, [phrase]: readonly Phrase[]): Column | undefined {
  const thing = phrase?.columns.find(({ isLabel }) => isLabel === true);
  if (thing === undefined || query.where.some(({ field }) => field === thing.name)) return thing;
  const isCounted =
    thing.isSerial === true &&
    /^(?:count|share)$/.test(query.take) &&
    query.everyMs === undefined &&
    query.state === undefined;
  if (isCounted) query.of = thing.name;
  else if (/^(?:first|last)$/.test(query.take) && query.of === undefined) query.by ??= thing.name;
  else if (query.state === undefined && query.by !== thing.name && query.of !== thing.name && query.take !== 'explain')
    query.where.push({ field: thing.name, is: 'has', value: '*' });
  return thing;
}

/** Whether the file knows of such a state. */
function isStateHere({ take, by, state }: Query, { where = '' }: Groups, schema: Schema): boolean {
  if (/^(?:state|episodes|duration|longest|overlap|never)$/.test(take) && state !== undefined && /^there\b/.test(where))
    return false;
  if (take === 'duration' && by === newValue) return true;
  return state === undefined || stateIn(schema, state) !== undefined;
}

/** The column the answer has a row for each of; undefined where the file has none of that name. */
function settleNoun(
  query: Query,
  groups: Groups,
  all: string,
  schema: Schema,
): { rest: string | undefined; alike: readonly Column[]; isOpen: boolean } | undefined {
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
  const noun = nounOf(byText, schema, false);
  // Who can be in a state is told by the lines that say so, whatever people call it.
  const isOpen =
    byText === openNoun ||
    (noun === undefined &&
      /^(?:state|episodes|never)$/.test(query.take) &&
      query.state !== undefined &&
      // "Which point was it connected to" asks for the other side.
      !otherSide.test(all) &&
      /^[a-z]{3,}(?: [a-z]{3,})?$/i.test(byText));
  if (noun === undefined && !isOpen) return undefined;
  if (noun !== undefined) query.by = noun.column.name;
  else if (byText === openNoun) query.by = openNoun;
  return { rest: noun?.rest, alike: noun?.alike ?? [], isOpen };
}

/** The other side of a comparison, or the part of a share. */
function settleSides(query: Query, groups: Groups, phrases: Phrase[], { quotes }: Around, schema: Schema): boolean {
  const other = readPhrase(groups.against ?? '', schema, quotes);
  if (other.where.length === 0 && other.absent.length === 0) return false;
  phrases.push(other);
  query.against = other.where;
  if (query.take !== 'compare' && query.take !== 'order') return true;
  const [own] = phrases;
  if (own!.where.length === 0 && own!.absent.length === 0) return false;
  if (groups.of !== undefined) {
    const shared = readPhrase(groups.of, schema, quotes);
    phrases.push(shared);
    query.where = [...query.where, ...shared.where];
    query.against = [...query.against, ...shared.where];
  }
  query.against = [...query.against, ...sharedWith(query.where, query.against, schema)];
  query.where = [...query.where, ...sharedWith(query.against, query.where, schema)];
  return true;
}

/** How often something came out well is a share of what came to an end. */
function settleShare(query: Query, schema: Schema): boolean {
  if (query.take !== 'share') return true;
  if (query.against === undefined) {
    const isPart = ({ field, is }: Condition) => partField.test(field) || field === newValue || /^[<>]/.test(is);
    query.against = query.where.filter(isPart);
    query.where = query.where.filter((one) => !isPart(one));
    if (query.against.length === 0) shareOfThings(query, schema);
    if (query.against.length === 0) return false;
  }
  const isOfOutcome = query.against?.every(({ field }) => field === 'outcome') === true;
  // Where no line ever says that something came out well, how much did is not told.
  const outcomes = schema.columns.find(({ name }) => name === 'outcome')?.values;
  if (isOfOutcome && query.against?.some(({ value }) => outcomes?.has(value) !== true)) return false;
  if (query.where.length === 0 && schema.requests !== undefined)
    query.where.push({ field: schema.requests, is: 'has', value: '*' });
  // A share of what a field says is of the lines that have the field.
  const [first] = query.against ?? [];
  const isOfField =
    first?.is === '=' && schema.columns.some(({ name, isPlace }) => name === first.field && isPlace !== true);
  if (query.where.length === 0 && isOfField && !/^(?:level|outcome)$/.test(first.field))
    query.where.push({ field: first.field, is: 'has', value: '*' });
  // Runs that came to an end are told by their ends.
  if (isOfOutcome) query.where = query.where.filter(({ field, value }) => field !== 'words' || value !== 'started');
  const isOfRequests = schema.isAccess && !query.where.some(({ field }) => field === 'words');
  if (isOfOutcome && !isOfRequests) query.where.push({ field: 'outcome', is: 'has', value: '*' });
  return true;
}
/** "Abort rate": of the things that its lines number. */
function shareOfThings(query: Query, schema: Schema): void {
  const [said] = query.where;
  if (query.where.length !== 1 || said?.field !== 'words' || said.is === '!=') return;
  const held = schema.sample.filter(compile(query.where, schema));
  const thing = schema.columns.find(
    (one) => one.isSerial === true && held.length > 0 && held.every((record) => one.read(record) !== undefined),
  );
  if (thing === undefined) return;
  query.of = thing.name;
  query.against = query.where;
  query.where = [];
}

const partField = /^(?:level|outcome|status|status_?code|sc-status|http_status)$/i;

/** "Did A stop before B?": what is said of one side alone is meant of the other, where that only names a thing. */
function sharedWith(said: readonly Condition[], bare: readonly Condition[], { columns }: Schema): Condition[] {
  const isName = ({ field, is }: Condition) =>
    (is === 'has' && field === 'text') ||
    (is === '=' && columns.some(({ name }) => name === field) && !told.test(field));
  if (bare.length === 0 || !bare.every(isName)) return [];
  const fields = new Set(bare.map(({ field }) => field));
  if (!said.some(({ field }) => fields.has(field))) return [];
  return said.filter(({ field }) => !fields.has(field));
}
const told = /^(?:level|outcome|status)$/;

/** Lines of what is asked about say what it turned into. */
function hasTurned({ where, by }: Query, schema: Schema): boolean {
  const column = schema.columns.find(({ name }) => name === by);
  const test = compile(where, schema);
  return (
    where.length > 0 && column !== undefined && schema.sample.some((one) => test(one) && column.read(one) !== undefined)
  );
}

/** "Did every run succeed?" is whether none failed; of other things one line proves nothing about all. */
function settleEvery(query: Query, text: string): boolean {
  if (query.take !== 'exists' || !/^(?:did|do|does|have|has|were|are|was) (?:all|every|each)\b/i.test(text))
    return true;
  const outcome = query.where.find(({ field, is }) => field === 'outcome' && is === '=');
  if (outcome === undefined) return false;
  query.where = query.where.map((one) =>
    one === outcome ? { ...one, value: one.value === 'ok' ? 'failed' : 'ok' } : one,
  );
  query.expects = 'none';
  return true;
}

/** "Most" is never passed over, and two names are in a state together only where both have a column. */
function isOrdered({ take, order, where, against }: Query, text: string): boolean {
  if (take === 'overlap' && against !== undefined && [...where, ...against].some(({ field }) => field === 'text'))
    return false;
  if (order !== undefined || !/^(?:list|values|exists|first|last|count|distinct)$/.test(take)) return true;
  return !/\b(?:most|fewest|least|highest|lowest)\b/i.test(
    text.replace(/\b(?:at (?:most|least)|most recent(?:ly)?)\b/gi, ''),
  );
}

/** One line has one value of a name; what never was so is not told by one line that is otherwise. */
function isContradictory({ take, of, where }: Query, text: string): boolean {
  if (take === 'values' && where.some(({ field, is }) => is === '!=' && (partField.test(field) || field === newValue)))
    return true;
  // Lines with one or the other are not those with both.
  if (/\bor\b/i.test(text) && where.filter(({ field }) => field === 'text').length > 1) return true;
  const names = where.filter(({ is, field }) => is === '=' && field !== 'text' && field !== 'words');
  if (take === 'distinct' && names.some(({ field }) => field === of)) return true;
  return new Set(names.map(({ field }) => field)).size < names.length;
}

/** Whether something is so at one moment is no question of whether a line says it. */
function isOfMoment({ take }: Query, text: string, times: readonly TimeRead[]): boolean {
  if (take !== 'exists' || /^\w+ there\b/i.test(text)) return false;
  const isMoment =
    times.some(({ kind, atMs }) => kind === 'around' && atMs !== undefined) && /^(?:is|was|are|were)\b/i.test(text);
  return (
    isMoment ||
    /\b(?:still|now|currently|again|ends? up|at the (?:very )?end|(?:when|as) the (?:log|file) (?:ends|stops))\b/i.test(
      text,
    )
  );
}

/** Of several columns of the name asked for the one that the lines meant have, and that tells them apart. */
function fitColumns(query: Query, nouns: readonly Column[], schema: Schema): { isAmbiguous: boolean } {
  const isRanked = query.order !== undefined && (/^(?:count|share)$/.test(query.take) || numericTake.test(query.take));
  const isToldApart = isRanked || /^(?:first|last)$/.test(query.take);
  if (query.by === undefined || query.state !== undefined || (!isRanked && query.where.length === 0))
    return { isAmbiguous: false };
  const test = compile(query.where, schema);
  const number = schema.columns.find(({ name }) => name === query.of);
  const held = schema.sample.filter((one) => test(one) && (number === undefined || number.read(one) !== undefined));
  const counted = nouns.map((column) => {
    const values = held.map((one) => column.read(one)).filter((value) => value !== undefined);
    return { column, count: values.length, kinds: new Set(values).size };
  });
  const isOne = counted.find(({ column }) => column.name === query.by)?.kinds === 1;
  if (isOne && isRanked && !counted.some(({ kinds }) => kinds > 1)) {
    const other = namesAmong(query, schema);
    if (other !== undefined) {
      query.by = other.name;
      return { isAmbiguous: true };
    }
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

/** "Entered FAULT" and "left FAULT" tell of one fault: how many there were is told by how they began. */
function withoutEnds(query: Query, schema: Schema): boolean {
  const [said] = query.where.filter(({ field, is }) => field === 'words' && is === 'has');
  if (said === undefined || !/^(?:count|first|last|rate)$/.test(query.take) || query.state !== undefined) return false;
  const asked = stemsOf(said.value);
  const kinds = schema.kinds.filter(({ stems }) => [...asked].every((one) => stems.has(one)));
  const has = (words: RegExp) => kinds.filter(({ example }) => words.test(example));
  const [begin] = has(beginning);
  const end = has(ending).find(({ example }) => !beginning.test(example));
  const word = end === undefined ? undefined : ending.exec(end.example)?.[0];
  if (begin === undefined || word === undefined || asked.has(stem(word))) return false;
  query.where.push({ field: 'words', is: '!=', value: word.toLowerCase() });
  return true;
}
const beginning = /\b(?:entered|entering|raised|triggered|began|beginning|detected)\b/i;
const ending = /\b(?:left|leaving|cleared|resolved|recovered|resumed|ended)\b/i;

/** "Was anything skipped?" over `skipped=0`: the lines that count some of it. */
function countAboveNone(query: Query, { columns }: Schema): void {
  if (query.take !== 'exists') return;
  query.where = query.where.map((one) => {
    const counter = columns.find(
      ({ name, isNumber, isPlace, unit }) =>
        isNumber && isPlace !== true && unit.name === '' && one.field === 'words' && name.toLowerCase() === one.value,
    );
    return counter === undefined ? one : { field: counter.name, is: '>', value: '0' };
  });
}

/** What is counted and what it is counted by stand on different lines of one thing. */
function joinByThing(query: Query, schema: Schema): void {
  const { columns, sample } = schema;
  const by = columns.find(({ name }) => name === query.by);
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

/** Each has few lines, or is one who acts: so many of them there are. Of others as many lines may be meant as kinds. */
function isOfActors({ of }: Query, { columns }: Schema): boolean {
  const column = columns.find(({ name }) => name === of);
  return column === undefined || column.isSerial === true || actors.test(of ?? '') || column.aliases.size > 0;
}

/** Things that each line tells one of are not ranked by their lines. */
const isOfOneEach = ({ take, order, by, of }: Query, { columns }: Schema): boolean =>
  take === 'count' &&
  order !== undefined &&
  of === undefined &&
  columns.some(({ name, isSerial }) => name === by && isSerial === true);

/**
 * "Slow operations took over 2 s": of several numbers of the kind the one that these lines state. Undefined where they
 * state none; true where another one was taken than the words named.
 */
function fitComparisons(query: Query, schema: Schema): boolean | undefined {
  let isOther = false;
  const others = query.where.filter(({ is }) => !/^[<>]/.test(is));
  if (others.length === 0 || others.length === query.where.length) return false;
  const held = schema.sample.filter(compile(others, schema));
  const states = (column: Column) => held.some((record) => column.number(record) !== undefined);
  for (const [index, condition] of query.where.entries()) {
    const named = schema.columns.find(({ name }) => name === condition.field);
    if (!/^[<>]/.test(condition.is) || named === undefined || held.length === 0 || states(named)) continue;
    const [alike, second] = schema.columns.filter(
      (one) => one.isNumber && one.unit.dimension === named.unit.dimension && states(one),
    );
    if (alike === undefined || second !== undefined) return undefined;
    query.where[index] = { ...condition, field: alike.name };
    isOther = true;
  }
  return isOther;
}

/** "Is n2 ready" asks for now, not whether a line says so. */
function isOfPresent({ take }: Query, text: string, schema: Schema): boolean {
  const last = /^(?:is|are) (?!there\b).+ (?<last>[a-z]+)$/i.exec(text)?.groups?.last;
  return take === 'exists' && last !== undefined && stateIn(schema, last) !== undefined;
}

/** Where no line ever says that something came out well, none is no finding. */
const isOfUntoldSuccess = ({ where }: Query, { columns }: Schema): boolean =>
  where.some(
    ({ field, is, value }) =>
      field === 'outcome' &&
      is === '=' &&
      value === 'ok' &&
      columns.find(({ name }) => name === field)?.values.has('ok') !== true,
  );

/** "The lag at the highest depth": what one number is where another is extreme has no query. */
const valueAtExtreme =
  /\S (?:at|when|while|during) (?:the )?(?:\w+ ){0,3}?(?:highest|lowest|deepest|largest|smallest|biggest|maximum|slowest|hottest|coldest|peak)\b/i;

/** What is left of the words once the number or name taken is known; undefined where there is none in this file. */
function fillNumber(
  kind: Reading['kind'],
  query: Query,
  groups: Groups,
  schema: Schema,
  rest: string,
): string | undefined {
  switch (query.take) {
    case 'distinct':
    case 'values': {
      const text = query.of ?? groups.of ?? groups.by ?? '';
      const noun =
        nounOf(text, schema, false) ?? (query.take === 'values' ? fewNumbers(text, rest, schema) : undefined);
      if (
        noun === undefined ||
        (noun.column.isNumber === true && noun.column.values.size > 50 && noun.column.unit.name !== '')
      )
        return undefined;
      if (kind === 'things' && isCounted(text, schema)) return undefined;
      query.of = noun.column.name;
      // The number of one thing is told as an amount.
      if (query.take === 'values' && noun.column.isNumber && !isStatus(noun.column)) query.take = 'last';
      return join(noun.rest, rest);
    }
    case 'first':
    case 'last': {
      if (groups.of === undefined) return rest;
      const number = numberIn(groups.of, schema);
      if (number === undefined) return undefined;
      query.of = number.column.name;
      return join(number.rest, rest);
    }
    case 'sum':
    case 'mean':
    case 'median':
    case 'percentile':
    case 'max':
    case 'min': {
      if (query.state !== undefined) return rest;
      const text = groups.of ?? rest;
      if (groups.of === undefined) rest = '';
      const cleaned = text.replace(/^(?:average|mean|median|total|p\d\d|maximum|minimum) /, '');
      const number = numberIn(cleaned, schema);
      if (number === undefined) return undefined;
      query.of = number.column.name;
      // Readings are counted, whatever they measure.
      if (kind === 'sum' && tokensOfPhrase(text).some((word) => isNounForLines(word, schema))) return undefined;
      // What is summed up is named by all of its words, and is no name of a thing.
      if (kind === 'sum' && (number.column.isLabel === true || !isNamedBy(number.column, cleaned))) return undefined;
      if (kind === 'sum' && number.rest.split(' ').some((word) => word !== '' && !isOfThing(word, schema)))
        return undefined;
      return join(number.rest, rest);
    }
    case 'trend':
    case 'change': {
      const number = numberIn(rest, schema);
      if (number === undefined || /\b(?:number|count) of\b/.test(rest)) return rest;
      query.of = number.column.name;
      return number.rest;
    }
    case 'compare': {
      const number = groups.of === undefined ? undefined : numberIn(groups.of, schema);
      if (number !== undefined) {
        query.of = number.column.name;
        groups.of = number.rest || undefined;
      }
      return rest;
    }
    default:
      return rest;
  }
}

const actors =
  /^(?:users?|people|persons?|accounts?|clients?|customers?|hosts?|ips?|ip addresses|addresses|devices?|nodes?|servers?|machines?|services?|components?|visitors?|tenants?|sensors?|paths?|endpoints?)$/i;
const eventNoun =
  /^(?:quer(?:y|ies)|requests?|faults?|errors?|calls?|look-?ups?|logins?|alerts?|alarms?|transfers?|downloads?|uploads?|payments?|rebalances?|crashes|restarts?|retries|failures?|timeouts?|connections?|transactions?|commits?|deploys?|deployments?|messages?)$/i;
const numericTake = /^(?:sum|mean|median|percentile|max|min)$/;

/** "What is the memory limit": a number that has only a few values is told as they are. */
function fewNumbers(text: string, rest: string, schema: Schema): ReturnType<typeof numberIn> {
  const number = numberIn(text, schema);
  const isOfOne =
    /\d/.test(rest) &&
    schema.columns.some(
      ({ isLabel, stems }) => isLabel === true && tokensOfPhrase(rest).some((word) => stems.has(stem(word))),
    );
  return number === undefined || (number.column.values.size > 20 && !isOfOne) ? undefined : number;
}

/** What begins is not said by the lines of how it ended: their own number tells how long it took. */
const isOfEnds = ({ where }: Query): boolean =>
  where.some(
    ({ field, value }) =>
      field === 'outcome' ||
      (field === 'words' &&
        value.split(' ').some((word) => /^(?:failed|succeeded|completed|finished|aborted|cancelled)$/.test(word))),
  );

/** A word of the question is one of the column's own name, or names its unit. */
function isNamedBy({ name, aliases, unit }: Column, text: string): boolean {
  const own = stemsOf(`${name} ${unit.name}`);
  return tokensOfPhrase(text).some((word) => own.has(stem(word)) || aliases.has(stem(word)));
}

/** So many values of a field are told without being asked for one line's. */
const fewValues = 5;

const isOfThing = (word: string, schema: Schema): boolean =>
  plainWords.has(word.toLowerCase()) || thingCalled(schema, word) !== undefined;

/** Lines that are asked about state the number that is asked for. */
function isTold({ take, of, where, state }: Query, schema: Schema): boolean {
  const column = schema.columns.find(({ name }) => name === of);
  if (!numericTake.test(take) || state !== undefined || column === undefined) return true;
  const test = compile(where, schema);
  return schema.sample.some((record) => test(record) && column.number(record) !== undefined);
}

/** Puts the times of the question where the query has room for them; false where they do not fit it. */
function placeInTime(kind: Reading['kind'], query: Query, times: readonly TimeRead[]): boolean {
  const [time, second] = times;
  if (query.take === 'change' && time?.atMs === undefined) return false;
  if (
    query.take === 'change' ||
    (query.take === 'trend' && time !== undefined && /^(?:after|before)$/.test(time.kind))
  ) {
    query.take = 'change';
    query.atMs = time!.atMs!;
    if (time!.kind === 'before' && query.expects !== undefined) query.expects = query.expects === 'up' ? 'down' : 'up';
    return true;
  }
  if (time === undefined) return true;
  if (query.take === 'state' && time.kind === 'between') {
    query.take = 'episodes';
    query.expects = 'any';
  }
  if (query.take === 'state' || query.take === 'doing') {
    if (time.atMs !== undefined) query.atMs = time.atMs;
    return true;
  }
  if (kind === 'turned' && query.take === 'last' && time.atMs !== undefined) {
    // What it was after a moment is what it is last.
    query.window = time.kind === 'before' || time.kind === 'after' ? time.window : { toMs: time.atMs };
    return true;
  }
  query.window = second === undefined ? time.window : { ...time.window, ...second.window };
  return true;
}

/** A query about nothing is no reading of a question that has words. */
function isMeaningful(
  { kind, groups, all }: Reading,
  query: Query,
  phrases: readonly Phrase[],
  text: string,
  schema: Schema,
): boolean {
  const isAboutSomething =
    query.where.length > 0 || (query.against ?? []).length > 0 || query.by !== undefined || query.of !== undefined;
  const hasRest = phrases.some(({ unread, absent }) => unread.length > 0 || absent.length > 0);
  const isOfFile = Object.keys(groups).length === 0;
  if (query.everyMs !== undefined || isOfFile) return true;
  if (
    query.take === 'values' &&
    !(kind === 'values' && groups.where === undefined) &&
    /^(?:which|what|who)\b/i.test(all) &&
    query.where.length === 0 &&
    query.window === undefined
  )
    return hasRest;
  const isOfLines = tokensOfPhrase(text).some((word) => isNounForLines(word, schema));
  if (/^(?:first|last)$/.test(query.take) && isOfLines) return true;
  if (/^(?:exists|never|first|last|list|order|doing|compare|share|trend)$/.test(query.take))
    return isAboutSomething || hasRest;
  if (/^(?:state|episodes)$/.test(query.take)) return true;
  // "How many lines are there?" counts all; of other words without a meaning here nothing is counted.
  if (/^(?:count|rate)$/.test(query.take) && !isAboutSomething && !hasRest)
    return tokensOfPhrase(text).some((word) => isNounForLines(word, schema) || requestNouns.has(word.toLowerCase()));
  return true;
}
