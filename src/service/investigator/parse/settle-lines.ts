import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import { newValue } from '../facts/turns.ts';
import { type Condition, isOfAny, type Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import type { Around } from './compose.ts';
import type { Phrase } from './phrase.ts';
import { readPhrase } from './read-phrase.ts';
import type { Groups } from './reading.ts';

/** Builds and orders are counted by what numbers them; of other questions they are the lines that state one. */
export function settleThing(query: Query, [phrase]: readonly Phrase[]): Column | undefined {
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

/** The other side of a comparison, or the part of a share. */
export function settleSides(
  query: Query,
  groups: Groups,
  phrases: Phrase[],
  { quotes }: Around,
  schema: Schema,
): boolean {
  const other = readPhrase(groups.against ?? '', schema, quotes);
  if (other.where.length === 0 && other.absent.length === 0) return false;
  phrases.push(other);
  query.against = other.where;
  if (!/^(?:compare|order|gap)$/.test(query.take)) return true;
  const [own] = phrases;
  if (query.take !== 'gap' && own!.where.length === 0 && own!.absent.length === 0) return false;
  if (groups.of !== undefined) {
    const shared = readPhrase(groups.of.replace(passing, ' '), schema, quotes);
    phrases.push(shared);
    query.where = [...query.where, ...shared.where];
    query.against = [...query.against, ...shared.where];
    // More passes are more of what lines number, and not more lines.
    const thing = query.take === 'compare' ? shared.columns.find(({ isSerial }) => isSerial === true) : undefined;
    if (thing !== undefined) query.of ??= thing.name;
  }
  if (query.take === 'gap') return true;
  query.against = [...query.against, ...sharedWith(query.where, query.against, schema)];
  query.where = [...query.where, ...sharedWith(query.against, query.where, schema)];
  return true;
}

/** "How long did bag 12 take from …": what the time is of stands between. */
const passing =
  /\b(?:did|does|do|was|were|is|has|have|had|it|take|takes|took|pass|passed|elapse|elapsed|go|went|by|there)\b/gi;

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

/** How often something came out well is a share of what came to an end. */
export function settleShare(query: Query, schema: Schema): boolean {
  if (!/^(?:share|streak)$/.test(query.take)) return true;
  if (query.against === undefined) {
    const isPart = ({ field, is }: Condition) => partField.test(field) || field === newValue || /^[<>]/.test(is);
    query.against = query.where.filter(isPart);
    query.where = query.where.filter((one) => !isPart(one));
    if (query.against.length === 0 && query.take === 'share') shareOfThings(query, schema);
    if (query.against.length === 0) shareOfValue(query);
    if (query.against.length === 0) return false;
  }
  if (query.against.every(isOfAny)) return false;
  if (query.against.some(({ field, is }) => field === 'words' && is === 'has') && saysFailed(query.against, schema))
    query.against = [{ field: 'outcome', is: '=', value: 'failed' }];
  // "Longest winning streak of RED": within each winner's own lines no other wins.
  const isOfEach = query.by !== undefined && query.by === schema.operation?.name;
  if (query.take === 'streak' && (isOfEach || query.against.some(({ field }) => field === query.by))) {
    delete query.by;
    delete query.order;
  }
  const isOfOutcome = query.against?.every(({ field }) => field === 'outcome') === true;
  // Where no line ever says that something came out well, how much did is not told.
  const outcomes = columnNamed(schema, 'outcome')?.values;
  if (isOfOutcome && query.against?.some(({ value }) => outcomes?.has(value) !== true)) return false;
  const ofRequests: Condition | undefined =
    schema.requests === undefined ? undefined : { field: schema.requests, is: 'has', value: '*' };
  // Errors that no request states are none of theirs.
  const isOfNames = query.where.every(({ is, field }) => is === '=' && field !== ofRequests?.field);
  if (isOfNames && ofRequests && schema.sample.some(compile([...query.where, ofRequests, ...query.against], schema)))
    query.where.push(ofRequests);
  // A share of what a field says is of the lines that have the field.
  const [first] = query.against ?? [];
  const isOfField =
    (query.take === 'streak' || /^!?=$/.test(first?.is ?? '')) &&
    schema.columns.some(({ name, isPlace }) => name === first?.field && (isPlace !== true || query.where.length > 0));
  const isOfWords =
    query.of === undefined &&
    query.where.every(({ field, is }) => field === 'words' || (is === '=' && field !== first?.field));
  if (isOfWords && first !== undefined && isOfField && !/^(?:level|outcome)$/.test(first.field))
    query.where.push({ field: first.field, is: 'has', value: '*' });
  // Runs that came to an end are told by their ends.
  if (isOfOutcome) query.where = query.where.filter(({ field, value }) => field !== 'words' || value !== 'started');
  const isOfRequests = schema.isAccess && !query.where.some(({ field }) => field === 'words');
  if (isOfOutcome && !isOfRequests) query.where.push({ field: 'outcome', is: 'has', value: '*' });
  // An outage comes out badly too, and is no transfer.
  const { operation } = schema;
  const ofThem: Condition | undefined =
    operation === undefined ? undefined : { field: operation.name, is: 'has', value: '*' };
  const isOfAnyName = query.where.every(({ field, is }) => is === '=' || field === 'outcome');
  if (isOfOutcome && isOfAnyName && ofThem && schema.sample.some(compile([...query.where, ofThem], schema)))
    query.where.push(ofThem);
  return true;
}

/** "Declined rate": the word of this file for each that failed, and for nothing else. */
function saysFailed(said: readonly Condition[], schema: Schema): boolean {
  const { operation, sample } = schema;
  const outcome = columnNamed(schema, 'outcome');
  if (operation === undefined || outcome === undefined) return false;
  const isSaid = compile([...said], schema);
  const ended = (as: string) => sample.filter((one) => operation.read(one) !== undefined && outcome.read(one) === as);
  const failed = ended('failed');
  const told = sample.filter(isSaid);
  return ended('ok').length > 0 && failed.length > 0 && told.length === failed.length && failed.every(isSaid);
}

/** "Percentage of GET requests": the one thing said of the lines is the part, and their noun the whole. */
function shareOfValue(query: Query): void {
  // What all lines of their kind state is no part of them.
  const [value, second] = query.where.filter((one) => !isOfAny(one));
  if (value === undefined || second !== undefined || value.field === 'words') return;
  query.against = [value];
  query.where = query.where.filter((one) => one !== value);
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

export const partField = /^(?:level|outcome|status|status_?code|sc-status|http_status)$/i;

/** "Did every run succeed?" is whether none failed; of other things one line proves nothing about all. */
export function settleEvery(query: Query, text: string): boolean {
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

/** Readings that "had rain" are those with some. */
export function aboveNone(query: Query, [phrase]: readonly Phrase[], schema: Schema): Column | undefined {
  const isOfLines = /^(?:share|count|exists)$/.test(query.take) && query.by === undefined && query.of === undefined;
  // That something took time at all is asked by nobody.
  const measure = phrase?.columns.find(
    ({ isNumber, isLabel, unit }) => isNumber && isLabel !== true && unit.dimension !== 'time',
  );
  if (!isOfLines || measure === undefined || query.where.some(({ field }) => field === measure.name)) return undefined;
  // Where each line counts some of it, how many lines do is not what was asked.
  const counted = schema.sample.map((record) => measure.number(record)).filter((value) => value !== undefined);
  if (counted.filter((value) => value === 0).length < counted.length * 0.05) return undefined;
  query.where.push({ field: measure.name, is: '>', value: '0' });
  return measure;
}

/** "Was anything skipped?" over `skipped=0`: the lines that count some of it. */
export function countAboveNone(query: Query, { columns }: Schema): void {
  if (query.take !== 'exists') return;
  query.where = query.where.map((one) => {
    const counter = columns.find(
      ({ name, isNumber, isPlace, unit }) =>
        isNumber && isPlace !== true && unit.name === '' && one.field === 'words' && name.toLowerCase() === one.value,
    );
    return counter === undefined ? one : { field: counter.name, is: '>', value: '0' };
  });
}

/** "Entered FAULT" and "left FAULT" tell of one fault: how many there were is told by how they began. */
export function withoutEnds(query: Query, schema: Schema): boolean {
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
