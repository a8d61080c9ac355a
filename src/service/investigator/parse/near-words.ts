import type { Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import type { Condition } from '../query/query.ts';
import { isShortFor } from './columns-called.ts';
import { add, type Reading } from './phrase.ts';
import { looksLikeName } from './told-words.ts';

/** A word that is short for one of the file, the beginning of a value, or nothing here. */
export function otherWordAt(reading: Reading, token: string): number {
  const { schema } = reading;
  const word = token.toLowerCase();
  const kin = reading.isNegated ? undefined : kinOf(word, schema);
  if (kin !== undefined) {
    reading.isInferred = true;
    if (typeof kin !== 'string') return add(reading, kin, 1);
    reading.words.push(kin);
  } else if (isPartOfValue(word, schema)) {
    reading.isInferred = true;
    return add(reading, { field: 'text', is: 'has', value: token }, 1);
  } else if (looksLikeName(token) && !/^\d{1,3}$/.test(token)) reading.absent.push(token);
  else reading.unread.push(token);
  return 1;
}

/** "Googlebot" of `Googlebot/2.1`: a field's value begins with the name. */
const isPartOfValue = (word: string, { columns }: Schema): boolean =>
  /^[a-z]{4,30}$/.test(word) &&
  columns.some(
    ({ isNumber, name, values }) =>
      !isNumber && name !== 'message' && [...values.keys()].some((value) => value.startsWith(`${word}/`)),
  );

/** The one word or value of the file that another is short for, or that is short for it: "temp" files are temporary, `ACK` acknowledges. */
function kinOf(word: string, { kinds, columns }: Schema): string | Condition | undefined {
  if (!/^[a-z]{4,20}$/.test(word)) return undefined;
  const isShort = (one: string) => word.length > one.length + 2 && isShortFor(one.toLowerCase(), stem(word));
  const found = new Map<string, string | Condition>();
  // The discovers of `DHCPDISCOVER`.
  const behind = new RegExp(`\\b[A-Z]{2,6}${word.replace(/s$/, '').toUpperCase()}\\b`, 'g');
  // "Acked" of lines that say `acknowledged`.
  const base = word.replace(/(?<=.{3})(?:ed|s)$/, '');
  const longer = new RegExp(`\\b${base}[a-z]{3,}\\b`, 'gi');
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
