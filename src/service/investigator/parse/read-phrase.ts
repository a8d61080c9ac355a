import { levelNamed } from '../../lines/level-words.ts';
import { unitNamed } from '../facts/amount.ts';
import { failedWord, stateAsked, succeededWord, synonymsOf } from '../facts/lexicon.ts';
import { type Column, columnNamed, isStatus, type Schema } from '../facts/schema.ts';
import { stem, wordsOf } from '../facts/stem.ts';
import { unitWords } from '../facts/tokens.ts';
import { newValue } from '../facts/turns.ts';
import type { Condition } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { isNounForLines, isOwnThing, negations, plainWords, recordNouns, requestNouns, softWords } from './words.ts';

/** What the words of a part of the question mean in this file. */
export interface Phrase {
  where: Condition[];
  /** Columns the words name without a value. */
  columns: Column[];
  /** Content words that mean nothing here. */
  unread: string[];
  /** What looks like a name and is nowhere in the file. */
  absent: string[];
  /** A word was taken by what it means rather than by what the lines say. */
  isInferred: boolean;
  /** Words of messages, to be looked for together. */
  words: string[];
  /** A word for not was read. */
  hasNegation: boolean;
}

interface Reading extends Phrase {
  schema: Schema;
  quotes: readonly string[];
  text: string;
  isNegated: boolean;
}

const splitting = /\s+/;
const strip = (token: string): string =>
  token
    .replace(/^[("'[{<,;:]+|^#(?=\w)|[)"'\]}>,;:?!]+$/g, '')
    .replace(/\.$/, '')
    .replace(/'s$/, '')
    // "GCs", "ANRs": more than one of what is written in capitals.
    .replace(/^([A-Z]{2,})s$/, '$1');

export function tokensOfPhrase(text: string): string[] {
  return text
    .split(splitting)
    .map(strip)
    .filter((token) => token !== '');
}

/** Quoted texts stand in the phrase as one private character each. */
export const quoteMark = (index: number): string => String.fromCharCode(0xe000 + index);

export function readPhrase(text: string, schema: Schema, quotes: readonly string[] = []): Phrase {
  const reading: Reading = {
    schema,
    quotes,
    text,
    where: [],
    columns: [],
    unread: [],
    absent: [],
    isInferred: false,
    words: [],
    hasNegation: false,
    isNegated: false,
  };
  const tokens = tokensOfPhrase(text).flatMap((token) => partsOfCompound(token, schema));
  let at = 0;
  while (at < tokens.length) at += takeAt(reading, tokens, at);
  settleWords(reading);
  errorsInWords(reading);
  const { where, columns, unread, absent, isInferred, words } = reading;
  const hasNegation = reading.hasNegation || reading.isNegated;
  return {
    where: withoutRepeats(withoutDoubleOutcome(where, schema)),
    columns,
    unread,
    absent,
    isInferred,
    words,
    hasNegation,
  };
}

/** "Error-level lines", "slow-query warnings": words that no line joins are two. */
function partsOfCompound(token: string, schema: Schema): string[] {
  if (!/^[a-z]{3,20}(?:-[a-z]{2,20}){1,3}$/i.test(token) || isKnownElsewhere(schema, token)) return [token];
  const parts = token.split('-');
  const isMeant = (part: string) =>
    isToldOf(schema, part) || levelNamed(part) !== undefined || columnsCalled(schema, [part]).length > 0;
  return parts.some(isMeant) ? parts : [token];
}

/** "Failed with 500": the status says how it came out. */
function withoutDoubleOutcome(where: readonly Condition[], { columns }: Schema): Condition[] {
  const isByStatus = where.some(
    ({ field, is }) => is === '=' && columns.some((one) => one.name === field && isStatus(one)),
  );
  return where.filter(({ field }) => !(isByStatus && field === 'outcome'));
}

function withoutRepeats(where: readonly Condition[]): Condition[] {
  const seen = new Set<string>();
  return where.filter((one) => {
    const key = JSON.stringify(one).toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

/** How many tokens were consumed. */
function takeAt(reading: Reading, tokens: readonly string[], at: number): number {
  const token = tokens[at]!;
  const quoted = token.charCodeAt(0) - 0xe000;
  if (quoted >= 0 && quoted < 100 && token.length === 1)
    return add(reading, { field: 'text', is: 'has', value: reading.quotes[quoted]! }, 1);
  if (/^[\w.@-]+(?:=|!=|>=|<=)[^=]+$/.test(token)) {
    const pair = /^([\w.@-]+)(!=|>=|<=|=)(.+)$/.exec(token)!;
    const column = columnCalled(reading.schema, [pair[1]!]);
    if (column !== undefined)
      return add(reading, { field: column.name, is: pair[2] as Condition['is'], value: pair[3]! }, 1);
  }
  const isSaid = reading.schema.kinds.some(({ example }) =>
    example.toLowerCase().includes(`${token} ${tokens[at + 1] ?? ''}`.toLowerCase()),
  );
  if (negations.has(token.toLowerCase()) && !isSaid) {
    reading.isNegated = true;
    return 1;
  }
  // "Not delivered", as lines say it.
  if (isSaid && /^(?:not|never)$/i.test(token) && at + 1 < tokens.length) {
    reading.words.push(`${token} ${tokens[at + 1]}`.toLowerCase());
    return 2;
  }
  return (
    comparisonAt(reading, tokens, at) ||
    statusWordsAt(reading, tokens, at) ||
    pairAt(reading, tokens, at) ||
    valueAt(reading, tokens, at) ||
    meaningAt(reading, tokens, at) ||
    wordAt(reading, tokens, at)
  );
}

function add(reading: Reading, condition: Condition, consumed: number): number {
  reading.where.push(reading.isNegated && condition.is === '=' ? { ...condition, is: '!=' } : condition);
  reading.hasNegation ||= reading.isNegated;
  reading.isNegated = false;
  return consumed;
}

/** What the numbers of HTTP's answers are called. */
const statusWords: readonly (readonly [RegExp, string])[] = [
  [/^bad gateways?\b/, '502'],
  [/^(?:service )?unavailable\b/, '503'],
  [/^gateway time-?outs?\b/, '504'],
  [/^internal server errors?\b/, '500'],
  [/^server(?: side)? errors?\b/, '5xx'],
  [/^client(?: side)? errors?\b/, '4xx'],
  [/^not found\b/, '404'],
  [/^forbidden\b/, '403'],
  [/^unauthori[sz]ed\b/, '401'],
  [/^bad requests?\b/, '400'],
  [/^(?:too many requests|rate[- ]?limit(?:ed|s|ing)?|throttled)\b/, '429'],
  [/^redirect(?:s|ed|ions?)?\b/, '3xx'],
  [/^not modified\b/, '304'],
];

function statusWordsAt(reading: Reading, tokens: readonly string[], at: number): number {
  const status = reading.schema.isAccess ? reading.schema.columns.find((one) => isStatus(one)) : undefined;
  if (status === undefined) return 0;
  const text = tokens
    .slice(at, at + 3)
    .join(' ')
    .toLowerCase();
  for (const [pattern, value] of statusWords) {
    const found = pattern.exec(text)?.[0];
    if (found === undefined || found.split(' ').every((word) => isWordOfMessages(reading.schema, word))) continue;
    return add(reading, { field: status.name, is: '=', value }, found.split(' ').length);
  }
  return 0;
}

const above =
  /^(?:longer|slower|more|greater|above|over|larger|higher|deeper|warmer|heavier|exceed|exceeds|exceeding|exceeded|bigger|hotter|>|beyond)$/i;
const below = /^(?:under|below|less|fewer|shorter|faster|lower|smaller|cooler|<)$/i;
const amountToken = /^(-?\d[\d,]*(?:\.\d+)?)([A-Za-zµ%°]{0,12})$/;

/** "longer than 500 ms", "above 80 %": of the number the words before name, or the one of that unit. */
function comparisonAt(reading: Reading, tokens: readonly string[], at: number): number {
  const word = tokens[at]!;
  const isAtLeast = /^at$/i.test(word) && /^(?:least|most)$/i.test(tokens[at + 1] ?? '');
  if (!above.test(word) && !below.test(word) && !isAtLeast) return 0;
  let next = at + (isAtLeast ? 2 : 1);
  if (/^(?:than|of)$/i.test(tokens[next] ?? '')) next++;
  const amount = amountToken.exec(tokens[next] ?? '');
  if (amount === null) return 0;
  const after = tokens[next + 1] ?? '';
  const isUnit =
    amount[2] === '' && (unitWords.test(after) || /^(?:degrees?|celsius|volts?|amps?|watts?)$/i.test(after));
  const unitSaid = amount[2] || (isUnit ? after : '');
  const unit = unitNamed(unitSaid)?.name ?? unitSaid;
  const is = isAtLeast ? (/^least$/i.test(tokens[at + 1]!) ? '>=' : '<=') : above.test(word) ? '>' : '<';
  const column = numberFor(
    reading,
    word,
    [...tokens.slice(0, at).toReversed(), ...tokens.slice(next + (isUnit ? 2 : 1))],
    unit,
  );
  if (column === undefined) return 0;
  // "Took longer than": the verb named the number.
  reading.words = reading.words.filter((one) => !column.stems.has(stem(one)) && !column.aliases.has(stem(one)));
  reading.columns = reading.columns.filter((one) => one !== column);
  // "More than 6 nodes": the noun behind it is the number's name.
  const isNamed = !isUnit && columnsCalled(reading.schema, [after]).includes(column);
  return add(
    reading,
    { field: column.name, is, value: `${amount[1]!.replace(/,/g, '')}${unit}` },
    next + (isUnit || isNamed ? 2 : 1) - at,
  );
}

/** What an adjective compares: "deeper" is of depths. */
export function measureOf(adjective: string): string | undefined {
  if (/^(?:slow|fast|quick)/i.test(adjective)) return 'time';
  if (/^(?:long|short)/i.test(adjective)) return 'time';
  if (/^(?:hot|warm|cold|cool)/i.test(adjective)) return 'temperature';
  if (/^deep/i.test(adjective)) return 'depth';
  if (/^(?:larg|big|small)/i.test(adjective)) return 'size';
  return /^heav/i.test(adjective) ? 'weight' : undefined;
}

/** A number without a unit that is called as times are. */
export const isCalledTime = ({ unit, stems, aliases }: Column): boolean =>
  unit.name === '' &&
  ['time', 'dur', 'durat', 'latenc', 'latenci', 'elaps', 'slow'].some((one) => stems.has(one) || aliases.has(one));

/** The number that lines with these words state, where they state one of the kind, or one that they name. */
export function numberBeside(
  words: readonly string[],
  schema: Schema,
  isMeant: (column: Column) => boolean = () => true,
): Column | undefined {
  const stems = words
    .filter((word) => /^[a-z]{3,}$/i.test(word) && !plainWords.has(word.toLowerCase()) && !isRun(word))
    .map(stem);
  if (stems.length === 0) return undefined;
  const saying = sayingOf(schema, (told) => stems.every((one) => told.has(one)));
  const held = schema.sample.filter(saying.holds);
  if (held.length === 0) return undefined;
  const stated = numbersOn(held, schema).filter((one) => one.isLabel !== true && isMeant(one));
  if (stated.length === 1) return stated[0];
  const told = saying.held();
  const named = stated.filter((one) => told.every((said) => [...one.stems].some((own) => said.has(own))));
  return named.length === 1 ? named[0] : undefined;
}

/** A test of what records say, settled once for all that say the same; `held` tells what the ones it held for say. */
function sayingOf(schema: Schema, test: (stems: ReadonlySet<string>) => boolean) {
  const known = new Map<string, ReadonlySet<string> | undefined>();
  return {
    holds(record: Schema['sample'][number]): boolean {
      const { key, stems } = schema.said(record);
      if (!known.has(key)) {
        const told = stems();
        known.set(key, test(told) ? told : undefined);
      }
      return known.get(key) !== undefined;
    },
    held: () => [...known.values()].filter((told) => told !== undefined),
  };
}

/** The numbers that nearly all of some records state. */
const numbersOn = (held: Schema['sample'], { columns }: Schema): Column[] =>
  columns.filter(
    (one) =>
      one.isNumber &&
      !isStatus(one) &&
      held.filter((record) => one.read(record) !== undefined).length > held.length * 0.8,
  );

/** The one number that the lines which are meant state. */
function onlyNumber(schema: Schema, where: readonly Condition[]): Column | undefined {
  if (where.length === 0) return undefined;
  const held = schema.sample.filter(compile(where, schema));
  const stated = numbersOn(held, schema);
  return held.length > 0 && stated.length === 1 ? stated[0] : undefined;
}

function numberFor(
  { schema, columns, where }: Reading,
  comparing: string,
  around: readonly string[],
  unit: string,
): Column | undefined {
  const isTime = unitNamed(unit)?.dimension === 'time';
  const fits = (one: Column) => one.isNumber && !(isTime && one.unit.dimension === 'plain' && !isCalledTime(one));
  // "A status of at least 500": the name right before it is its own.
  const before = around.find((word) => !/^(?:of|is|was|were|are|with|has|had)$/i.test(word)) ?? '';
  const own = columnsCalled(schema, [before]).find((one) => fits(one) && one.stems.has(stem(before)));
  if (own !== undefined) return own;
  const named = columns.find(fits);
  if (named !== undefined) return named;
  const byWord = around.map((word) => bestNumber(schema, [word])).find((found) => found !== undefined && fits(found));
  if (byWord !== undefined) return byWord;
  const measure = measureOf(comparing);
  const byMeasure = measure === undefined ? undefined : bestNumber(schema, [measure]);
  if (byMeasure !== undefined) return byMeasure;
  if (unit === '') return onlyNumber(schema, where);
  const alike = schema.columns.filter((one) => one.isNumber && sameUnit(one, unit));
  return alike.length === 0 ? undefined : alike.sort((a, b) => b.seen - a.seen)[0];
}

function sameUnit({ unit, name }: Column, asked: string): boolean {
  const low = asked.toLowerCase();
  if (/^(?:[mµun]?s|milli.*|sec.*|min.*|h|hours?)$/.test(low)) return unit.dimension === 'time';
  if (/^(?:[kmgt]i?b|b|bytes?)$/.test(low)) return unit.dimension === 'size';
  if (/^(?:%|percent|pct)$/.test(low)) return unit.dimension === 'share';
  const named = namesByUnit.find(([said]) => said.test(low))?.[1];
  return unit.name.toLowerCase() === low || unit.name.toLowerCase() === `°${low}` || named?.test(name) === true;
}

/** How the fields are named whose numbers have a unit that no line states. */
const namesByUnit: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:degrees?|°?[cf]|celsius|fahrenheit)$/, /(?:^|_)temp/i],
  [/^(?:v|volts?)$/, /volt/i],
  [/^(?:a|amps?|amperes?)$/, /(?:^|_)(?:current|amps?)/i],
  [/^(?:w|watts?)$/, /(?:^|_)(?:power|watts?)/i],
  [/^dbm?$/, /rssi|rsrp|signal/i],
];

/** As logcat and glog write them. */
const levelLetters: Readonly<Record<string, string>> = {
  V: 'debug',
  D: 'debug',
  I: 'info',
  W: 'warning',
  E: 'error',
  F: 'critical',
};

/** "user alice", "the payments service", "status 500": the name of a column beside one of its values. */
function pairAt(reading: Reading, tokens: readonly string[], at: number): number {
  const { schema } = reading;
  for (let size = 3; size >= 1; size--) {
    const column = columnsCalled(schema, tokens.slice(at, at + size));
    let next = at + size;
    if (column.length === 0 || next >= tokens.length) continue;
    while (/^(?:of|is|was|=|number|no|id|code|named|called|equal|to)$/i.test(tokens[next] ?? '')) next++;
    // "A method except GET".
    const isExcept = /^(?:not|except|excluding)$/i.test(tokens[next] ?? '');
    if (isExcept) next++;
    for (let length = 3; length >= 1; length--) {
      const value = tokens.slice(next, next + length).join(' ');
      const found = tokens.length >= next + length ? holding(column, value) : undefined;
      if (found !== undefined && !isPlain(value)) {
        reading.isNegated ||= isExcept;
        return add(reading, { field: found.column.name, is: '=', value: found.shown }, next + length - at);
      }
    }
    if (isExcept) continue;
    const name = tokens[next];
    const letter = column.some(({ name }) => name === 'level')
      ? levelLetters[tokens[next]?.toUpperCase() ?? '']
      : undefined;
    if (letter !== undefined) return add(reading, { field: 'level', is: '=', value: letter }, next + 1 - at);
    // "Code 57", where the lines have other codes.
    const number = tokens[next] ?? '';
    const [own] = column;
    if (
      own?.isNumber === true &&
      own.unit.name === '' &&
      own.values.size <= 200 &&
      next === at + size &&
      schema.isWhole &&
      /^\d{1,9}$/.test(number)
    )
      return add(reading, { field: own.name, is: '=', value: number }, next + 1 - at);
    const isNamed =
      column.some((one) => !one.isNumber || isStatus(one)) &&
      name !== undefined &&
      next === at + size &&
      !tokens
        .slice(at, next)
        .every((word) => requestNouns.has(word.toLowerCase()) || plainWords.has(word.toLowerCase())) &&
      (looksLikeName(name) || isStranger(schema, name));
    if (isNamed && !isKnownElsewhere(schema, name)) {
      reading.absent.push(name);
      return next + 1 - at;
    }
  }
  for (let length = 3; length >= 1; length--) {
    const value = tokens.slice(at, at + length).join(' ');
    for (let size = 2; size >= 1; size--) {
      const nouns = tokens.slice(at + length, at + length + size);
      if (nouns.length < size || isPlain(value)) continue;
      const columns = columnsCalled(schema, nouns);
      const found = holding(columns, value);
      if (found !== undefined)
        return add(reading, { field: found.column.name, is: '=', value: found.shown }, length + size);
      const isName =
        columns.some((one) => !one.isNumber) &&
        length === 1 &&
        looksLikeName(value) &&
        !isKnownElsewhere(schema, value);
      if (isName) {
        reading.absent.push(value);
        return length + size;
      }
    }
  }
  return 0;
}

/** A word that means nothing in the file or in questions, right behind the name of a column: "service zeta". */
export function isStranger(schema: Schema, word: string): boolean {
  const low = word.toLowerCase();
  return (
    /^\p{L}{3,}$/u.test(word) &&
    !plainWords.has(low) &&
    !negations.has(low) &&
    !recordNouns.has(low) &&
    !requestNouns.has(low) &&
    !/(?:ed|ing|[^e]er|est)$/.test(low) &&
    levelNamed(low.replace(/s$/, '')) === undefined &&
    stateAsked(low) === undefined &&
    !failedWord.test(low) &&
    !succeededWord.test(low) &&
    !isToldOf(schema, word) &&
    columnsCalled(schema, [word]).length === 0
  );
}

export const looksLikeName = (token: string): boolean =>
  /\d|[-_/@]|[a-z][A-Z]|^[A-Z]{2,}$|\w\.\w/.test(token) && !/^\d+(?:st|nd|rd|th|s)$/.test(token) && token.length <= 80;

export function isKnownElsewhere(schema: Schema, name: string): boolean {
  const low = name.toLowerCase();
  return (
    schema.named.has(low) ||
    schema.columns.some((one) => one.values.has(low)) ||
    schema.kinds.some(({ example }) => example.toLowerCase().includes(low))
  );
}

function holding(columns: readonly Column[], value: string): { column: Column; shown: string } | undefined {
  for (const spelled of spellings(value)) {
    for (const column of columns) {
      const shown = valueIn(column, spelled);
      if (shown !== undefined) return { column, shown };
    }
  }
  const isClass = /^([1-5])xx$/i.exec(value);
  const status = isClass === null ? undefined : columns.find((one) => isStatus(one));
  return status === undefined ? undefined : { column: status, shown: value.toLowerCase() };
}

/** A value of a column by its name, or by the last part of a dotted one: `vpn` of `org.example.core.vpn`. */
export function valueIn({ name, values, isNumber }: Column, low: string): string | undefined {
  // The unit of a program, and the daemon of a protocol.
  const ending = name === 'unit' ? '.service' : name === 'source' ? 'd' : undefined;
  const known = values.get(low) ?? (ending === undefined ? undefined : values.get(`${low}${ending}`));
  if (known !== undefined || isNumber || values.size > 200 || !/^[a-z][\w-]+$/.test(low) || failedWord.test(low))
    return known?.shown;
  const found = [...values].filter(([value]) => endings.some((sign) => value.endsWith(`${sign}${low}`)));
  return found.length === 1 ? found[0]![1].shown : undefined;
}

/** "org.example.core.vpn", "shop/cart", "ACME\\ann". */
const endings = ['.', '/', '\\'];

function spellings(value: string): string[] {
  const low = value.toLowerCase();
  return [low, low.replaceAll(' ', '-'), low.replaceAll(' ', '_'), low.replaceAll(' ', '')];
}

const isPlain = (value: string): boolean => value.split(' ').every((word) => plainWords.has(word.toLowerCase()));

/** A value by itself: of a field, or a name with a digit or sign in it that stands in messages. */
function valueAt(reading: Reading, tokens: readonly string[], at: number): number {
  const { schema } = reading;
  for (let length = Math.min(4, tokens.length - at); length >= 1; length--) {
    const value = tokens.slice(at, at + length).join(' ');
    const isBehindOf = length === 1 && /^(?:of|for|on|by|from)$/i.test(tokens[at - 1] ?? '');
    // "GET" is no verb of the question.
    const isCode = /^[A-Z]{3,}$/.test(value);
    const named = isPlain(value) && !isCode ? nameOfField(value, schema) : undefined;
    if (named !== undefined) {
      // The deployment `reports` may be meant, or that something reports.
      reading.isInferred = true;
      return add(reading, { field: named.column.name, is: '=', value: named.shown }, 1);
    }
    if ((isPlain(value) && !isCode) || (recordNouns.has(value.toLowerCase()) && !isBehindOf)) continue;
    const status = /^[1-5](?:\d\d|xx)s?$/i.test(value) ? schema.columns.filter((one) => isStatus(one)) : [];
    const asStatus = holding(status, value.replace(/s$/i, ''));
    const [known] = status;
    if (asStatus === undefined && known !== undefined && schema.isWhole && known.isNumber)
      return add(reading, { field: known.name, is: '=', value: value.replace(/s$/i, '') }, length);
    if (asStatus !== undefined)
      return add(reading, { field: asStatus.column.name, is: '=', value: asStatus.shown }, length);
    const candidates = schema.columns.filter(
      (one) => !/^(?:level|outcome|message|stated reason)$/.test(one.name) && (!one.isNumber || /^\d{4,}$/.test(value)),
    );
    const found =
      holding(
        [...candidates].sort((a, b) => rankOf(a) - rankOf(b) || b.seen - a.seen),
        value,
      ) ??
      singularValue(candidates, value, length) ??
      valueByStem(candidates, value, schema);
    if (found === undefined) continue;
    const isSure = looksLikeName(value) || length > 1 || !isWordOfMessages(schema, value);
    if (isSure || isField(found.column) || isAllOfWord(found, value, schema))
      return add(reading, { field: found.column.name, is: '=', value: found.shown }, length);
  }
  return 0;
}

/** A plain word that is one of the few names some field has. */
function nameOfField(word: string, { columns }: Schema): { column: Column; shown: string } | undefined {
  if (!/^[a-z]{5,20}$/i.test(word)) return undefined;
  return holding(
    columns.filter(
      (one) => isNameField.test(one.name) && one.isPlace !== true && !one.isNumber && one.values.size <= 60,
    ),
    word,
  );
}
const isNameField =
  /(?:^|[._-])(?:service|app|application|deployment|component|host|node|job|queue|topic|pool|table|database|db|bucket|region|site|store|shop|merchant|customer|tenant|team|project|pipeline|stage|module|name)$/i;

/** No line has the word but those whose field has it as its value. */
function isAllOfWord({ column, shown }: { column: Column; shown: string }, word: string, { kinds }: Schema): boolean {
  const one = stem(word);
  const lines = kinds.reduce((sum, { stems, count }) => sum + (stems.has(one) ? count : 0), 0);
  if (column.isPlace === true || shown.toLowerCase() !== word.toLowerCase()) return false;
  return (column.values.get(shown.toLowerCase())?.count ?? 0) >= lines;
}

/** What something turned into is meant by a name alone, not what it was before; a unit, and not only what its program says. */
const rankOf = ({ name }: Column): number =>
  name === newValue || name === 'unit'
    ? 0
    : /^(?:old value|from|old|previous|before|prev|old_\w+|from_\w+|prev\w*)$/i.test(name)
      ? 2
      : 1;

function singularValue(columns: readonly Column[], value: string, length: number) {
  return length === 1 && /^[A-Z]{3,}s$|^[a-z]{4,}s$/.test(value) ? holding(columns, value.slice(0, -1)) : undefined;
}

/** "Dropped" for `DROP`, "completed" for `COMPLETED`: one of a few values in another form. */
function valueByStem(columns: readonly Column[], word: string, schema: Schema) {
  if (!/^[a-z]{4,}(?:ed|s|ing|ions?)$/.test(word) || isToldOf(schema, word)) return undefined;
  const forms = [word, ...synonymsOf(word)].map(stem);
  for (const column of columns) {
    if (column.isNumber || column.values.size > 30) continue;
    const found = [...column.values.values()].find(
      ({ shown }) => /^[A-Za-z]+$/.test(shown) && forms.includes(stem(shown)),
    );
    if (found !== undefined) return { column, shown: found.shown };
  }
  return undefined;
}

const isField = (column: Column): boolean =>
  /^(?:source|service|host|user|method|component|module|level|status|result|outcome|event|action|state|type|region|zone|queue|job|name|unit|new value)$/i.test(
    column.name,
  );

function isWordOfMessages({ kinds }: Schema, word: string): boolean {
  const one = stem(word);
  return kinds.some(({ stems }) => stems.has(one));
}

/** Levels and outcomes. */
function meaningAt(reading: Reading, tokens: readonly string[], at: number): number {
  const { schema } = reading;
  const word = tokens[at]!.toLowerCase();
  const level = levelNamed(word.replace(/s$/, ''));
  const isLevelHere = schema.hasLevels || columnNamed(schema, 'level')?.values.has(level ?? '') === true;
  if (level !== undefined && isLevelHere && !/^(?:log|note|alert|fine|information|panic)s?$/.test(word)) {
    // "Fatal errors" are of one level.
    const next = /^(?:level|severity|log|lines?|messages?|entries|events?|logs|errors?)$/i.test(tokens[at + 1] ?? '')
      ? 2
      : 1;
    const levels = columnNamed(schema, 'level')?.values;
    if (levels?.has(level) !== true && isWordOfMessages(schema, word)) return 0;
    // "Errors" may be those of the level, or all that is as bad or worse.
    const isNamed = /^(?:level|severity)$/i.test(tokens[at - 1] ?? '');
    if (level === 'error' && !isNamed && levels?.has('critical') === true) {
      reading.isInferred = true;
      if (!levels.has(level)) return add(reading, { field: 'level', is: '=', value: 'critical' }, next);
    }
    return add(reading, { field: 'level', is: '=', value: level }, next);
  }
  if (/^errors?$/.test(word) && !schema.hasLevels && schema.isAccess && !isWordOfMessages(schema, word)) {
    const status = schema.columns.find((one) => isStatus(one));
    if (status !== undefined) {
      reading.isInferred = true;
      return add(reading, { field: status.name, is: '=', value: '5xx' }, 1);
    }
  }
  const isTrouble = /^(?:problems?|issues?|troubles?|errors?)$/.test(word) && !isWordOfMessages(schema, word);
  if (isTrouble) reading.isInferred = true;
  const isFailed = isTrouble || /^(?:fail(?:ed|ure|ures|s|ing)?|unsuccessful(?:ly)?)$/.test(word);
  if (!isFailed && !/^(?:succe(?:ss|sses|ssful|ssfully|ed|eded|eds|eding))$/.test(word)) return 0;
  const outcome = columnNamed(schema, 'outcome');
  const verdict = verdictOf(
    /^fail/.test(word)
      ? (one) => stem(one) === 'fail'
      : isSuccess.test(word)
        ? (one) => succeededWord.test(one)
        : () => false,
    schema,
  );
  if (verdict !== undefined) return add(reading, verdict, 1);
  const status = schema.columns.find((one) => isStatus(one));
  if (schema.isAccess && status !== undefined && /^unsuccessful/.test(word)) {
    reading.isInferred = true;
    return add(reading, { field: status.name, is: '>=', value: '400' }, 1);
  }
  if (schema.isAccess && status !== undefined && isFailed && (outcome === undefined || isOfStatus(reading, tokens))) {
    if (isOfStatus(reading, tokens)) return 1;
    reading.isInferred = true;
    return add(reading, { field: status.name, is: '=', value: '5xx' }, 1);
  }
  // "Failed with SERVFAIL": the value says how.
  const isExplained = /^(?:with|by|due|because)$/i.test(tokens[at + 1] ?? '') && isFailed && outcome === undefined;
  if (isExplained && readPhrase(tokens.slice(at + 2).join(' '), schema).where.length > 0) return 1;
  if (outcome === undefined) return 0;
  // Of requests it is taken by their status.
  const isByStatus = schema.isAccess && !isWordOfMessages(schema, 'failed');
  if (isByStatus) reading.isInferred = true;
  return add(reading, { field: 'outcome', is: '=', value: isFailed ? 'failed' : 'ok' }, 1);
}

/** `result=FAILURE` beside `ABORTED` and `UNSTABLE`: of a field with more than two ends what failed is what it calls so. */
const isSuccess = /^succe/;
function verdictOf(isWanted: (value: string) => boolean, { columns }: Schema): Condition | undefined {
  for (const { name, isNumber, values } of columns) {
    if (
      isNumber ||
      values.size < 3 ||
      values.size > 30 ||
      !/^(?:status|result|outcome|verdict|conclusion|state)$/i.test(name)
    )
      continue;
    if (name === 'outcome' && columns.some(({ name: other }) => /^(?:status|result|verdict|conclusion)$/i.test(other)))
      continue;
    const found = [...values.values()].filter(({ shown }) => isWanted(shown));
    if (found.length === 1) return { field: name, is: '=', value: found[0]!.shown };
  }
  return undefined;
}

/** "Failed with 500": the number says which. */
const isOfStatus = ({ where, schema }: Reading, tokens: readonly string[]): boolean =>
  tokens.some((token) => /^[1-5](?:\d\d|xx)s?$/i.test(token)) ||
  where.some(({ field }) => schema.columns.some((one) => one.name === field && isStatus(one)));

const changing =
  /^(?:chang(?:e[ds]?|ing)|modif(?:y|ied|ies|ications?)|updated?|altered|adjusted|upgrade[ds]?|switch(?:ed)?|deploy(?:ed|ment)?|roll-?out|released?)$/;

/** Of versions and of things alike: a sample that is released has not changed. */
const releasing = /^(?:released?|deploy\w*|roll-?out|switch\w*|updated?|upgrade[ds]?)$/;

/** "Logged in", "timed out": two words that lines may say in one. */
function pairOfWordsAt({ words, where, schema }: Reading, tokens: readonly string[], at: number): number {
  const [word = '', next = ''] = tokens.slice(at).map((token) => token.toLowerCase());
  const pair = `${word} ${next}`;
  if (next === '' || synonymsOf(pair).length === 0 || !(plainWords.has(word) || plainWords.has(next))) return 0;
  words.push(pair);
  // Who "logged in" got in; who tried to may not have.
  const outcome = schema.columns.find(({ name, values }) => name === 'outcome' && values.has('ok'));
  const isTried = tokens.some((one) => /^(?:fail\w*|try|tried|tries|attempt\w*|unable|refused|denied)$/i.test(one));
  if (outcome !== undefined && /^(?:log|logs|logged|sign|signs|signed) (?:in|on)$/.test(pair) && !isTried)
    where.push({ field: 'outcome', is: '=', value: 'ok' });
  return 2;
}

/** A word of messages, the name of a column, a word without weight, or one that means nothing here. */
function wordAt(reading: Reading, tokens: readonly string[], at: number): number {
  const { schema } = reading;
  const token = tokens[at]!;
  const word = token.toLowerCase();
  const isOfOwnWord = releasing.test(word) && isToldOf(schema, word);
  if (changing.test(word) && !isOfOwnWord && schema.columns.some(({ name }) => name === newValue)) {
    reading.isInferred = !reading.where.some(({ is }) => is === '=');
    return add(reading, { field: newValue, is: 'has', value: '*' }, 1);
  }
  const isGeneric = isNounForLines(word, schema);
  const [next = ''] = tokens.slice(at + 1);
  const pair = pairOfWordsAt(reading, tokens, at);
  if (pair > 0) return pair;
  if (isGeneric && requestNouns.has(word) && schema.requests !== undefined)
    return add(reading, { field: schema.requests, is: 'has', value: '*' }, 1);
  // A moment that was not found is no word to be looked for.
  if (/^(?:after|before|since|until|once|following)$/.test(word)) {
    reading.unread.push(token);
    return 1;
  }
  if (isRun(word)) {
    reading.words.push(token);
    return 1;
  }
  // "How many orders were returned": the predicate, and no word for that they are there.
  const isPredicate =
    !schema.isAccess &&
    at === tokens.length - 1 &&
    /^(?:was|were|been|got)$/i.test(tokens[at - 1] ?? '') &&
    predicates.test(word);
  if (isPredicate && !isToldOf(schema, word)) {
    reading.unread.push(token);
    return 1;
  }
  const isBare = plainWords.has(word) && !isOwnThing(word, schema.columns) && !isSaidOfSome(word, schema);
  if (isGeneric || isBare || /^\W*$/.test(word)) return 1;
  if (softWords.has(word) && !(isToldOf(schema, word) && isSaidAs(word, schema))) return 1;
  const thing = /^[a-z]+$/.test(word) && !reading.isNegated ? thingCalled(schema, word) : undefined;
  if (thing !== undefined) {
    reading.columns.push(thing);
    return 1;
  }
  const everywhere = onEachLine(schema, word);
  if (everywhere !== undefined) {
    reading.columns.push(everywhere);
    return 1;
  }
  if (isToldOf(schema, word)) {
    if (reading.isNegated) return add(reading, { field: 'words', is: '=', value: word }, 1);
    reading.words.push(token);
    return 1;
  }
  for (let size = above.test(next) || below.test(next) ? 1 : 2; size >= 1; size--) {
    const [column] = columnsCalled(schema, tokens.slice(at, at + size));
    if (column !== undefined && tokens.length >= at + size) {
      // "Arrived" of lines with `ARR` and a place behind it.
      if (size === 1 && column.isPlace === true && !column.isNumber && /(?:ed|ing|als?)$/.test(word)) {
        reading.isInferred = true;
        return add(reading, { field: column.name, is: 'has', value: '*' }, 1);
      }
      reading.columns.push(column);
      return size;
    }
  }
  if (isNameOfLines(token, schema)) return add(reading, { field: 'text', is: 'has', value: token }, 1);
  // "The camera cam-2": what a name is called by says no more than the name.
  if (/^[a-z]{3,}$/.test(token) && (isNameOfLines(next, schema) || isAddress.test(next))) return 1;
  return otherWordAt(reading, token);
}

/** A word that is short for one of the file, the beginning of a value, or nothing here. */
function otherWordAt(reading: Reading, token: string): number {
  const { schema } = reading;
  const word = token.toLowerCase();
  const kin = reading.isNegated ? undefined : kinOf(word, schema);
  const partOfName = valueWithPart(word, schema);
  if (kin !== undefined) {
    reading.isInferred = true;
    if (typeof kin !== 'string') return add(reading, kin, 1);
    reading.words.push(kin);
  } else if (partOfName !== undefined) {
    reading.isInferred = true;
    return add(reading, partOfName, 1);
  } else if (isPartOfValue(word, schema)) {
    reading.isInferred = true;
    return add(reading, { field: 'text', is: 'has', value: token }, 1);
  } else if (looksLikeName(token) && !/^\d{1,3}$/.test(token)) reading.absent.push(token);
  else reading.unread.push(token);
  return 1;
}

/** The timeouts of `TimeoutError`: the one name of a field that the word is a part of. */
function valueWithPart(word: string, { columns }: Schema): Condition | undefined {
  if (!/^[a-z]{4,20}$/.test(word)) return undefined;
  const one = stem(word);
  const found = columns.flatMap(({ name, isNumber, values }) =>
    isNumber || values.size > 30
      ? []
      : [...values.values()]
          .filter(({ shown }) => inCamels.test(shown) && wordsOf(shown).some((part) => stem(part) === one))
          .map(({ shown }) => ({ field: name, is: '=' as const, value: shown })),
  );
  return found.length === 1 ? found[0] : undefined;
}
const inCamels = /^(?:[a-z_]\w*\.)*[A-Z][a-z]+(?:[A-Z][a-z]+)+$/;

/** "Googlebot" of `Googlebot/2.1`: a field's value begins with the name. */
const isPartOfValue = (word: string, { columns }: Schema): boolean =>
  /^[a-z]{4,30}$/.test(word) &&
  columns.some(
    ({ isNumber, name, values }) =>
      !isNumber && name !== 'message' && [...values.keys()].some((value) => value.startsWith(`${word}/`)),
  );

const isNameOfLines = (one: string, schema: Schema): boolean =>
  (/[a-z]/i.test(one) || isAddress.test(one)) && looksLikeName(one) && isKnownElsewhere(schema, one);

/** The one word or value of the file that another is short for, or that is short for it: "temp" files are temporary, `ACK` acknowledges. */
function kinOf(word: string, { kinds, columns }: Schema): string | Condition | undefined {
  if (!/^[a-z]{4,20}$/.test(word)) return undefined;
  const isShort = (one: string) => word.length > one.length + 2 && isShortFor(one.toLowerCase(), stem(word));
  const found = new Map<string, string | Condition>();
  // The discovers of `DHCPDISCOVER`.
  const behind = new RegExp(`\\b[A-Z]{2,6}${word.replace(/s$/, '').toUpperCase()}\\b`, 'g');
  const longer = new RegExp(`\\b${word}[a-z]{3,}\\b`, 'gi');
  for (const { example } of kinds) {
    for (const [one] of example.matchAll(longer)) found.set(stem(one), one);
    for (const [one] of example.matchAll(behind)) found.set(stem(one), one);
    for (const [one] of example.matchAll(/\b[A-Z]{3,5}\b/g)) if (isShort(one)) found.set(stem(one), one);
  }
  for (const { name, values, isNumber } of columns) {
    if (isNumber || values.size > 30) continue;
    for (const { shown } of values.values())
      if (/^[A-Z]{3,5}$/.test(shown) && isShort(shown)) found.set(stem(shown), { field: name, is: '=', value: shown });
  }
  return found.size === 1 ? [...found.values()][0] : undefined;
}

/** "How many calls were answered", where some lines say so of a call and others do not. */
function isSaidOfSome(word: string, { kinds, records }: Schema): boolean {
  if (!telling.test(word)) return false;
  const told = kinds.filter(({ example }) => new RegExp(`\\b${word}\\b`, 'i').test(example));
  const lines = told.reduce((sum, { count }) => sum + count, 0);
  return lines > 0 && lines < records * 0.5;
}
const telling =
  /^(?:answered|entered|registered|returned|raised|issued|emitted|generated|listed|reported|thrown|stayed)$/;

/** In a form of its own: a server does not serve. */
function isSaidAs(word: string, { kinds }: Schema): boolean {
  const base = word.replace(/(?:ing|ed|d|s)$/, '');
  const forms = new RegExp(`\\b${base}(?:e?s|e?d|ing|e|[a-z]?ed|[a-z]?ing|t|tten)?\\b`, 'i');
  return kinds.some(({ example }) => forms.test(example)) || synonymsOf(word).length > 0;
}

const predicates = /^(?:returned|answered|responded|kept|written)$/;

/** Of a host, a port or a network. */
export const isAddress = /^\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?$/;

/** A number of each line: its name tells no line from another. */
const onEachLine = (schema: Schema, word: string): Column | undefined =>
  /^[a-z]{3,}$/.test(word)
    ? columnsCalled(schema, [word]).find(
        ({ isNumber, isPlace, seen, stems }) =>
          isNumber && isPlace !== true && seen >= schema.sample.length * 0.95 && stems.has(stem(word)),
      )
    : undefined;

/** The column that numbers what a word names: the builds of "build #12", the orders of `order_id`. */
export const thingCalled = (schema: Schema, word: string): Column | undefined =>
  columnsCalled(schema, [word]).find(({ isLabel, stems }) => isLabel === true && stems.has(stem(word)));

export function isToldOf(schema: Schema, word: string): boolean {
  return [word, ...synonymsOf(word)].some((one) => {
    const parts = one.split(' ').map(stem);
    return schema.kinds.some(({ stems }) => parts.every((part) => stems.has(part)));
  });
}

const isRun = (word: string): boolean => /^(?:runs?|executions?)$/i.test(word);

/** Words are looked for together: those that never stand in one message with the others are not understood. */
function settleWords(reading: Reading): void {
  const { schema } = reading;
  // "Runs that failed": what is said of them tells which lines are meant.
  const isSaidElse =
    reading.words.some((word) => !isRun(word)) ||
    reading.where.some(
      ({ field, value }) => field === 'outcome' || failedWord.test(value) || succeededWord.test(value),
    );
  // A run is one by its beginning.
  const isBegun = isToldOf(schema, 'start');
  const words = reading.words
    .filter((word) => !isSaidElse || !isRun(word))
    .map((word) => (isBegun && /^(?:runs?|ran|executions?)$/i.test(word) ? 'started' : word));
  if (words.length === 0) {
    reading.words = [];
    return;
  }
  // Whether each line with the word is a run of its own is not said.
  if (words.some(isRun)) reading.isInferred = true;
  const asked = new Set(reading.where.map(({ field }) => field));
  const thing = [...reading.columns, ...schema.columns.filter(({ name }) => asked.has(name))].find(
    ({ isLabel }) => isLabel === true,
  );
  const holds = (word: string) => {
    const forms = [word, ...synonymsOf(word)].map((one) => one.split(' ').map(stem));
    return (stems: ReadonlySet<string>) => forms.some((parts) => parts.every((part) => stems.has(part)));
  };
  let kinds = schema.kinds;
  const together: string[] = [];
  const isOnOtherLine = (word: string, left: number) =>
    left === 0 && thing?.isSerial === true && isSaidOf(thing, holds(word), schema);
  for (const word of words) {
    const left = kinds.filter(({ stems }) => holds(word)(stems));
    const isApart = thing !== undefined && left.length > 0 && !isSaidOf(thing, holds(word), schema);
    // "How many matches were played": that they were is no word of their lines.
    const isClass = isClassOf(word, reading);
    if (isClass) reading.isInferred = true;
    // Each line of a thing says a part of what is true of it.
    else if (isOnOtherLine(word, left.length))
      reading.where.push({ field: 'words', is: 'has', value: word.toLowerCase() });
    else if (isApart || (left.length === 0 && thing !== undefined)) {
      if (!isDone.test(word)) reading.unread.push(word);
      else reading.isInferred = true;
    } else if (left.length === 0 && softWords.has(word.toLowerCase())) reading.isInferred = true;
    else if (left.length === 0) reading.unread.push(word);
    else {
      kinds = left;
      together.push(word);
    }
  }
  reading.words = together;
  if (together.length > 0) reading.where.push({ field: 'words', is: 'has', value: together.join(' ').toLowerCase() });
}

/** "Fetch errors" of warnings that speak of an error: the word is none of the level where no line is of both. */
function errorsInWords(reading: Reading): void {
  const { schema, where } = reading;
  const level = where.find(({ field, is, value }) => field === 'level' && is === '=' && value === 'error');
  const said = where.find(({ field, is }) => field === 'words' && is === 'has');
  if (level === undefined || said === undefined || !isWordOfMessages(schema, 'error')) return;
  const others = where.filter((one) => one !== level && one !== said);
  const inWords: Condition[] = [...others, { ...said, value: `${said.value} error` }];
  const holds = (conditions: readonly Condition[]) => schema.sample.some(compile(conditions, schema));
  if (holds(where) || !holds(inWords)) return;
  reading.where = inWords;
  reading.isInferred = true;
}

/** "Print jobs": no line says `print`, though some say `printed`; it is what kind of job they all are. */
function isClassOf(word: string, { schema, columns, text }: Reading): boolean {
  if (!/^[a-z]+$/.test(word) || /(?:ed|ing)$/.test(word)) return false;
  const next = new RegExp(`\\b${word} ([a-z]+)`, 'i').exec(text)?.[1];
  const isThing = next !== undefined && columns.some(({ isLabel, stems }) => isLabel === true && stems.has(stem(next)));
  if (!isThing || schema.columns.some(({ values }) => values.has(word))) return false;
  return !schema.kinds.some(({ example }) => new RegExp(`\\b${word}\\b`, 'i').test(example));
}

const isDone =
  /^(?:play|run|ran|runs|held|hold|make|made|do|done|use|using|submit|submits|submitted|place|placed|process|processed|handle|handled|perform|performed|execute|executed|create|created|issue|issued|start|started|finish|finished|complete|completed|end|ended)(?:ed|s)?$/i;

/** Some line that states the thing has the word. */
function isSaidOf(thing: Column, test: (stems: ReadonlySet<string>) => boolean, schema: Schema): boolean {
  const { holds } = sayingOf(schema, test);
  return schema.sample.some((record) => holds(record) && thing.read(record) !== undefined);
}

/** The columns that some words name, best first. */
export function columnsCalled(schema: Schema, words: readonly string[]): Column[] {
  const asked = words.flatMap((word) => word.split(/[_.]/)).map((word) => stem(word.replace(/[^\p{L}\d]/gu, '')));
  const joined = words.join('_').toLowerCase();
  const isBare = (word: string) =>
    plainWords.has(word.toLowerCase()) && !isOwnThing(word.toLowerCase(), schema.columns);
  if (asked.length === 0 || words.every((word) => isBare(word) && word.toLowerCase() !== 'who')) return [];
  const isPlain = words.every((word) => /^[A-Za-z]+$/.test(word));
  return schema.columns
    .map((column) => ({ column, score: scoreOf(column, asked, joined, isPlain) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.column.seen - a.column.seen)
    .map(({ column }) => column);
}

function scoreOf(column: Column, asked: readonly string[], joined: string, isPlain: boolean): number {
  const score = ownScoreOf(column, asked, joined, isPlain);
  // A number that is called by its unit alone may be of anything.
  return score >= byAlias && score < 20 && column.isPlace === true && column.unit.name === column.name
    ? score - 2
    : score;
}

const byAlias = 10;

function ownScoreOf(column: Column, asked: readonly string[], joined: string, isPlain: boolean): number {
  const name = column.name.toLowerCase();
  if (
    name === joined ||
    name.replace(/[^a-z\d]/g, '') === joined.replaceAll('_', '') ||
    name.replaceAll(' ', '_') === joined ||
    `${name}s` === joined
  )
    return 100;
  if (name.endsWith(`.${joined}`)) return 90;
  const isOwn = asked.every((one) => column.stems.has(one));
  if (!isOwn && !asked.every((one) => column.stems.has(one) || column.aliases.has(one)))
    return isPlain &&
      asked.length === 1 &&
      (isCompoundOf(column, asked[0]!) ||
        (isShortFor(name, asked[0]!) && !(column.isNumber && unitNamed(name) !== undefined)) ||
        isPartOf(column, asked[0]!))
      ? asked[0]!.startsWith(name)
        ? 6
        : 5
      : 0;
  const own = name.split(/[^a-z\d]+/).map(stem);
  return asked.every((one) => own.includes(one))
    ? 50 - own.length
    : isOwn
      ? 30
      : byAlias + asked.filter((one) => own.includes(one)).length;
}

/** "Rainfall" is of `rain_mm`. */
const isCompoundOf = ({ stems, isNumber }: Column, word: string): boolean =>
  isNumber &&
  [...stems].some(
    (one) => one.length >= 4 && word.startsWith(one) && /^(?:fall|tim|rat|siz|count)$/.test(word.slice(one.length)),
  );

/** "The camera" of names such as `dock-cam`. */
const isPartOf = ({ stems, aliases, isPlace, isNumber }: Column, word: string): boolean =>
  isPlace === true &&
  !isNumber &&
  /^[a-z]+$/.test(word) &&
  [...stems, ...aliases].some(
    (one) => one.length >= 3 && word.length > one.length && word.length < 10 && word.startsWith(one),
  );

/** `gw` for gateway, `wrk` for worker. */
function isShortFor(name: string, word: string): boolean {
  if (!/^[a-z]{2,4}$/.test(name) || !/^[a-z]{5,12}$/.test(word) || name[0] !== word[0]) return false;
  // `sat` for satellite.
  if (name.length >= 3 && word.startsWith(name) && word.length >= name.length * 2) return true;
  let at = 0;
  for (const letter of word) if (letter === name[at]) at++;
  return at === name.length && /[^aeiou]{2}/.test(name);
}

export const columnCalled = (schema: Schema, words: readonly string[]): Column | undefined =>
  columnsCalled(schema, words)[0];

/** The number that some words name. */
export function bestNumber(schema: Schema, words: readonly string[]): Column | undefined {
  const content = words.filter((word) => !plainWords.has(word.toLowerCase()));
  for (let size = content.length; size >= 1; size--) {
    for (let at = 0; at + size <= content.length; at++) {
      const found = columnsCalled(schema, content.slice(at, at + size)).find((one) => one.isNumber && !isStatus(one));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
