import { failedWord, synonymsOf } from '../facts/lexicon.ts';
import { type Column, columnNamed, isStatus, type Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import { columnsCalled } from './columns-called.ts';
import { add, type Reading } from './phrase.ts';
import { isKnownElsewhere, isStranger, isToldOf, isWordOfMessages, looksLikeName } from './told-words.ts';
import { meansRequests, plainWords, recordNouns } from './words.ts';

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
export function pairAt(reading: Reading, tokens: readonly string[], at: number): number {
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
      // "User report", where one of them is called so.
      const isNamed = length === 1 && column[0]?.isNumber === false && column[0].values.has(value.toLowerCase());
      const found = tokens.length >= next + length && (isNamed || !isPlain(value)) ? holding(column, value) : undefined;
      if (found !== undefined) {
        reading.isNegated ||= isExcept;
        const end = next + length + (isUnitOf(found.column, tokens[next + length]) ? 1 : 0);
        return add(reading, { field: found.column.name, is: '=', value: found.shown }, end - at);
      }
    }
    if (isExcept) continue;
    const name = tokens[next];
    const letter = column.some((one) => one.name === 'level') ? levelLetters[name?.toUpperCase() ?? ''] : undefined;
    if (letter !== undefined) return add(reading, { field: 'level', is: '=', value: letter }, next + 1 - at);
    // "Code 57", where the lines have other codes.
    const [number = '', [own]] = [tokens[next], column];
    if (
      own?.isNumber === true &&
      own.unit.name === '' &&
      own.values.size <= 200 &&
      next === at + size &&
      schema.isWhole &&
      /^\d{1,9}$/.test(number) &&
      !schema.columns.some((one) => one !== own && isStatus(one) && one.values.has(number))
    )
      return add(reading, { field: own.name, is: '=', value: number }, next + 1 - at);
    const isNamed =
      column.some((one) => !one.isNumber || isStatus(one)) &&
      name !== undefined &&
      next === at + size &&
      !tokens.slice(at, next).every((word) => meansRequests(word, schema) || plainWords.has(word.toLowerCase())) &&
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

/** "A dip to 181 V". */
const isUnitOf = ({ unit, isNumber }: Column, token: string | undefined): boolean =>
  isNumber && token !== undefined && token === unit.name;

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
  const short = known === undefined && !isNumber ? shortened(values, low) : undefined;
  if (short !== undefined) return short;
  if (known !== undefined || isNumber || values.size > 200 || !/^[a-z][\w-]+$/.test(low) || failedWord.test(low))
    return known?.shown;
  const found = [...values].filter(([value]) => endings.some((sign) => value.endsWith(`${sign}${low}`)));
  return found.length === 1 ? found[0]![1].shown : undefined;
}

/** "Gi0/0/5" of `GigabitEthernet0/0/5`: the first letters, and the same number. */
function shortened(values: Column['values'], low: string): string | undefined {
  const { letters, number = '' } = /^(?<letters>[a-z]{2,})-?(?<number>\d+(?:[/.:]\d+)+)$/.exec(low)?.groups ?? {};
  if (letters === undefined) return undefined;
  const found = [...values].filter(([value]) => value.startsWith(letters) && value.endsWith(number));
  const isWhole = ([value]: (typeof found)[number]) => /^[a-z-]+$/.test(value.slice(0, -number.length));
  const [one, second] = found.filter(isWhole);
  return second === undefined ? one?.[1].shown : undefined;
}

/** "org.example.core.vpn", "shop/cart", "ACME\\ann". */
const endings = ['.', '/', '\\'];

function spellings(value: string): string[] {
  const low = value.toLowerCase();
  return [low, low.replaceAll(' ', '-'), low.replaceAll(' ', '_'), low.replaceAll(' ', '')];
}

const isPlain = (value: string): boolean => value.split(' ').every((word) => plainWords.has(word.toLowerCase()));

/** "Set to 40", "raised from 25": a number that something turned into, or out of. */
export function turnedAt(reading: Reading, tokens: readonly string[], at: number): number {
  const [side = '', token = ''] = [tokens[at - 1], tokens[at]];
  const column = columnNamed(reading.schema, { to: newValue, from: oldValue }[side.toLowerCase()]);
  const shown = column === undefined || !/^\d/.test(token) ? undefined : valueIn(column, token.toLowerCase());
  return column === undefined || shown === undefined
    ? 0
    : add(reading, { field: column.name, is: '=', value: shown }, 1);
}

/** A value by itself: of a field, or a name with a digit or sign in it that stands in messages. */
export function valueAt(reading: Reading, tokens: readonly string[], at: number): number {
  const { schema } = reading;
  for (let length = Math.min(4, tokens.length - at); length >= 1; length--) {
    const value = tokens.slice(at, at + length).join(' ');
    const isBehindOf = length === 1 && /^(?:of|for|on|by|from)$/i.test(tokens[at - 1] ?? '');
    // "GET" is no verb of the question.
    const isCode = /^[A-Z]{3,}$/.test(value);
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
    // "Seeblick", written as its field has it.
    const isAsWritten = /^[A-Z][a-z]+/.test(value) && found.shown === value && found.column.isPlace !== true;
    const isSure = isAsWritten || looksLikeName(value) || length > 1 || !isWordOfMessages(schema, value);
    if (isSure || isField(found.column) || isAllOfWord(found, value, schema))
      return add(reading, { field: found.column.name, is: '=', value: found.shown }, length);
  }
  return 0;
}

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
  /^(?:source|service|host|user|method|component|module|level|status|result|outcome|event|action|act|state|type|region|zone|queue|job|name|unit|new value)$/i.test(
    column.name,
  );
