import { nameOfReason } from '../../facts/reason.ts';
import { type Column, columnNamed, type Schema } from '../../facts/schema.ts';
import { stem, stemsOf } from '../../facts/stem.ts';
import { tries } from '../../facts/tries.ts';
import { type Condition, isOfAny, type Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { columnsCalled, isColumnNamed, thingCalled } from '../columns-called.ts';
import { fitting, isCalledTime, numberBeside } from '../compared-number.ts';
import { outcomeSaid } from '../event-asked.ts';
import { hasOtherWord, namesOperation } from '../in-file-words.ts';
import { namesAmong, nounOf, numberIn } from '../named-columns.ts';
import { numberOfUnit } from '../number-of-unit.ts';
import { isStrange } from '../operations-asked.ts';
import { overLines } from '../over-lines.ts';
import { tokensOfPhrase } from '../phrase.ts';
import { readPhrase } from '../read-phrase.ts';
import { inUnitOf } from '../said-in-forms.ts';
import { isToldOf, looksLikeName } from '../told-words.ts';
import { isNounForLines, isOfQuestions, meansRequests, recordNouns } from '../words.ts';
import { isOfEach } from './cues.ts';
import { isOfLevel } from './extremes.ts';
import { firstMark } from './names-said.ts';
import { ofButNever } from './of-but-never.ts';
import { phraseOf } from './subject.ts';
import type { Told } from './told.ts';

/** Lines by what they say, as rows of a table: counted, set against each other, and with the numbers and names that they state. */
interface Rows {
  where: readonly Condition[];
  /** The number that is meant, where one is. */
  number: Column | undefined;
  /** Of what the rows are told apart. */
  by: string | undefined;
  /** Names without a value: "branches". */
  things: readonly Column[];
  /** Two names of one kind. */
  pair: readonly [Condition, Condition] | undefined;
  phrase: string;
  told: Told;
  schema: Schema;
}
type Shape = (rows: Rows) => Query | undefined;

interface RowsAsked {
  query: Query | undefined;
  unread: readonly string[];
  absent: readonly string[];
  /** Not what the words say. */
  hasNegation: boolean;
  isInferred: boolean;
}

/** "Pick tours": what stands before their noun, and on no line of theirs but in a reason, says no more than the noun. */
export function withoutKind(phrase: string, schema: Schema): { phrase: string; taken: string[] } {
  const words = phrase.split(' ');
  const reasons = schema.columns.filter(({ name }) => nameOfReason.test(name));
  const taken = words.filter((word, at) => {
    const thing = thingCalled(schema, (words[at + 1] ?? '').toLowerCase());
    if (
      thing?.isSerial !== true ||
      !/^[a-z]{3,}$/.test(word) ||
      isOfQuestions(word) ||
      columnsCalled(schema, [word]).length > 0 ||
      outcomeSaid(word, schema) !== undefined ||
      /^in$/i.test(words[at - 1] ?? '')
    )
      return false;
    const isSaid = compile(
      [
        { field: thing.name, is: 'has', value: '*' },
        { field: 'words', is: 'has', value: word },
      ],
      schema,
    );
    const isReason = (record: Schema['sample'][number]) =>
      reasons.some(({ read }) => stemsOf(read(record) ?? '').has(stem(word)));
    return !schema.sample.some((record) => isSaid(record) && !isReason(record));
  });
  return { phrase: words.filter((word) => !taken.includes(word)).join(' '), taken };
}

/** The number that is asked about, where a figure of one is. */
function figureIn(phrase: string, told: Told, isOfNoun: boolean, schema: Schema) {
  const { cues, course, isAt } = told;
  const { asks, stat, bound, order, edges, which, isOfCommon } = cues;
  const isCommon = isOfCommon === true;
  // "Which line made the most parts": of a number, and not of lines.
  const ranked = order !== undefined && which !== undefined && !isCommon ? numberIn(phrase, schema) : undefined;
  const isOfNumber =
    ranked !== undefined &&
    ranked.column.isLabel !== true &&
    /^(?:(?:made|had|used|delivered|produced|generated|consumed|handled|processed|succeeded|failed)\b ?)*$/.test(
      ranked.rest,
    );
  const ofBytes = asks.has('count') && cues.isOften !== true && isOfAmount(phrase, schema);
  const isOfFigure =
    isBare(told) ||
    ofBytes ||
    course !== undefined ||
    cues.measure !== undefined ||
    stat !== undefined ||
    bound !== undefined ||
    asks.has('change') ||
    asks.has('total') ||
    edges.size > 0 ||
    (order !== undefined && which === undefined) ||
    isAt ||
    isOfNumber ||
    asks.has('open');
  const isOfEdge = ofBytes || (asks.has('count') && edges.size === 1 && asks.size === 1);
  if (isOfNoun || !isOfFigure || isCommon || (asks.has('count') && !isOfEdge)) return { isOfFigure, figure: undefined };
  const measured = course?.measure === undefined ? cues : { ...cues, measure: course.measure };
  return { isOfFigure, figure: numberMeant(withTime(phrase, cues.rest), measured, schema) };
}

/** "Invalid tags" of lines that state no tag: what they are called. */
function statedOn(where: readonly Condition[], schema: Schema): (column: Column) => boolean {
  const held = where.length === 0 ? [] : schema.sample.filter(compile([...where], schema));
  return (column) =>
    held.length === 0 ||
    held.some((record) => column.read(record) !== undefined) ||
    overLines({ take: 'count', where: [...where, anyOf(column)] }, schema) !== undefined;
}

export function ofRows(whole: string, told: Told, schema: Schema): RowsAsked {
  const { cues } = told;
  const lacking = ofButNever(told, schema);
  if (lacking !== undefined) return { query: lacking, unread: [], absent: [], hasNegation: true, isInferred: true };
  // "When did the run with the most rows finish": the time of one line.
  const isOfTime = cues.asks.has('when') && cues.order !== undefined && cues.isOfCommon !== true;
  const phrase = isOfTime ? whole.replace(ofItsTime, '') : whole;
  const { stat, bound } = cues;
  const noun = headNoun(phrase, cues, schema);
  const isOfNoun = noun !== undefined && (stat === undefined || cues.isOfCommon === true);
  const { isOfFigure, figure } = figureIn(phrase, told, isOfNoun, schema);
  const beyond =
    bound !== undefined && figure === undefined
      ? ` ${boundWords[bound.is]} ${bound.value.replace(/(?<=\d)(?=[a-z]{3})/i, ' ')}`
      : '';
  const {
    where: said,
    columns,
    unread,
    absent,
    hasNegation,
    isInferred,
  } = readPhrase(
    `${ofDoing.test(phrase) ? '' : withRead(phraseOf(noun?.rest ?? figure?.rest ?? phrase), phrase)}${beyond}`,
    schema,
  );
  const named = told
    .names(said)
    .filter((one) => !said.some(({ field, value }) => field === one.field && value === one.value));
  const all = [...said, ...named];
  const pair = pairIn(all);
  const where = all.filter((one) => pair?.includes(one) !== true);
  const number =
    figure?.column ?? (isOfFigure ? columns : []).find(({ isNumber, isLabel }) => isNumber && isLabel !== true);
  const isStatedOn = statedOn(where, schema);
  const rows: Omit<Rows, 'by'> = {
    where,
    number,
    things: columns.filter((each) => each !== number && isStatedOn(each)),
    pair,
    phrase,
    told,
    schema,
  };
  // Of two that are named, one is the answer, whatever they are called.
  const by = noun?.column.name ?? (pair === undefined ? rowsBy(rows) : (rowsBy(rows) ?? undefined));
  const asked = by === null ? undefined : firstOf(shapes, { ...rows, by });
  // What is told apart is stated anyway.
  const query = asked && { ...asked, where: asked.where.filter((one) => !(isOfAny(one) && one.field === asked.by)) };
  const isStated =
    number === undefined ||
    query?.of !== number.name ||
    schema.sample.some(
      (record) =>
        number.read(record) !== undefined &&
        (query.by === undefined || columnNamed(schema, query.by)?.read(record) !== undefined) &&
        compile(query.where, schema)(record),
    ) ||
    overLines(query, schema) !== undefined;
  // "Cake": what the program numbers, whatever it is called.
  const isCalledOtherwise =
    by === numberedIn(schema)?.name && cues.which !== undefined && isStrange(cues.which, schema);
  const isGuessed = isInferred || isCalledOtherwise;
  return { query: isStated ? query : undefined, unread, absent, hasNegation, isInferred: isGuessed };
}

const ofItsTime = / (?:start|begin|finish|complete|end|happen|occur|come|take place)(?:s|ed)?$/i;
const boundWords = { '<': 'under', '<=': 'at most', '>': 'over', '>=': 'at least' } as const;

/** "What was the setpoint", and nothing more. */
const isBare = ({ cues: { asks, edges, stat, bound, order, which, per, rest }, names }: Told): boolean =>
  asks.size + edges.size === 0 &&
  [stat, bound, order, which, per].every((one) => one === undefined) &&
  /^what\b/i.test(rest) &&
  names([]).length === 0;

function firstOf(some: readonly Shape[], rows: Rows): Query | undefined {
  for (const shape of some) {
    const query = shape(rows);
    if (query !== undefined) return query;
  }
  return undefined;
}

/** "The last reading of the packet loss": what the line states. */
const ofReading = /\b(?:readings?|measurements?)\b(?: of)?/i;

function numberMeant(
  phrase: string,
  { asks, stat, bound, measure, size, edges, rest }: Told['cues'],
  schema: Schema,
): { column: Column; rest: string } | undefined {
  const isOfTime = asks.has('long') || measure === 'time';
  const isTime = (one: Column) =>
    (one.unit.dimension === 'time' && (isOfTimes.test(one.name) || isColumnNamed(one, phrase))) || isCalledTime(one);
  const measured = measure === undefined || isOfTime ? undefined : numberIn(`${measure} ${phrase}`, schema);
  if (measured !== undefined) return { ...measured, rest: measured.rest.replace(`${measure}`, ' ').trim() };
  const ofRequests = isOfTime || /\btime\b/i.test(phrase) ? timeOfRequests(phrase, schema) : undefined;
  if (ofRequests !== undefined) return ofRequests;
  const ofSize = () => (size === true ? numberIn(`size ${phrase}`, schema) : undefined);
  const beside =
    stat === undefined && bound === undefined && !(edges.size === 1 && ofReading.test(rest))
      ? undefined
      : numberBeside(tokensOfPhrase(phrase), schema, (one) => !isOfTime || isTime(one));
  const byLine = beside && { column: beside, rest: phrase.replace(ofReading, ' ') };
  const fits = bound === undefined ? () => true : fitting(/[a-zµ%°]+$/i.exec(bound.value)?.[0] ?? '', schema);
  if (!isOfTime)
    return [numberIn(phrase, schema), numberOfUnit(phrase, schema), byLine, ofSize()].find(
      (one) => one && fits(one.column),
    );
  const [named] = [/\btime\b/.test(phrase) ? phrase : `${phrase} time`, phrase]
    .flatMap((said) => numberIn(said, schema) ?? [])
    .filter(({ column }) => isTime(column));
  return (named && { column: named.column, rest: named.rest.replace(/ ?\btime$/, '') }) ?? byLine;
}

/** "Rows read": what a gauge does is no deed, where the phrase ends with it as what lines say it is. */
const withRead = (said: string, phrase: string): string =>
  / read$/i.test(phrase) && !/\bread$/i.test(said) ? `${said} read`.trim() : said;

const bytes = /^(?:[kmgt]i?b|(?:kilo|mega|giga)?bytes)\b/i;
const isOfAmount = (phrase: string, schema: Schema): boolean =>
  bytes.test(phrase) || amountDone(phrase, schema) !== undefined;

/** "How many rows were read", where lines that say read state a number of rows. */
export function amountDone(phrase: string, schema: Schema): Column | undefined {
  const [, noun = '', done = ''] =
    /^([a-z]+s)(?: (?:was|were|got|did|have|has|had|been|it|they))* ([a-z]+)$/i.exec(phrase) ?? [];
  const column = columnNamed(schema, noun.toLowerCase());
  if (column?.isNumber !== true || column.isLabel === true || column.isSerial === true) return undefined;
  const isSaid = compile([{ field: 'words', is: 'has', value: done }], schema);
  return schema.sample.some((record) => column.read(record) !== undefined && isSaid(record)) ? column : undefined;
}
const isOfTimes = /time|dur|took|taken|elapsed|latency|length|runtime|lasted|(?:^|_)(?:rt|ms|sec(?:onds)?|s)$/i;

/** "Response time" of lines of requests that state one time. */
function timeOfRequests(phrase: string, schema: Schema): { column: Column; rest: string } | undefined {
  const { columns, sample, requests } = schema;
  const words = phrase.split(' ');
  const requested = columnNamed(schema, requests);
  if (requested === undefined || !words.some((word) => meansRequests(word, schema))) return undefined;
  const held = sample.filter((record) => requested.read(record) !== undefined);
  const [column, second] = columns.filter(
    (one) => one.isNumber && one.unit.dimension === 'time' && held.some((record) => one.read(record) !== undefined),
  );
  return column === undefined || second !== undefined ? undefined : { column, rest: phrase.replace(/\btime\b/i, ' ') };
}

/** "Response time": the word that is cut off where nothing is measured. */
const withTime = (phrase: string, rest: string): string =>
  /\btime\b(?! (?:stamp|of day))/i.test(rest) && !/\btime\b/i.test(phrase) ? `${phrase} time`.trim() : phrase;

/** Whom or what something is said of. */
const headOfClause =
  /^(.+?) ((?:[a-z]+ed|sent|had|made|got|saw|took|ran|in|on|at|by|for|from|with|to|of|that|which|who)\b.*)$/i;

/** "Most used method", "how many different players joined": what is told apart stands in the phrase. */
function headNoun(
  phrase: string,
  { asks, order, which, per, stat, isOfCommon, measure, size }: Told['cues'],
  schema: Schema,
): { column: Column; rest: string } | undefined {
  if (which !== undefined || per !== undefined || asks.has('who') || stat !== undefined) return undefined;
  if (asks.has('when')) return undefined;
  if (measure !== undefined || size === true) return undefined;
  if (!asks.has('distinct') && !(order !== undefined && !asks.has('more'))) return undefined;
  const [, head = phrase, behind = ''] = asks.has('distinct') ? (headOfClause.exec(phrase) ?? []) : [];
  const named = nounOf(head, schema, false);
  const found = named && { ...named, rest: `${named.rest} ${behind}`.trim() };
  return found === undefined || (found.column.isNumber && isOfCommon !== true) ? undefined : found;
}

/** The two names of one kind that are set against each other. */
function pairIn(where: readonly Condition[]): Rows['pair'] {
  for (const one of where) {
    const alike = where.filter(({ field, is }) => is === '=' && field === one.field);
    const [first, second, more] = alike;
    if (first !== undefined && second !== undefined && more === undefined && first.or === undefined)
      return [first, second];
  }
  return undefined;
}

const isSaidIn = (name: string, phrase: string): boolean => phrase.toLowerCase().includes(name.toLowerCase());

/** What the program does, or what its lines are of. */
const numberedIn = ({ operation, columns }: Schema): Column | undefined =>
  operation ?? columns.find(({ isSerial }) => isSerial === true);

/** Each of them states it once: a line is one of them, whatever it is called. */
function isOnceEach(number: Column, schema: Schema): boolean {
  const held = schema.sample.filter((record) => number.read(record) !== undefined);
  const things = held.flatMap((record) => numberedIn(schema)?.read(record) ?? []);
  return things.length === held.length && new Set(things).size === held.length;
}

/** "Who logs the most". */
const ofWriters = /\b(?:logs?|logged|writes?|wrote|emits?|emitted|produces?|produced)\b(?! (?:in|on)\b)/i;
/** Null where the noun is of nothing in the file. */
function rowsBy({
  told: { cues },
  where,
  number,
  things,
  pair,
  phrase,
  schema,
}: Omit<Rows, 'by'>): string | undefined | null {
  if (ofWriters.test(cues.rest) && cues.asks.has('who')) return nounOf('component', schema, false)?.column.name;
  const noun = cues.which ?? cues.per ?? (cues.asks.has('who') ? 'who' : undefined);
  if (noun === undefined || (noun === 'who' && pair !== undefined)) return undefined;
  // "Who won" is the winner.
  const doer =
    noun === 'who' ? things.find(({ name }) => /(?:er|or)$/.test(name) && !isSaidIn(name, phrase)) : undefined;
  if (doer !== undefined) return doer.name;
  const found = nounOf(noun, schema, false);
  // Per thing of which each line tells one: over all of them.
  if (found?.column.isSerial === true && cues.per !== undefined && number !== undefined) return undefined;
  const serial = thingCalled(schema, noun.split(' ').at(-1)?.toLowerCase() ?? '');
  if (serial?.isSerial === true && cues.per === undefined) return serial.name;
  if (found === undefined && number !== undefined && namesOperation(noun, schema)) return schema.operation?.name;
  const apart = found?.alike.find(
    (one) =>
      number === undefined ||
      new Set(schema.sample.flatMap((record) => (number.read(record) === undefined ? [] : (one.read(record) ?? []))))
        .size > 1,
  );
  if (apart !== undefined && found?.rest === '' && !apart.isNumber) return apart.name;
  // "Which unit", where one program writes of all of them.
  const isOfAll =
    found !== undefined && number !== undefined && cues.which !== undefined && !found.column.stems.has(stem(noun));
  const open = isOfAll ? namesAmong({ take: 'values', where: [...where], of: number.name }, schema, noun) : undefined;
  if (open !== undefined) return open.name;
  // "Browser version" is no browser: its head is the last word.
  const isKind = found !== undefined && !noun.endsWith(` ${found.rest}`) && isStrange(found.rest.toLowerCase(), schema);
  if (found !== undefined) return found.rest === '' || isKind ? found.column.name : null;
  const client = noun === 'who' && cues.order !== undefined ? nounOf('client', schema, false) : undefined;
  if (client !== undefined) return client.column.name;
  const operation = numberedIn(schema);
  const isOfThem =
    operation !== undefined &&
    !things.includes(operation) &&
    isStrange(noun.toLowerCase(), schema) &&
    schema.sample.some(
      (record) =>
        operation.read(record) !== undefined &&
        (number === undefined || number.read(record) !== undefined) &&
        compile([...where], schema)(record),
    );
  const isOfNumber =
    number !== undefined && (hasOtherWord(noun, schema) || (phrase !== '' && isOnceEach(number, schema)));
  if (isOfThem && (where.length > 0 || isOfNumber)) return operation.name;
  const isRanked = cues.order !== undefined || cues.stat !== undefined;
  const isOwn = noun.split(' ').some((word) => isToldOf(schema, word) || columnsCalled(schema, [word]).length > 0);
  if (!cues.asks.has('never') && (!isRanked || (noun.includes(' ') && isOwn))) return null;
  const any = namesAmong(
    { take: 'values', where: [...where], ...(number === undefined ? {} : { of: number.name }) },
    schema,
    noun,
  );
  // What the question names beside it is another thing.
  return any === undefined || things.includes(any) ? null : any.name;
}

const ofTwo: Shape = ({ pair, where, number, told: { cues, areTimes } }) => {
  const { asks, edges, order, stat } = cues;
  const expects =
    asks.has('exists') && !asks.has('either')
      ? { expects: order === 'least' ? ('fewer' as const) : ('more' as const) }
      : {};
  const figure = number === undefined ? {} : { of: number.name, ...stat };
  if (areTimes && asks.has('more')) return { take: 'compare', ...figure, where: [...where], ...expects };
  if (pair === undefined) return undefined;
  const [one, other] = pair;
  const sides = { where: [...where, one], against: [...where, other] };
  if (asks.has('together')) return { take: 'overlap', state: 'running', ...sides };
  if (asks.has('between')) return { take: 'gap', ...sides };
  if (edges.size === 1 || asks.has('before'))
    return { take: 'order', ...sides, ...(asks.has('before') ? { expects: 'before' as const } : {}) };
  if (order === undefined && !asks.has('more') && stat === undefined) return undefined;
  if (asks.has('long') && number === undefined) return undefined;
  return { take: 'compare', ...(number === undefined ? {} : { of: number.name }), ...sides, ...expects };
};

const anyOf = ({ name }: Column): Condition => ({ field: name, is: 'has', value: '*' });

const ofSaying = /^(?:outcome|level|words|text)$/;
/** "What share of the declined payments was card_expired": what stands behind the verb. */
function partBehind({ where, schema, told: { cues, names } }: Rows): Condition | undefined {
  const [, behind = ''] =
    /\S.* (?:was|were|are|is|had|have|has|got|came from|went to|came|ended (?:in|with|up)|returned|failed with|used?|took|belong(?:s|ed)? to) (.+)$/i.exec(
      cues.rest,
    ) ?? [];
  if (behind === '') return undefined;
  const named = names(where);
  const marked = [...behind].flatMap((sign) => named[sign.charCodeAt(0) - firstMark] ?? []);
  const said = [...marked, ...readPhrase(phraseOf(behind), schema).where];
  const found = where.filter((one) => said.some(({ field, value }) => field === one.field && value === one.value));
  return found.length === 1 ? found[0] : undefined;
}

const share: Shape = (rows) => {
  const {
    where: said,
    number,
    by,
    things,
    told: { cues },
  } = rows;
  if (!cues.asks.has('share')) return undefined;
  const numbered = things.find(({ isSerial, name }) => isSerial === true && name !== by);
  const where = numbered === undefined ? said : [...said, anyOf(numbered)];
  const of = numbered === undefined ? {} : { of: numbered.name };
  if (cues.bound !== undefined)
    return (
      number && {
        take: 'share',
        ...of,
        where: [...where],
        against: [{ field: number.name, is: cues.bound.is, value: inUnitOf(number, cues.bound.value) }],
      }
    );
  const [own] = cues.isOfName === true ? rows.told.names(where) : [];
  const behind = own ?? partBehind(rows);
  const part =
    where.find((one) => one.field === behind?.field && one.value === behind.value) ??
    where.findLast(({ field }) => /^(?:outcome|status)$/.test(field)) ??
    where.find(({ field }) => ofSaying.test(field)) ??
    where[0];
  if (part === undefined || isOfAny(part)) return undefined;
  // "Server errors (5xx)": the level and the status say one thing.
  const beside =
    part === behind || part.field !== 'status'
      ? undefined
      : where.find(({ field, is }) => field === 'level' && is === '=');
  const rest = where.filter((one) => one !== part && one !== beside);
  const isOfField = /^!?=$/.test(part.is) && !/^(?:words|text|level)$/.test(part.field);
  const isStatedOnce = !rest.some((one) => one.field === part.field && isOfAny(one));
  const all: Condition[] =
    isOfField && isStatedOnce && beside === undefined ? [...rest, { field: part.field, is: 'has', value: '*' }] : rest;
  return {
    take: 'share',
    ...of,
    where: all,
    against: beside === undefined ? [part] : [beside, part],
    ...(by === undefined
      ? {}
      : { by, ...(isOfEach(cues) && cues.order === undefined ? {} : { order: cues.order ?? 'most' }) }),
  };
};

const figures: Shape = ({ where: said, number, by: rowsOf, things, schema, told }) => {
  const { cues } = told;
  // "The quickest build": one of them.
  const thing =
    cues.isOfThing === true || cues.asks.has('id') ? things.find(({ isSerial }) => isSerial === true)?.name : undefined;
  const by = rowsOf ?? thing;
  const { stat, bound, order, asks, edges } = cues;
  if (number === undefined) return undefined;
  const of = number.name;
  const own: Condition[] = things.filter(({ isSerial, name }) => isSerial === true && name !== rowsOf).map(anyOf);
  const where = schema.sample.some(
    (record) => number.read(record) !== undefined && compile([...said, ...own], schema)(record),
  )
    ? [...said, ...own]
    : said;
  if (bound !== undefined) {
    const beyond: Condition = { field: of, is: bound.is, value: inUnitOf(number, bound.value) };
    const [edge] = edges;
    if (asks.has('streak'))
      return { take: 'streak', where: [...where, { field: of, is: 'has', value: '*' }], against: [beyond] };
    const take = asks.has('exists')
      ? 'exists'
      : edge !== undefined || asks.has('when')
        ? (edge ?? 'first')
        : asks.has('list')
          ? 'list'
          : 'count';
    return { take, where: [...where, beyond] };
  }
  if (asks.has('between') && asks.has('long')) return undefined;
  if (asks.has('change') || asks.has('between')) return { take: 'net', of, where: [...where] };
  const take =
    stat ??
    (asks.has('total') || (asks.has('count') && edges.size === 0) ? { take: 'sum' as const } : undefined) ??
    (order === undefined
      ? undefined
      : ({ take: by !== undefined && !isOfLevel(number) ? 'sum' : order === 'least' ? 'min' : 'max' } as const));
  const isOfName =
    take !== undefined &&
    /^(?:max|min)$/.test(take.take) &&
    by === undefined &&
    (cues.asks.has('id') || cues.asks.has('who'));
  const named =
    cues.beside === undefined ? undefined : (numberIn(cues.beside, schema) ?? nounOf(cues.beside, schema, false));
  const beside =
    named?.column ?? (isOfName ? namesAmong({ take: 'values', of, where: [...where] }, schema) : undefined);
  if (take !== undefined && beside !== undefined) return { ...take, of, where: [...where], beside: beside.name };
  if (take !== undefined)
    return {
      ...take,
      of,
      where: [...where],
      ...(by === undefined
        ? {}
        : { by, ...(cues.per !== undefined && order === undefined ? {} : { order: order ?? 'most' }) }),
    };
  const [edge] = edges;
  const isThen = told.isAt && asks.size + edges.size === 0 && by === undefined;
  if (asks.has('open') || isBare(told) || isThen) return { take: 'last', of, where: [...where] };
  return edge === undefined || asks.has('when') ? undefined : { take: edge, of, where: [...where] };
};

const distinct: Shape = ({ where, by, things, phrase, schema, told: { cues } }) => {
  const { asks } = cues;
  if (asks.has('distinct') && by !== undefined) return { take: 'distinct', of: by, where: [...where] };
  const isOfThings =
    asks.has('count') &&
    asks.size === 1 &&
    where.every(({ field }) => field === 'words') &&
    cues.order === undefined &&
    cues.per === undefined;
  const isOfRecords = tokensOfPhrase(phrase).some((word) => recordNouns.has(word.toLowerCase()));
  if (!asks.has('distinct') && (!isOfThings || isOfRecords)) return undefined;
  const isOfLevel =
    asks.has('distinct') &&
    where.length === 1 &&
    where[0]?.field === 'level' &&
    columnNamed(schema, 'message') !== undefined;
  if (isOfLevel) return { take: 'distinct', of: 'message', where: [...where] };
  const named = isOfThings && /\bthere\b/.test(cues.rest) ? nounOf(phrase, schema, false) : undefined;
  if (named?.rest === '') return { take: 'distinct', of: named.column.name, where: [] };
  const of = things.find(({ isNumber }) => !isNumber)?.name;
  return of === undefined || (isOfThings && where.length > 0) ? undefined : { take: 'distinct', of, where: [...where] };
};

/** The lines, with a value of each thing that is named without one. */
const heldBy = ({ where, things, by }: Rows): Condition[] => [
  ...where,
  ...things
    .filter(({ name }) => name !== by)
    .map(
      ({ name, isPlace }): Condition =>
        // `foo_drv` is named by all lines that have it, with a value behind it or without.
        isPlace === true && looksLikeName(name)
          ? { field: 'text', is: 'has', value: name }
          : { field: name, is: 'has', value: '*' },
    ),
];

/** How they lie in time, or which of them. */
const placed: Shape = (rows) => {
  const { where, things, told } = rows;
  const { asks, order, everyMs, edges, nth } = told.cues;
  // "Path of the last request": what that line states.
  const [, head = ''] = edges.size === 1 ? (/^([a-z]+) of /i.exec(rows.phrase) ?? []) : [];
  const by = rows.by ?? things.find((one) => !one.isNumber && head !== '' && isColumnNamed(one, head))?.name;
  const held = heldBy(rows);
  if (asks.has('gap')) return { take: 'gap', where: held };
  if (asks.has('between')) return { take: 'span', where: held };
  if (everyMs !== undefined)
    return asks.has('busiest')
      ? { take: 'count', everyMs, order: order ?? 'most', where: held }
      : { take: 'rate', everyMs, where: held };
  if (asks.has('never'))
    return by === undefined ? { take: 'exists', where: held, expects: 'none' } : { take: 'never', by, where: held };
  const amount = things.find(({ isNumber, isLabel, name }) => isNumber && isLabel !== true && name !== by);
  if (by !== undefined && order !== undefined && amount !== undefined)
    return { take: 'sum', of: amount.name, by, order, where: [...where] };
  if (by !== undefined && order !== undefined) return { take: 'count', by, order, where: held };
  // "How many retries": what lines state of them is added up.
  if (amount?.name === tries && asks.has('count'))
    return { take: 'sum', of: tries, where: held.filter(({ field }) => field !== tries) };
  // "Which version is in use": the one that was told last.
  const [edge = asks.has('open') && by !== undefined ? 'last' : undefined] = edges;
  if ((edge !== undefined || asks.has('when') || nth !== undefined) && (by === undefined || !isOfEach(told.cues)))
    return {
      take: edge ?? 'first',
      where: held,
      ...(nth === undefined ? {} : { nth }),
      ...(by === undefined ? {} : { by }),
    };
  return undefined;
};

const counts: Shape = (rows) => {
  const { where, by, things, phrase, schema, told } = rows;
  const { cues } = told;
  const { asks } = cues;
  const held = heldBy(rows);
  const thing = things.find(({ isSerial }) => isSerial === true);
  const ofThing = thing === undefined || thing.name === by ? {} : { of: thing.name };
  if (by !== undefined && isOfEach(cues)) return { take: 'count', ...ofThing, by, where: held };
  if (
    held.length === 0 &&
    by === undefined &&
    !asks.has('exists') &&
    tokensOfPhrase(phrase).some(
      (word) =>
        !isNounForLines(word, schema) && !meansRequests(word, schema) && columnsCalled(schema, [word]).length === 0,
    )
  )
    return undefined;
  if (held.length === 0 && /\b(?:them|it|those|these)\b/i.test(cues.rest)) return undefined;
  const [head] = things;
  // "How many addresses tried to log in": each is counted once.
  if (
    asks.has('count') &&
    asks.size === 1 &&
    head !== undefined &&
    head.isSerial !== true &&
    !head.isNumber &&
    where.length > 0 &&
    /^[a-z]+ ?[a-z]*s\b/i.test(phrase) &&
    !nameOfReason.test(head.name) &&
    isColumnNamed(head, phrase.split(' ').slice(0, 2).join(' '))
  )
    return { take: 'distinct', of: head.name, where: [...where] };
  if (asks.has('count') || asks.has('total'))
    return {
      take: 'count',
      where: held,
      ...(held.length === 0 && /\blines?\b/i.test(cues.rest) ? { of: 'lines' } : ofThing),
    };
  if (asks.has('exists')) return { take: 'exists', where: held };
  if (by !== undefined) return { take: 'values', of: by, where: held };
  const isOfAll = asks.size === 0 && held.length > 0 && /\b(?:are|were)(?: there)?[?. ]*$/i.test(cues.rest);
  if (asks.has('id')) return thing && { take: 'values', of: thing.name, where: [...where] };
  return asks.has('list') || isOfAll
    ? things[0] === undefined
      ? { take: 'list', where: held }
      : { take: 'values', of: things[0].name, where: [...where] }
    : undefined;
};

/** Why: what lines for it say, of each or of most. */
const reasons: Shape = ({ where, schema, told: { cues } }) => {
  const { asks, order } = cues;
  if (!asks.has('why') || where.length === 0) return undefined;
  const isMeant = compile([...where], schema);
  const reason = schema.columns.find(
    ({ name, isNumber, unit, read }) =>
      // A number may be the code of a reason.
      (!isNumber || unit.name === '') &&
      nameOfReason.test(name) &&
      schema.sample.some((record) => isMeant(record) && read(record) !== undefined),
  );
  if (reason === undefined) return undefined;
  return order === undefined && cues.isOfEach !== true
    ? { take: 'values', of: reason.name, where: [...where] }
    : { take: 'count', by: reason.name, where: [...where], ...(order === undefined ? {} : { order }) };
};

export const ofDoing = /^(?:doing|busy with|up to|working on)$/i;
/** "State of job 68801": what its lines say of it. */
const stated: Shape = ({ where, things, number, phrase, schema, told: { cues, names, isAt } }) => {
  if (isAt && ofDoing.test(phrase) && names([]).length > 0) return { take: 'doing', where: names([]) };
  const last = cues.asks.has('open') && cues.asks.size === 1 ? nounOf(phrase, schema, false) : undefined;
  if (last?.rest === '' && names([]).length > 0) return { take: 'last', by: last.column.name, where: names([]) };
  if (cues.asks.size > 0 || cues.edges.size > 0 || (cues.order ?? cues.bound ?? cues.stat) !== undefined)
    return undefined;
  const named = names([]);
  const noun = named.length > 0 ? nounOf(phrase, schema, false) : undefined;
  if (noun?.rest === '') return { take: 'values', of: noun.column.name, where: named };
  const of = things[0] ?? number;
  return of === undefined || where.length === 0 ? undefined : { take: 'values', of: of.name, where: [...where] };
};

/** Which way a number goes, or how many lines there are. */
const trend: Shape = ({ where, number, told: { course } }) =>
  course && {
    take: 'trend',
    where: [...where],
    ...(number === undefined ? {} : { of: number.name }),
    ...(course.expects === undefined ? {} : { expects: course.expects }),
  };

const shapes: readonly Shape[] = [trend, ofTwo, reasons, share, distinct, figures, stated, placed, counts];
