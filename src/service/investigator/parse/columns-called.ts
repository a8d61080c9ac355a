import { unitNamed } from '../facts/amount.ts';
import { type Column, isStatus, type Schema } from '../facts/schema.ts';
import { stem, stemsOf, wordsOf } from '../facts/stem.ts';
import { tokensOfPhrase } from './phrase.ts';
import { isOwnThing, plainWords } from './words.ts';

/** A number of each line: its name tells no line from another. */
export const onEachLine = (schema: Schema, word: string): Column | undefined =>
  /^[a-z]{3,}$/.test(word)
    ? columnsCalled(schema, [word]).find(
        ({ isNumber, isPlace, seen, stems }) =>
          isNumber && isPlace !== true && seen >= schema.sample.length * 0.95 && stems.has(stem(word)),
      )
    : undefined;

/** The column that numbers what a word names: the builds of "build #12", the orders of `order_id`. */
export const thingCalled = (schema: Schema, word: string): Column | undefined =>
  columnsCalled(schema, [word]).find(({ isLabel, name }) => isLabel === true && headOf(name) === stem(word));

/** What a log numbers by a noun: "docker build" is one of its builds. */
export function serialCalled(noun: string, schema: Schema): Column | undefined {
  const column = thingCalled(schema, noun.split(' ').at(-1)?.toLowerCase() ?? '');
  return column?.isSerial === true ? column : undefined;
}

/** The noun of a name: the record of "dispatch record", the order of `order_id`. */
function headOf(name: string): string | undefined {
  const words = wordsOf(name);
  const last = words.findLast((word, at) => at === 0 || !/^(?:id|ids|no|nr|num|number|uuid|key|code|ref)$/.test(word));
  return last === undefined ? undefined : stem(last);
}

/** Whether a word is one of the column's own name, or names its unit. */
export function isColumnNamed({ name, aliases, unit }: Column, text: string): boolean {
  const own = stemsOf(`${name} ${unit.name}`);
  return tokensOfPhrase(text).some((word) => own.has(stem(word)) || aliases.has(stem(word)));
}

/** The columns that some words name, best first. */
export function columnsCalled(schema: Schema, words: readonly string[]): Column[] {
  const asked = words.flatMap((word) => word.split(/[_.]/)).map((word) => stem(word.replace(/[^\p{L}\d]/gu, '')));
  const joined = words.join('_').toLowerCase();
  const isBare = (word: string) =>
    plainWords.has(word.toLowerCase()) && !isOwnThing(word.toLowerCase(), schema.columns);
  // "runner-e" is one of the runners, or would be.
  if (words.some((word) => ofOne.test(word) && !schema.columns.some(({ name }) => name.toLowerCase() === joined)))
    return [];
  if (asked.length === 0 || words.every((word) => isBare(word) && word.toLowerCase() !== 'who')) return [];
  const isPlain = words.every((word) => /^[A-Za-z]+$/.test(word));
  return schema.columns
    .map((column) => ({ column, score: scoreOf(column, asked, joined, isPlain) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.column.seen - a.column.seen)
    .map(({ column }) => column);
}

const ofOne = /^[a-z]+-[a-z]$/i;

function scoreOf(column: Column, asked: readonly string[], joined: string, isPlain: boolean): number {
  const score = ownScoreOf(column, asked, joined, isPlain);
  // A number that is called by its unit alone may be of anything.
  return score >= byAlias && score < 20 && column.isPlace === true && column.unit.name === column.name
    ? score - 2
    : score;
}

const byAlias = 10;
const ofResponses = stem('responses');

function ownScoreOf(column: Column, asked: readonly string[], joined: string, isPlain: boolean): number {
  const name = column.name.toLowerCase();
  // "500 responses" are no bytes of them.
  if (asked.length === 1 && asked[0] === ofResponses && /_(?:bytes|size|length)$/.test(name)) return 0;
  if (
    name === joined ||
    name.replace(/[^a-z\d]/g, '') === joined.replaceAll('_', '') ||
    name.replaceAll(' ', '_') === joined ||
    `${name}s` === joined
  )
    return 100;
  if (name.endsWith(`.${joined}`)) return 90;
  if (isOfAnother(column.name, asked)) return 0;
  const isOwn = asked.every((one) => column.stems.has(one));
  const isCalled = (one: string) => column.stems.has(one) || column.aliases.has(one);
  if (!isOwn && !asked.every(isCalled)) {
    if (isPlain && asked.some(isCalled) && asked.every((one) => isCalled(one) || isCutShort(column, one))) return 7;
    return isPlain &&
      asked.length === 1 &&
      ((isShortFor(name, asked[0]!) && !(column.isNumber && unitNamed(name) !== undefined)) ||
        isPartOf(column, asked[0]!) ||
        isCutShort(column, asked[0]!))
      ? asked[0]!.startsWith(name)
        ? 6
        : 5
      : 0;
  }
  const own = name.split(/[^a-z\d]+/).map(stem);
  return asked.every((one) => own.includes(one))
    ? 50 - own.length
    : isOwn
      ? 30
      : byAlias + asked.filter((one) => own.includes(one)).length;
}

/** Vendors of charge points in `chargePointVendor` are no charge points. */
function isOfAnother(name: string, asked: readonly string[]): boolean {
  const head = /[a-z_.-](?<head>vendor|model|manufacturer|agent)$/i.exec(name)?.groups?.head;
  const bound = /^(?<bound>max|min|limit)[_.-]|[_.-](?<end>limit|threshold|timeout|max|min)$/i.exec(name)?.groups;
  const limit = bound?.bound ?? bound?.end;
  return [head, limit].some((one) => one !== undefined && !asked.includes(stem(one)));
}

/** "The camera" of names such as `dock-cam`. */
const isPartOf = ({ stems, aliases, isPlace, isNumber }: Column, word: string): boolean =>
  isPlace === true &&
  !isNumber &&
  /^[a-z]+$/.test(word) &&
  [...stems, ...aliases].some(
    (one) => one !== 'name' && one.length >= 3 && word.length > one.length && word.length < 10 && word.startsWith(one),
  );

/** `gw` for gateway, `wrk` for worker; how something came out is no name. */
export function isShortFor(name: string, word: string): boolean {
  if (ofOutcome.test(word) || !/^[a-z]{2,4}$/.test(name) || !/^[a-z]{5,12}$/.test(word) || name[0] !== word[0])
    return false;
  // `sat` for satellite.
  if (name.length >= 3 && word.startsWith(name) && word.length >= name.length * 2) return true;
  let at = 0;
  for (const letter of word) if (letter === name[at]) at++;
  return at === name.length && /[^aeiou]{2}/.test(name);
}

/** The altitude of `alt_m`, the motor of `MOT_TEMP`: a word of a number's name is the beginning of what was asked. */
export const isCutShort = ({ stems, isNumber, isLabel, unit }: Column, word: string): boolean =>
  isNumber &&
  isLabel !== true &&
  /^[a-z]{5,12}$/.test(word) &&
  [...stems].some(
    (one) => one.length === 3 && stem(unit.name) !== one && (word.startsWith(one) || isShortFor(one, word)),
  );

const ofOutcome = /^(?:succe|fail|complet|finish|reject|cancel|abort)/;

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
