import { columnNamed, type Schema } from '../../facts/schema.ts';
import { stateIn } from '../../facts/state-in.ts';
import { newValue } from '../../facts/turns.ts';
import type { Condition, Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { outcomePhrases } from '../event-asked.ts';
import { withoutLongerNames } from '../in-file-words.ts';
import type { LinesMeant } from '../lines-meant.ts';
import { nounOf, numberIn, openNoun } from '../named-columns.ts';
import { numberOf } from '../number-stated.ts';
import { isStrange } from '../operations-asked.ts';
import { overLines } from '../over-lines.ts';
import { withoutPoliteness, withoutTheFile } from '../politeness.ts';
import { readPhrase } from '../read-phrase.ts';
import { withoutStrangeTalk } from '../talk.ts';
import { hasMeaning, isToldOf } from '../told-words.ts';
import { isFunctionWord, unnamedNoun } from '../unnamed-noun.ts';
import { isOfQuestions, negations, singular } from '../words.ts';
import type { Cues } from './cues.ts';
import { isDoubtful } from './doubts.ts';
import { atWorst } from './extremes.ts';
import { honours } from './honours.ts';
import { inOneForm } from './in-one-form.ts';
import { leavesOut } from './leaves-out.ts';
import { anyMark, type NameSaid, type NamesFound, namesIn, settleName } from './names-said.ts';
import { ofLinesMeant } from './of-lines.ts';
import { ofOutages } from './of-outages.ts';
import { ofReadings } from './of-readings.ts';
import { amountDone, ofDoing, ofRows, withoutKind } from './of-rows.ts';
import { ofSettings } from './of-settings.ts';
import { ofSpells, type SpellsMeant } from './of-spells.ts';
import { ofStates } from './of-states.ts';
import { readCues } from './read-cues.ts';
import { asksHowOften, asksOfStates, spellsFirst, spellsIn, spellsNamed } from './spells-meant.ts';
import { isDone } from './states-said.ts';
import { linesSaid, operationsAll, outageSaid, phraseOf, readingOf, readingSaid, type Subject } from './subject.ts';
import type { Told } from './told.ts';
import { byNameOfKind, inKinds, isOfNoun, ofAmounts, thenRunning, waysToRead } from './ways-to-read.ts';
import { besides } from './which-is-asked.ts';

interface Around {
  /** A moment is named, or two stretches of time. */
  isAt: boolean;
  areTimes: boolean;
  /** How it was before or after a moment. */
  isThen: boolean;
  quotes: readonly string[];
  /** Which way it goes is asked. */
  course?: Told['course'];
}

/** What is asked, and the words of it that no line has. */
interface Asked {
  query: Query;
  taken: readonly string[];
  /** Not by the lines' own words alone. */
  isGuessed?: boolean;
  /** What something is said to be: at a moment it is what it was last. */
  isOfStates?: boolean;
  /** What the question calls the lines that are meant, and no line does. */
  unnamed?: string;
  unread?: readonly string[];
  /** Names that are nowhere in the file. */
  absent?: readonly string[];
}

/** A query that all words fit but for some that the file knows nothing of. */
interface Strangers {
  query: Query;
  unread: readonly string[];
  absent: readonly string[];
}

const mostLetters = 240;
/** "And since when": of two questions one would be passed over. */
const asksTwice =
  /\S (?:and|or)[, ]+(?:since |from |at |to |by |in |for )?(?:when|how|what|which|who|why|is|was|did|has|does|are|were)\b|, (?:from|since|to|by|for) (?:when|what|which)\b/i;

const theFile = '(?:(?:the|this|these) (?:(?:whole|entire) )?(?:log|file|logfile|recording)s?|it)';
/** Of the file itself, whatever its lines say. */
const ofFile: readonly (readonly [RegExp, Omit<Query, 'where'>])[] = [
  [
    /\bfirst (?:line|entry|record|event)?(?: of the (?:log|file))? ?to (?:the )?last (?:line|entry|record|event)\b|\b(?:what(?:'s| is)|how (?:long|big) is)? ?the (?:time ?span|time range|period)(?: covered)?(?: of| by| in) (?:the|this) (?:whole )?(?:log|file)\b|^what(?:'s| is) the (?:whole )?(?:time ?span|time range)(?: covered)?$|^(?:how (?:long|much time)|(?:what|which) (?:time ?)?(?:period|time|range|span)).*\b(?:cover|span)(?:s|ed|ning)?\b/i,
    { take: 'span' },
  ],
  [new RegExp(`^how long (?:is|does|did|do) ${theFile}(?: (?:last|run|go))?$`, 'i'), { take: 'span' }],
  [new RegExp(`^how (?:long|big|large) is ${theFile} in lines$`, 'i'), { take: 'count', of: 'lines' }],
  [
    new RegExp(`^(?:when|(?:at )?what time) (?:does|did|do) (?!it)${theFile} (?:start|begin)s?$`, 'i'),
    { take: 'first' },
  ],
  [new RegExp(`^(?:when|(?:at )?what time) (?:does|did|do) (?!it)${theFile} (?:end|stop)s?$`, 'i'), { take: 'last' }],
];
const ofContent =
  /^what(?:'s| is| was) in (?:the|an?) |^what (?:did|does|do) (?:the|an?) \S+ .*\b(?:show|depict|contain|look like|sound like)[?. ]*$/i;

/** No part of a name that the file does not know asks for anything. */
const opaqueMark = (at: number): string => String.fromCharCode(0xe200 + at);

/** "The backend be-03": what a name is called by says no more than the name. */
const beforeName = new RegExp(
  `((?:^|\\b(?:the|of|for|in|on|at|by|from|to|with|is|was|did|does|has|are|were|do) )(?:the )?)([a-z]{3,20}) (?=${anyMark})`,
  'gi',
);

/** "Went well", "made it through": how it came out, in one word. */
const inOutcomes = (text: string, schema: Schema): string =>
  outcomePhrases
    .reduce(
      (said, { outcome, pattern }) =>
        said.replace(pattern, (phrase) => {
          // "Went red", where lines say so themselves.
          const [own = ''] = /(?:red|green|invalid)$/i.exec(phrase) ?? [];
          return own !== '' && isToldOf(schema, own) ? phrase : outcome === 'ok' ? ' succeeded' : ' failed';
        }),
      text,
    )
    .replace(/\b((?:that|which) )?(failed|succeeded) \2\b/gi, '$1$2');

const howManyEach = /,? (?:and|with) how (?:many|often)(?: times)?(?: (?:for |of )?each)?[?.! ]*$/i;

/**
 * A question whose words stand in no usual order: what is asked for, of what, whose and when are found wherever they
 * stand. Undefined where some of its words are for something else.
 */
export function inAnyOrder(asked: string, schema: Schema, { quotes, ...around }: Around): Asked | undefined {
  const file = ofFile.find(([pattern]) => pattern.test(asked))?.[1];
  if (file !== undefined) return { query: { where: [], ...file }, taken: [] };
  const plain = withoutPoliteness(asked.replace(/\s+/g, ' '));
  const told = withoutStrangeTalk(plain, schema);
  const cut = plain.slice(0, Math.max(plain.indexOf(told), 0));
  const isOfName =
    /^(?:of|from|among|out of|for|in|on|at|by|until|because)\b/i.test(cut) || namesIn(cut, schema).names.length > 0;
  const rest = inOneForm(withoutLongerNames(inOutcomes(withoutTheFile(isOfName ? plain : told), schema), schema));
  if (rest.length > mostLetters || asksTwice.test(rest.replace(howManyEach, ''))) return undefined;
  // Which of them is of one kind of lines and of another; what something looks like or has in it.
  if (/\bwhich\b.*\bboth\b/i.test(rest) || ofContent.test(rest)) return undefined;
  const named = namesIn(rest, schema, quotes);
  // A pause that lines tell of is no time without lines.
  const opaque = [
    ...named.absent,
    ...(named.rest.match(/\b(?:pause|silence|lull)s?\b/gi) ?? []).filter((one) => isToldOf(schema, one)),
  ];
  const hidden = opaque.reduce((said, word, at) => said.replace(word, opaqueMark(at)), named.rest);
  const found = {
    ...named,
    rest: hidden.replace(beforeName, (all, lead: string, noun: string) =>
      isStrange(noun.toLowerCase(), schema) &&
      !isFunctionWord(noun) &&
      !isOfQuestions(noun) &&
      !negations.has(noun.toLowerCase()) &&
      !/^(?:state|status|mode|both|either|neither|between|versus|vs)$/i.test(noun)
        ? lead
        : all,
    ),
  };
  const strangers: Strangers[] = [];
  const cued = readCues(found.rest.replace(/\b(?:one or more|at least one|even one)\b/gi, 'any'));
  // Open is what the program runs, where it numbers any and no field says what is open.
  const isStated = schema.operation === undefined || stateIn(schema, 'open')?.words.column !== undefined;
  const shown = opaque.reduce(
    (said, word, at) => said.replace(opaqueMark(at), word),
    isStated || !cued.asks.has('running') ? cued.rest : cued.rest.replace(/\bopen\b/i, ''),
  );
  const read = inKinds(ofAmounts(thenRunning(around.isAt, { ...cued, rest: shown }), schema), schema);
  const nounAsked = read.which?.split(' ') ?? [];
  for (const cues of [...byNameOfKind(read, schema), ...waysToRead(read, rest, schema)]) {
    const query = inCues(cues, found, around, schema, strangers);
    // "Whose card": the noun that is asked for is never passed over.
    const isPassedOver =
      query?.taken.some((one) => nounAsked.includes(one)) ||
      (cues.which === undefined &&
        nounAsked.length > 0 &&
        (query?.taken.length !== 0 || !isOfNoun(query.query, nounAsked, schema)));
    if (query === undefined || isPassedOver === true) continue;
    // "Immediately before 19:00": one, and not all before it.
    if (besides.test(rest) && !/^(?:first|last|next)$/.test(query.query.take)) continue;
    return query;
  }
  // What was asked for has to be told apart by a noun that was read.
  const [stranger] = strangers.filter(
    ({ query, unread }) =>
      nounAsked.length === 0 || (!unread.some((one) => nounAsked.includes(one)) && isOfNoun(query, nounAsked, schema)),
  );
  const unnamed =
    stranger?.absent.length === 0 ? unnamedNoun(stranger.unread, rest, stranger.query, schema) : undefined;
  if (stranger !== undefined && unnamed !== undefined) return { query: stranger.query, taken: [], unnamed };
  return stranger && { query: stranger.query, taken: [], unread: stranger.unread, absent: stranger.absent };
}

function inCues(
  cues: Cues,
  found: NamesFound,
  { isAt, areTimes, isThen, course }: Omit<Around, 'quotes'>,
  schema: Schema,
  strangers: Strangers[],
): Asked | undefined {
  const told: Told = {
    cues,
    names: (where) =>
      found.names
        .map((one) => settleName(one, where, schema, operationIn(where, schema)))
        .filter((one) => one !== undefined),
    isAt,
    areTimes,
    isThen,
    ...(course === undefined ? {} : { course }),
    isOfOne: found.names.some((one) => one.in.some(({ field }) => isNumbered(field, schema))),
  };
  const rest = cues.asks.has('open') ? cues.rest.replace(/\b(?:now|currently)\b/gi, '') : cues.rest;
  if (ofEvents.test(rest)) return undefined;
  const turns = withoutSaid(rest, schema).match(negation) ?? [];
  const said = withRead(withSwitch(phraseOf(rest), rest), cues, schema);
  const { phrase, taken: kinds } = withoutKind(said, schema);
  for (const { subject, figure } of subjectsOf(phrase, cues, told, schema)) {
    const rows = subject.kind === 'rows' ? ofRows(subject.phrase, told, schema) : undefined;
    // Only what reads each word finds one that the file knows nothing of.
    if (found.absent.length > 0 && subject.kind !== 'rows' && subject.kind !== 'spells') continue;
    if (rows !== undefined && found.absent.some((name) => kinds.includes(name))) continue;
    const isDenied = rows?.hasNegation === true && rows.query !== undefined && deniesSome(rows.query);
    // "Until it was freed", and no other word that turns it into another.
    const isOfEnd = subject.kind === 'spells' && subject.spells.isEnded === true && turns.length === 1;
    if (turns.length > 0 && !isDenied && !isOfEnd) continue;
    if (rows !== undefined && rows.unread.length + rows.absent.length > 0) {
      const { unread, absent } = rows;
      const isNowhere = asksWhether(cues) && !unread.some((word) => hasMeaning(word, schema));
      const query = isNowhere ? { take: 'exists' as const, where: [] } : rows.query;
      const isOfAll = query?.take === 'exists' && query.where.length === 0;
      if (query !== undefined && isOfAll === isNowhere && honours(query, cues) && !leavesOut(query, cues, schema))
        strangers.push({ query, unread, absent });
      continue;
    }
    const asked = rows === undefined ? queryOf(subject, { ...told, figure }, schema) : rows.query;
    if (asked !== undefined && course !== undefined && asked.take !== 'trend') continue;
    const whichever = asked && (cues.asks.has('every') || cues.asks.has('always')) ? noneOther(asked) : asked;
    const query = whichever && cues.limit !== undefined ? { ...whichever, limit: cues.limit } : whichever;
    if (query === undefined || !honours(query, cues) || leavesOut(query, cues, schema)) continue;
    const state = subject.kind === 'spells' ? subject.spells.told : undefined;
    if (found.names.some((name) => !isNamedIn(query, name, state))) continue;
    if (rows === undefined && found.absent.some((name) => !hasInText(query, name, schema))) continue;
    const taken = [...kinds, ...(subject.kind === 'lines' ? subject.lines.taken : subject.taken)];
    const ended = atWorst(query, cues, schema);
    const whole = schema.sample.some(compile(statedAtOnce(query), schema))
      ? aboveNone(ended.query, schema)
      : (overLines(ended.query, schema) ?? ended.query);
    const isOfStates = subject.kind === 'state' && whole.take === 'last' && whole.by !== undefined;
    const isInferred =
      rows?.isInferred === true ||
      (/^(?:setting|state)$/.test(subject.kind) && isOfWords(whole) && !(isOfStates && whole.where.length === 0)) ||
      (subject.kind === 'spells' && subject.spells.isUnsure === true) ||
      (subject.kind === 'lines' && (subject.lines.isInferred === true || isDoubtful(query, schema)));
    const isGuessed = taken.length > 0 || isInferred || ended.isGuessed || isLoose(whole, phrase, cues, found);
    return { query: whole, taken, isGuessed, isOfStates };
  }
  return undefined;
}

/** Whether there is any, and nothing more. */
const asksWhether = ({ asks }: Cues): boolean =>
  asks.has('exists') && [...asks].every((ask) => ask === 'exists' || ask === 'ever');

/** "Was anything skipped" of lines that state `skipped=0`: more than none. */
function aboveNone(query: Query, schema: Schema): Query {
  const [one, second] = query.where;
  const counter = one?.field === 'words' ? columnNamed(schema, one.value.toLowerCase()) : undefined;
  if (query.take !== 'exists' || one === undefined || second !== undefined || counter?.isNumber !== true) return query;
  const isSaid = compile([one], schema);
  const isStated = schema.sample.every((record) => !isSaid(record) || counter.read(record) !== undefined);
  return isStated ? { ...query, where: [{ field: counter.name, is: '>', value: '0' }] } : query;
}

/** Of a share some line has to state both. */
const statedAtOnce = ({ take, where, against = [] }: Query): Condition[] =>
  take === 'share' ? [...where, ...against] : where;

/** Who or what is meant is not said by a word of the lines. */
const isLoose = ({ take, by, where }: Query, phrase: string, { asks }: Cues, { names }: NamesFound): boolean =>
  by === openNoun ||
  (asks.has('who') && take !== 'compare') ||
  (take === 'exists' && where.every(({ is, value }) => is === '=' && value.toLowerCase() !== phrase.toLowerCase())) ||
  (where.length > 0 &&
    where.every(
      ({ field, value }) => field === 'text' && ![singular(phrase), ...names.map(({ said }) => said)].includes(value),
    ));

/** A setting, or what has a state, that no field names. */
const isOfWords = ({ where }: Query): boolean => where.every(({ field }) => field === 'words' || field === newValue);

/** No name of the question is passed over. */
const isNamedIn = ({ where, against = [], state }: Query, { in: held }: NameSaid, told?: Condition): boolean =>
  held.some(
    ({ value }) =>
      value.toLowerCase() === state ||
      value === told?.value ||
      [...where, ...against].some((one) => [one.value, ...(one.or ?? [])].includes(value)),
  );

/** What no column has is looked for in the text, or is short for what one has. */
const hasInText = ({ where, against = [] }: Query, name: string, schema: Schema): boolean => {
  const short = readPhrase(name, schema).where.flatMap(({ field, value }) => (field === 'words' ? [] : value));
  return [...where, ...against].some(
    ({ value }) => value.toLowerCase().includes(name.toLowerCase()) || short.includes(value),
  );
};

/** Each value is one of the things that the program numbers. */
const isNumbered = (field: string, schema: Schema): boolean => {
  const column = columnNamed(schema, field);
  return column?.isSerial === true || schema.operations.some(({ name }) => name === field);
};

/** "Did all of them succeed": none came out otherwise. */
function noneOther(query: Query): Query {
  const { where } = query;
  const outcome = where.find(({ field, is }) => field === 'outcome' && is === '=');
  if (outcome === undefined || query.take !== 'exists') return query;
  const other = { ...outcome, value: outcome.value === 'ok' ? 'failed' : 'ok' };
  return { ...query, where: where.map((one) => (one === outcome ? other : one)), expects: 'none' };
}

/** "Without data": where nothing is left out, the negation was passed over. */
const deniesSome = ({ take, where, against = [], expects }: Query): boolean =>
  take === 'never' ||
  expects === 'none' ||
  [...where, ...against].some(
    ({ field, is, value }) => is === '!=' || (field === 'words' && (is === '=' || / ?\bno[tn]?\b/i.test(value))),
  );

/** What turns a question into another, where no cue has taken it up. */
const negation =
  /\b(?:not|no|none|nobody|nothing|without|again|yet|recovered|except|other than|excluding|apart from|neither|nor|until|unless|before|after|next|following|previous|preceding|than|while|whilst|during the time)\b|n't\b|\b(?:is|are|was|were|ran|runs?|running) out of [\ue100-\ue1ff]/gi;

/** "No space left", as lines say it, turns nothing into another. */
const withoutSaid = (rest: string, { kinds }: Schema): string =>
  rest.replace(/\b(?:no|not|without) [a-z]+/gi, (said) =>
    kinds.some(({ example }) => example.toLowerCase().includes(said.toLowerCase())) ? ' ' : said,
  );

/** "Between the change and the restart": neither is a time. */
const ofEvents = /\bbetween\b.{3,60}\band\b/i;

const operationIn = (where: readonly Condition[], schema: Schema) =>
  schema.operations.find(({ name }) => where.some(({ field }) => field === name));

interface Meant {
  subject: Subject;
  figure?: ReturnType<typeof columnNamed>;
}

const ofSpell = (spells: SpellsMeant): Meant => ({ subject: { kind: 'spells', spells, taken: [] } });

/** What the words may be about, likeliest first. */
function* subjectsOf(phrase: string, cues: Cues, told: Told, schema: Schema): Generator<Meant> {
  const { asks, stat, edges, bound } = cues;
  const rows: Meant = { subject: { kind: 'rows', phrase, taken: [] } };
  const isOfFigure =
    stat !== undefined ||
    bound !== undefined ||
    edges.size > 0 ||
    asks.has('change') ||
    told.isAt ||
    told.course !== undefined ||
    asks.has('count');
  yield { subject: { kind: 'setting', phrase, taken: [] } };
  const isOfStates = asksOfStates(told);
  if (isOfStates || asksHowOften(cues) || asks.has('long') || asks.has('exists'))
    for (const spells of spellsNamed(phrase, told, schema)) yield ofSpell(spells);
  yield { subject: { kind: 'state', phrase, taken: [] } };
  const all = operationsAll(schema);
  if (phrase === '') {
    yield* withoutWords(cues, told, all);
    return;
  }
  const isOfThem = told.isOfOne || asks.has('running') || asks.has('open');
  if (ofDoing.test(phrase) || (asks.has('count') && cues.isOften !== true && amountDone(phrase, schema) !== undefined))
    yield rows;
  const isOfReading = edges.size === 1 && /\b(?:readings?|measurements?)\b/i.test(cues.rest);
  if (isOfReading || (asks.has('count') && isOfRows(phrase, cues, schema))) yield rows;
  const reading = isOfFigure && !asks.has('long') ? readingSaid(phrase, schema) : undefined;
  if (reading?.kind === 'reading' && reading.taken.length === 0) yield { subject: reading };
  // "All runs together": what they took, where lines state it.
  if (asks.has('long') && stat?.take === 'sum' && /\bruns\b/i.test(phrase)) yield rows;
  for (const spells of spellsFirst(phrase, told, schema)) yield ofSpell(spells);
  const outage = outageSaid(phrase, schema, told.names([]).length > 0);
  if (outage !== undefined) yield { subject: outage };
  const number = numberOfOne(phrase, told, schema);
  if (number !== undefined) yield number;
  const noun = asks.has('long') && cues.which === undefined ? nounOf(phrase, schema, false) : undefined;
  if (asks.has('long') && stat !== undefined) yield rows;
  if (noun?.rest === '' && bound === undefined && !noun.column.isNumber && noun.column.isSerial !== true)
    yield ofSpell({ state: 'running', where: [], noun: noun.column.name });
  if (isOfRows(phrase, cues, schema)) yield rows;
  // "Which job has the most pages": a number of theirs, and no line with the word.
  if (cues.which !== undefined && !asks.has('long') && isRanked(cues)) yield* withFigures(phrase, schema);
  const lines = linesSaid(phrase, schema, isOfThem);
  if (lines !== undefined) yield { subject: lines };
  if (lines !== undefined && asks.has('never')) yield rows;
  if (stat !== undefined || bound !== undefined || cues.order !== undefined) yield* withFigures(phrase, schema);
  if (reading?.kind === 'reading' && reading.taken.length === 1) yield { subject: reading };
  const ofNames = isOfFigure && !asks.has('long') ? readingOf(told.names([]), phrase, schema) : undefined;
  if (ofNames !== undefined) yield { subject: ofNames };
  if (asks.has('count') && told.names([]).length === 0) yield rows;
  if (!isOfStates) for (const spells of spellsIn(phrase, told, schema)) yield ofSpell(spells);
  if (all !== undefined && told.isOfOne && isOfOwn(phrase, cues)) yield { subject: all };
  yield rows;
  if (asks.has('long')) yield* runsSaid(phrase, cues, schema);
}

/** "The docker build": what begins and ends, whatever its lines call it. */
function* runsSaid(phrase: string, { rest: asked }: Cues, schema: Schema): Generator<Meant> {
  const { where, unread, absent } = readPhrase(phrase, schema);
  if (where.some(({ value }) => isDone(value, asked))) return;
  if (where.length > 0 && unread.length + absent.length === 0) yield ofSpell({ state: 'running', where });
}

/** Of one that is named by its number, no more words are needed to know what is meant. */
function isOfOwn(phrase: string, { asks, which }: Cues): boolean {
  const isOf = asks.has('why') || asks.has('long') || asks.has('together') || asks.has('when') || which !== undefined;
  // "When was it kicked out": of its lines that one is meant which says so.
  const isOfDeed = asks.has('when') && /\b[a-z]+(?:ed|en)\b/i.test(phrase.replace(ofEdges, ''));
  return isOf && phrase.split(' ').length <= 5 && !isOfDeed;
}

/** "How many addresses tried to log in": they are counted, and no lines. */
const triers = /^((?:[a-z]+ )?[a-z]+s) (?:tried|attempted|(?:that|which|who)\b|[a-z]+ed\b)/i;
function areThings(noun: string, schema: Schema): boolean {
  const named = noun === '' ? undefined : nounOf(noun, schema, false);
  // `redelivering c3215df` tells what is done to one, and is no noun for them.
  if (named?.rest !== '' || named.column.isSerial === true || /ing$/.test(named.column.name)) return false;
  // `room=104`: rooms are numbered.
  const { isNumber, name, unit } = named.column;
  return !isNumber || (unit.name === '' && `${name}s`.toLowerCase() === noun.toLowerCase());
}

/** Things are counted, or a number of theirs is asked for. */
function isOfRows(phrase: string, { asks, edges, order, which, rest }: Cues, schema: Schema): boolean {
  const things = /\bthere\b/i.test(rest) ? phrase : (triers.exec(phrase)?.[1] ?? '');
  if (asks.has('count') && asks.size === 1 && areThings(things, schema)) return true;
  const isOfNumber = (edges.size === 1 && which === undefined) || (order !== undefined && which !== undefined);
  return asks.size === 0 && isOfNumber && numberIn(phrase, schema) !== undefined;
}

const isRanked = ({ stat, order }: Cues): boolean => /^(?:max|min)$/.test(stat?.take ?? '') || order !== undefined;

/** Names and what is asked of them are all that is said. */
function* withoutWords(cues: Cues, { isOfOne }: Told, all: Subject | undefined): Generator<Meant> {
  const { asks, stat, which, order, tried, rest } = cues;
  const rows: Meant = { subject: { kind: 'rows', phrase: '', taken: [] } };
  if (asks.has('long') && (stat !== undefined || asks.has('more'))) yield rows;
  // "In the state RUN": a state has a name of its own.
  if (asks.has('long') && /\b(?:state|status|mode)\b/i.test(rest)) return;
  if (asks.has('long') || asks.has('together') || asks.has('running') || asks.has('never') || asks.has('open'))
    yield ofSpell({ state: 'running', where: [] });
  const isOfAll = which !== undefined && asks.has('long') && order !== undefined;
  if ((isOfOne || tried !== undefined || isOfAll) && all !== undefined) yield { subject: all };
  yield rows;
}

/** "Was it on or off then": what it was is no word that only holds the question together. */
function withSwitch(phrase: string, rest: string): string {
  const said = /\b(?:on|off)(?=(?: or (?:on|off))?[?. ]*$)/i.exec(rest)?.[0];
  return said === undefined ? phrase : `${phrase.replace(/(?:(?:^| )(?:on|or|off))+$/i, '')} ${said}`.trim();
}

/** "How many rows were read": what a gauge does is no deed, but what lines say is. */
const withRead = (phrase: string, { asks, stat, rest }: Cues, schema: Schema): string =>
  (asks.has('count') || stat?.take === 'sum') && /\bread\b/i.test(rest) && isToldOf(schema, 'read')
    ? `${phrase.replace(/ ?\bread\b/i, '')} read`.trim()
    : phrase;

const ofEdges = /\b(?:started|begun|opened|ended|finished|completed|closed|stopped)\b/gi;

/** "The item count of ORD-70265": of what is numbered, whichever it is. */
function numberOfOne(phrase: string, told: Told, schema: Schema): Meant | undefined {
  const [one] = told.names([]);
  const operation = columnNamed(schema, one?.field);
  if (one === undefined || operation === undefined || !isNumbered(one.field, schema) || told.cues.asks.has('when'))
    return undefined;
  const lines: LinesMeant = { where: [], taken: [], operation };
  const [head = ''] = phrase.replace(/(?<=\S )count$/i, '').split(/ (?:of|for|in|at|by) /i);
  const found = numberOf(head, lines, schema);
  if (told.cues.asks.has('long') && found?.column.unit.dimension !== 'time') return undefined;
  return found && { subject: { kind: 'lines', lines: { ...lines, taken: found.taken } }, figure: found.column };
}

/** "Pages of the documents": a number, and the lines that state it. */
function* withFigures(phrase: string, schema: Schema): Generator<Meant> {
  const words = phrase.split(' ');
  // The head of "GC pause" is its last word.
  const isOf = /\b(?:of|for|in|on|at|by|from)\b/i.test(phrase);
  for (let size = 1; size < words.length; size++) {
    const parts = [words.slice(0, size), words.slice(size)] as const;
    const ways = [parts, [parts[1], parts[0]]] as const;
    for (const [figure, of] of isOf ? ways : ways.toReversed()) {
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
    case 'rows':
      return ofRows(subject.phrase, told, schema).query;
    case 'spells':
      return ofSpells(subject.spells, told, schema);
    case 'lines':
      return ofLinesMeant(subject.lines satisfies LinesMeant, told, schema);
  }
}
