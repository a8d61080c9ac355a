import { isOfWriters } from '../facts/aliases.ts';
import { stateAsked } from '../facts/lexicon.ts';
import { startsWithTime } from '../facts/lines/text-fields.ts';
import { participantCalled } from '../facts/participants.ts';
import { type Column, columnNamed, isStatus, type Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import type { Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { columnsCalled, isShortFor, thingCalled } from './columns-called.ts';
import { tokensOfPhrase } from './phrase.ts';
import { plainWords } from './words.ts';

/** Stands for the names that the lines meant have, whatever the question calls them. */
export const openNoun = '*';

export interface Noun {
  column: Column;
  /** All that are called so, the best first. */
  alike: readonly Column[];
  rest: string;
  /** The file has no such name: it is what takes part in what the file numbers. */
  isTaken?: true;
}

/** When a ride began is no name of anything. */
function isTime({ values, isPlace }: Column): boolean {
  if (isPlace === true || values.size < 2) return false;
  return [...values.values()].slice(0, 20).every(({ shown }) => startsWithTime(shown));
}

/** "10 printers" states how many there are, and names none of them. */
const isAmountOf = ({ isNumber, isPlace, isLabel, name }: Column): boolean =>
  isNumber && isPlace === true && isLabel !== true && /[a-z]{3,}s$/.test(name) && !/(?:ss|us|is)$/.test(name);

/** The column a noun names; words before or behind it narrow the lines. */
export function nounOf(text: string, schema: Schema): Noun | undefined {
  const tokens = tokensOfPhrase(text).filter(
    (token) => !/^(?:the|all|of|different|distinct|unique|individual|single)$/i.test(token),
  );
  for (let size = Math.min(3, tokens.length); size >= 1; size--) {
    for (const at of new Set([tokens.length - size, 0])) {
      const alike = columnsCalled(schema, tokens.slice(at, at + size)).filter(
        (one) =>
          !isTime(one) &&
          !isAmountOf(one) &&
          // "Of etl.sales" names one of them.
          !tokens.slice(at, at + size).some((word) => /[.\d]/.test(word) && one.values.has(word.toLowerCase())) &&
          (!one.isNumber ||
            isStatus(one) ||
            (one.unit.name === '' && !/^(?:time|request|response)s?$/i.test(tokens[at]!))),
      );
      const named = bestOf(alike, tokens.slice(at, at + size));
      // What a program calls itself is no charger, and no analyst.
      const isOwn = named !== undefined && stem(tokens.slice(at, at + size).join(' ')) === stem(named.name);
      const isOther = named === undefined || isOfWriters(named) || named.values.size === 1;
      const role = participantCalled(tokens.slice(at, at + size).join(' '), schema);
      const part = isOther && !isOwn ? role : undefined;
      const column = part ?? named;
      if (column !== undefined)
        return {
          column,
          alike: [
            column,
            ...alike.filter((one) => one !== column && part === undefined),
            // "Host", where lines have addresses too, and those that are meant say only for whom something is done.
            ...(role === undefined || role === column || alike.includes(role) ? [] : [role]),
          ],
          rest: [...tokens.slice(0, at), ...tokens.slice(at + size)].join(' '),
          ...(part === undefined ? {} : { isTaken: true }),
        };
    }
  }
  // "Error types": what lines say.
  const isOfMessages = /^(?:messages?|kinds?|types?)$/i.test(tokens.at(-1) ?? '');
  const message = isOfMessages ? columnNamed(schema, 'message') : undefined;
  return message && { column: message, alike: [], rest: tokens.join(' ') };
}

/** Importers are names, though "imported 12 records" is a number: a number is meant by its own name alone. */
const bestOf = (alike: readonly Column[], words: readonly string[]): Column | undefined => {
  const asked = words.map(stem);
  const isCalled = ({ name }: Column) => [...stemsOf(name)].some((one) => asked.includes(one));
  const meant = alike.filter((one) => one.isPlace !== true || !one.isNumber || one.isLabel === true || isCalled(one));
  const [first] = meant;
  if (first === undefined || first.values.size > 1 || first.name.toLowerCase() === words.join('_').toLowerCase())
    return first;
  // `eventVersion` is the same on all lines, and `eventName` is not; `SRC` tells sources apart where one program writes.
  const isOther = ({ name, values }: Column) =>
    values.size > 1 &&
    (stemsOf(name).has(asked[0] ?? '') || isShortFor(name.toLowerCase(), words.join('').toLowerCase()));
  return meant.find(isOther) ?? first;
};

/** "call 501: 101 dials 202": the noun that numbers things names no other number of their lines. */
const isNounOfThing = (column: Column, part: readonly string[], schema: Schema): boolean =>
  part.every((word) => !stemsOf(lastPart(column.name)).has(stem(word)) && thingCalled(schema, word) !== undefined);

/** The nights of a booking are `booking.nights`. */
const lastPart = (name: string): string => name.split('.').at(-1) ?? name;

/** What is measured comes before what numbers things: "task time" is of no `task 41`. */
export function numberIn(text: string, schema: Schema): Noun | undefined {
  const measured = schema.columns.filter(({ isLabel }) => isLabel !== true);
  return numberAmong(text, { ...schema, columns: measured }, schema) ?? numberAmong(text, schema, schema);
}

function numberAmong(text: string, schema: Schema, all: Schema): Noun | undefined {
  const tokens = tokensOfPhrase(text);
  // "GC pause of the renderer" is a pause: the head of a name is its last word.
  const preposition = tokens.findIndex((token) => /^(?:of|for|in|on|at|by|from|to|when|with|over|than)$/i.test(token));
  const head = (preposition > 0 ? preposition : tokens.length) - 1;
  for (let size = Math.min(4, tokens.length); size >= 1; size--) {
    const places = Array.from({ length: tokens.length - size + 1 }, (_, at) => at);
    const isNamed = (at: number) => schema.columns.some(({ name, isNumber }) => isNumber && name === tokens[at]);
    // "Failed tests" of `failed` and `tests` are the first.
    const isNarrower = (at: number) => /ed$/.test(tokens[at] ?? '') && isNamed(at) && isNamed(at + 1);
    if (size === 1 && head > 0)
      places.sort(
        (a, c) =>
          Number(isNarrower(c)) - Number(isNarrower(a)) ||
          Number(isNamed(c)) - Number(isNamed(a)) ||
          Number(c === head) - Number(a === head) ||
          a - c,
      );
    for (const at of places) {
      const part = tokens.slice(at, at + size);
      if (size === 1 && /^(?:times?|requests?|responses?|lines?|events?)$/i.test(part[0]!) && !/^time$/i.test(part[0]!))
        continue;
      const whole = part.join(' ').toLowerCase();
      const isOwnName = schema.columns.some(({ name, isNumber }) => isNumber && name === whole);
      const isBare = (word: string) =>
        plainWords.has(word.toLowerCase()) && !/^[A-Z]{3,}$/.test(word) && !isPartOfName(word, schema);
      if (!isOwnName && (isBare(part[0]!) || isBare(part.at(-1)!))) continue;
      const column = isOwnName
        ? columnNamed(schema, whole)
        : columnsCalled(
            schema,
            part.filter((word) => !isBare(word)),
          ).find((one) => one.isNumber && !isStatus(one) && !isNounOfThing(one, part, all));
      // "Wind speed", "battery level": what kind of number it is.
      const next = tokens[at + size] ?? '';
      const isKind = column !== undefined && kindOfNumber.test(next) && columnsCalled(schema, [next]).length === 0;
      if (column !== undefined)
        return {
          column,
          alike: [],
          rest: [
            ...tokens.slice(0, at),
            ...wordsOfSome(column, part, all),
            ...tokens.slice(at + size + (isKind ? 1 : 0)),
          ].join(' '),
        };
    }
  }
  return undefined;
}
/** "Rows read" of lines that tell of rows read, enriched and loaded: which of them is said by a word of theirs. */
function wordsOfSome(column: Column, part: readonly string[], { sample, said }: Schema): string[] {
  const own = stemsOf(`${column.name} ${column.unit.name}`);
  const others = part.filter((word) => !own.has(stem(word)) && !column.aliases.has(stem(word)));
  if (column.isPlace !== true || others.length === 0) return [];
  const held = sample.filter((record) => column.read(record) !== undefined);
  const told = new Map(held.map((record) => said(record)).map(({ key, stems }) => [key, stems]));
  const kinds = [...told.values()].map((stems) => stems());
  const isOfSome = (one: string) => kinds.some((stems) => stems.has(one)) && !kinds.every((stems) => stems.has(one));
  return others.filter((word) => isOfSome(stem(word)));
}
const kindOfNumber =
  /^(?:speeds?|levels?|values?|rates?|sizes?|lengths?|counts?|numbers?|amounts?|totals?|volumes?|strength|depths?|heights?|widths?|usage|readings?)$/i;

/** The one column that tells the lines that are meant apart by names; undefined where several do. */
export function namesAmong({ where, of }: Query, schema: Schema): Column | undefined {
  const test = compile(where, schema);
  const number = columnNamed(schema, of);
  const held = schema.sample.filter((one) => test(one) && (number === undefined || number.read(one) !== undefined));
  const asked = new Set(where.map(({ field }) => field));
  const found = schema.columns.filter((column) => {
    if (column.isNumber || column.isLabel === true || noName.test(column.name)) return false;
    if (asked.has(column.name) || column.name === of) return false;
    const values = held.map((one) => column.read(one)).filter((value) => value !== undefined);
    const isName = values.every((value) => /^[\w.@/-]{1,60}$/.test(value)) && !values.every(isOfStates);
    const kinds = new Set(values).size;
    // What is another on each line names no kinds of anything.
    const isOfKinds = kinds > 1 && (kinds <= 12 || kinds < values.length * 0.5);
    return isName && values.length >= held.length * 0.9 && isOfKinds;
  });
  return found.length === 1 ? found[0] : undefined;
}
/** "Open" or "closed", yes or no: how something is, and no name. */
const isOfStates = (value: string): boolean =>
  /^(?:true|false|yes|no|y|n|on|off)$/i.test(value) || stateAsked(value) !== undefined;
const noName =
  /^(?:level|outcome|message|source|logger|pod|host|hostname|container|process|new value|old value|thread|from|to|old|new|reason|request_?id|trace_?id|stated reason|.*(?:status|state|event|action|msg|error))$/i;

/** "The total amount" means the number called `amountEur`. */
function isPartOfName(word: string, { columns }: Schema): boolean {
  const one = stem(word);
  return (
    /^(?:amount|number|value|reading|count|size|total)s?$/i.test(word) &&
    columns.some(({ name, isNumber, isPlace }) => isNumber && isPlace !== true && stemsOf(name).has(one))
  );
}
