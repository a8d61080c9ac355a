import { columnNamed, type Schema } from '../../facts/schema.ts';
import type { Condition, Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import type { QueryAt } from '../at-its-time.ts';
import { columnsCalled } from '../columns-called.ts';
import type { LinesMeant } from '../lines-meant.ts';
import { numberOf } from '../number-stated.ts';
import { overLines } from '../over-lines.ts';
import { withoutPoliteness, withoutTheFile } from '../politeness.ts';
import { withoutStrangeTalk } from '../talk.ts';
import { timesIn } from '../times-asked.ts';
import type { Cues } from './cues.ts';
import { honours } from './honours.ts';
import { leavesOut } from './leaves-out.ts';
import { type NameSaid, type NamesFound, namesIn, settleName, withSettingNames } from './names-said.ts';
import { ofLinesMeant } from './of-lines.ts';
import { ofOutages } from './of-outages.ts';
import { ofReadings } from './of-readings.ts';
import { ofSettings } from './of-settings.ts';
import { ofStates } from './of-states.ts';
import { readCues } from './read-cues.ts';
import { linesSaid, operationsAll, outageSaid, phraseOf, readingOf, readingSaid, type Subject } from './subject.ts';
import type { Told } from './told.ts';
import { besides } from './which-is-asked.ts';

const mostLetters = 240;
/** "And since when": of two questions one would be passed over. */
const asksTwice =
  /\S (?:and|or)[, ]+(?:since |from |at |to |by |in |for )?(?:when|how|what|which|who|why|is|was|did|has|does|are|were)\b|, (?:from|since|to|by|for) (?:when|what|which)\b/i;

/** "First line to last line, how much time is that?" */
const ofWholeFile =
  /\bfirst (?:line|entry|record|event)?(?: of the (?:log|file))? ?to (?:the )?last (?:line|entry|record|event)\b|\b(?:what(?:'s| is)|how (?:long|big) is)? ?the (?:time ?span|time range|period)(?: covered)?(?: of| by| in) (?:the|this) (?:whole )?(?:log|file)\b|\bhow (?:long|much time) does (?:the|this) (?:log|file) (?:cover|span)\b/i;
const howManyEach = /,? (?:and|with) how (?:many|often)(?: times)?(?: (?:for |of )?each)?[?.! ]*$/i;

/**
 * A question whose words stand in no usual order: what is asked for, of what, whose and when are found wherever they
 * stand. Undefined where some of its words are for something else.
 */
export function inAnyOrder(asked: string, schema: Schema): QueryAt | undefined {
  if (ofWholeFile.test(asked)) return { query: { take: 'span', where: [] }, at: '', taken: [] };
  const text = withoutTheFile(withoutStrangeTalk(withoutPoliteness(asked.replace(/\s+/g, ' ')), schema));
  if (text.length > mostLetters || asksTwice.test(text.replace(howManyEach, ''))) return undefined;
  const { times, rest } = timesIn(withSettingNames(text, schema));
  if (times.length > 1) return undefined;
  const at = times[0]?.label.replace(/^(?:at|around) /i, '') ?? '';
  // Which of them is of one kind of lines and of another.
  if (/\bwhich\b.*\bboth\b/i.test(rest)) return undefined;
  const found = namesIn(rest, schema);
  if (found.absent.length > 0) return undefined;
  const isAt = times[0]?.kind === 'around';
  const read = thenRunning(isAt, readCues(found.rest.replace(/\b(?:one or more|at least one|even one)\b/gi, 'any')));
  const nounAsked = read.which?.split(' ') ?? [];
  for (const cues of waysToRead(read)) {
    const query = inCues(cues, found, isAt, schema);
    // "Whose card": the noun that is asked for is never passed over.
    const isPassedOver =
      query?.taken.some((one) => nounAsked.includes(one)) ||
      (cues.which === undefined &&
        nounAsked.length > 0 &&
        (query?.taken.length !== 0 || !isOfNoun(query.query, nounAsked, schema)));
    if (query === undefined || isPassedOver === true) continue;
    // "Immediately before 19:00": one, and not all before it.
    if (besides.test(text) && !/^(?:first|last|next)$/.test(query.query.take)) continue;
    return { ...query, at };
  }
  return undefined;
}

/** "Which water volume": the noun is of what is told, or of what the program numbers. */
function isOfNoun({ of, by, where }: Query, nounAsked: readonly string[], schema: Schema): boolean {
  const called = nounAsked.flatMap((_, at) => columnsCalled(schema, nounAsked.slice(at)));
  const named = called.length === 0 ? schema.operations : called;
  const told = [of, by, ...where.map(({ field }) => field)];
  return named.some(({ name }) => told.includes(name)) || told.includes('words');
}

/** What has not ended at a time is under way then. */
function thenRunning(isAt: boolean, cues: Cues): Cues {
  if (!isAt || !cues.asks.has('open')) return cues;
  return { ...cues, asks: new Set([...cues.asks].map((one) => (one === 'open' ? 'running' : one))) };
}

/** "Which discharged bags": both words say what is told apart, the first alone, or none. */
function waysToRead(cues: Cues): Cues[] {
  // "Total volume" is added up, where lines state a volume, and "total uploads" are counted.
  if (cues.asks.has('total') && cues.asks.has('count') && cues.stat === undefined) {
    const asks = new Set([...cues.asks].filter((one) => one !== 'count' && one !== 'total'));
    return [
      ...waysToRead({ ...cues, asks, stat: { take: 'sum' } }),
      ...waysToRead({ ...cues, asks: new Set([...asks, 'count']) }),
    ];
  }
  const { which, rest, ...others } = cues;
  if (which === undefined) return [cues];
  const [first = '', ...more] = which.split(' ');
  const plain: Cues = { ...others, rest: `${which} ${rest}`, asks: new Set([...cues.asks, 'id']) };
  // "Which water volume was recorded": a measure, and none of several things.
  const measured: Cues = { ...others, rest: `${which} ${rest}` };
  return more.length === 0
    ? [cues, plain, measured]
    : [cues, { ...cues, which: first, rest: `${more.join(' ')} ${rest}` }, plain, measured];
}

function inCues(cues: Cues, found: NamesFound, isAt: boolean, schema: Schema): Omit<QueryAt, 'at'> | undefined {
  const told: Told = {
    cues,
    names: (where) =>
      found.names
        .map((one) => settleName(one, where, schema, operationIn(where, schema)))
        .filter((one) => one !== undefined),
    isAt,
    isOfOne: found.names.some((one) => one.in.some(({ field }) => isNumbered(field, schema))),
  };
  const rest = cues.asks.has('open') ? cues.rest.replace(/\b(?:now|currently)\b/gi, '') : cues.rest;
  if (negation.test(rest) || ofEvents.test(rest)) return undefined;
  const phrase = phraseOf(rest);
  for (const { subject, figure } of subjectsOf(phrase, cues, told, schema)) {
    const asked = queryOf(subject, { ...told, figure }, schema);
    const query = asked && cues.limit !== undefined ? { ...asked, limit: cues.limit } : asked;
    if (query === undefined || !honours(query, cues) || leavesOut(query, cues, schema)) continue;
    if (found.names.some((name) => !isNamedIn(query, name))) continue;
    const taken = subject.kind === 'lines' ? subject.lines.taken : subject.taken;
    const whole = schema.sample.some(compile(query.where, schema)) ? query : (overLines(query, schema) ?? query);
    return { query: whole, taken };
  }
  return undefined;
}

/** No name of the question is passed over. */
const isNamedIn = ({ where, against = [] }: Query, { in: held }: NameSaid): boolean =>
  held.some(({ value }) => [...where, ...against].some((one) => [one.value, ...(one.or ?? [])].includes(value)));

/** Each value is one of the things that the program numbers. */
const isNumbered = (field: string, schema: Schema): boolean => {
  const column = columnNamed(schema, field);
  return column?.isSerial === true || schema.operations.some(({ name }) => name === field);
};

/** What turns a question into another, where no cue has taken it up. */
const negation =
  /\b(?:not|no|none|nobody|nothing|without|again|now|currently|yet|recovered|except|other than|excluding|apart from|neither|nor|until|unless|before|after|next|following|previous|preceding|than)\b|n't\b/i;

/** "Between the change and the restart": neither is a time. */
const ofEvents = /\bbetween\b.{3,60}\band\b/i;

const operationIn = (where: readonly Condition[], schema: Schema) =>
  schema.operations.find(({ name }) => where.some(({ field }) => field === name));

interface Meant {
  subject: Subject;
  figure?: ReturnType<typeof columnNamed>;
}

/** What the words may be about, likeliest first. */
function* subjectsOf(phrase: string, cues: Cues, told: Told, schema: Schema): Generator<Meant> {
  const { asks, stat, edges, bound } = cues;
  const isOfFigure =
    stat !== undefined || bound !== undefined || edges.size > 0 || asks.has('change') || told.isAt || asks.has('count');
  yield { subject: { kind: 'setting', phrase, taken: [] } };
  yield { subject: { kind: 'state', phrase, taken: [] } };
  const all = operationsAll(schema);
  const isOfThem = told.isOfOne || asks.has('running') || asks.has('open');
  if (phrase === '') {
    const isOfAll = cues.which !== undefined && asks.has('long') && cues.order !== undefined;
    if ((told.isOfOne || cues.tried !== undefined || isOfAll) && all !== undefined) yield { subject: all };
    return;
  }
  const reading = isOfFigure && !asks.has('long') ? readingSaid(phrase, schema) : undefined;
  if (reading?.kind === 'reading' && reading.taken.length === 0) yield { subject: reading };
  const outage = outageSaid(phrase, schema);
  if (outage !== undefined) yield { subject: outage };
  const number = numberOfOne(phrase, told, schema);
  if (number !== undefined) yield number;
  const lines = linesSaid(phrase, schema, isOfThem);
  if (lines !== undefined) yield { subject: lines };
  if (stat !== undefined || bound !== undefined) yield* withFigures(phrase, schema);
  if (reading?.kind === 'reading' && reading.taken.length === 1) yield { subject: reading };
  const ofNames = isOfFigure && !asks.has('long') ? readingOf(told.names([]), phrase, schema) : undefined;
  if (ofNames !== undefined) yield { subject: ofNames };
  // Of one that is named by its number, no more words are needed to know what is meant.
  const isOfOwn =
    asks.has('why') || asks.has('long') || asks.has('together') || asks.has('when') || cues.which !== undefined;
  const isShort = phrase.split(' ').length <= 5;
  // "When was it kicked out": of its lines that one is meant which says so.
  const isOfDeed = asks.has('when') && /\b[a-z]+(?:ed|en)\b/i.test(phrase.replace(ofEdges, ''));
  if (told.isOfOne && all !== undefined && isOfOwn && isShort && !isOfDeed) yield { subject: all };
}

const ofEdges = /\b(?:started|begun|opened|ended|finished|completed|closed|stopped)\b/gi;

/** "The item count of ORD-70265": of what is numbered, whichever it is. */
function numberOfOne(phrase: string, told: Told, schema: Schema): Meant | undefined {
  const [one] = told.names([]);
  const operation = columnNamed(schema, one?.field);
  if (one === undefined || operation === undefined || !isNumbered(one.field, schema)) return undefined;
  const lines: LinesMeant = { where: [], taken: [], operation };
  const [head = ''] = phrase.replace(/(?<=\S )count$/i, '').split(/ (?:of|for|in|at|by) /i);
  const found = numberOf(head, lines, schema);
  return found && { subject: { kind: 'lines', lines: { ...lines, taken: found.taken } }, figure: found.column };
}

/** "Pages of the documents": a number, and the lines that state it. */
function* withFigures(phrase: string, schema: Schema): Generator<Meant> {
  const words = phrase.split(' ');
  for (let size = 1; size < words.length; size++) {
    for (const [figure, of] of [
      [words.slice(0, size), words.slice(size)],
      [words.slice(size), words.slice(0, size)],
    ] as const) {
      const lines = linesSaid(phraseOf(of.join(' ')), schema);
      const number = lines?.kind === 'lines' ? numberOf(phraseOf(figure.join(' ')), lines.lines, schema) : undefined;
      if (lines?.kind !== 'lines' || number === undefined || number.taken.length > 0) continue;
      // "Failed tests", where lines state both numbers: either may be meant.
      if (of.some((word) => columnNamed(schema, word.toLowerCase())?.isNumber === true)) continue;
      yield { subject: lines, figure: number.column };
    }
  }
}

function queryOf(subject: Subject, told: Told, schema: Schema): Query | undefined {
  switch (subject.kind) {
    case 'reading':
      return ofReadings(subject, told, schema);
    case 'setting':
      return ofSettings(subject.phrase, told, schema);
    case 'state':
      return ofStates(subject.phrase, told, schema);
    case 'outage':
      return ofOutages(subject, told, schema);
    case 'lines':
      return ofLinesMeant(subject.lines satisfies LinesMeant, told, schema);
  }
}
