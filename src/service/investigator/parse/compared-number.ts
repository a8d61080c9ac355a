import { unitNamed } from '../facts/amount.ts';
import { type Column, isStatus, type Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { unitWords } from '../facts/tokens.ts';
import type { Condition } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { bestNumber, columnsCalled } from './columns-called.ts';
import { add, type Reading } from './phrase.ts';
import { sayingOf } from './told-words.ts';
import { meansRequests, plainWords } from './words.ts';
import { isRun } from './words-together.ts';

export const above =
  /^(?:longer|slower|more|greater|above|over|larger|higher|deeper|warmer|heavier|exceed|exceeds|exceeding|exceeded|bigger|hotter|>|beyond)$/i;

export const below = /^(?:under|below|less|fewer|shorter|faster|lower|smaller|cooler|<)$/i;

const amountToken = /^(-?\d[\d,]*(?:\.\d+)?)([A-Za-zµ%°]{0,12})$/;

/** "longer than 500 ms", "above 80 %": of the number the words before name, or the one of that unit. */
export function comparisonAt(reading: Reading, tokens: readonly string[], at: number): number {
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
  // "Responses of at least 500": how requests were answered.
  const isOfRequests = isAtLeast && unitSaid === '' && /^[1-5]\d\d$/.test(amount[1] ?? '') && at > 0;
  const status =
    isOfRequests && tokens.slice(0, at).some((one) => meansRequests(one, reading.schema))
      ? reading.schema.columns.find((one) => isStatus(one))
      : undefined;
  const column =
    status ??
    numberFor(reading, word, [...tokens.slice(0, at).toReversed(), ...tokens.slice(next + (isUnit ? 2 : 1))], unit);
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

/** What adjectives compare: "deeper" is of depths. */
const measures: readonly (readonly [RegExp, string])[] = [
  [/^(?:slow|fast|quick|long|short)/i, 'time'],
  [/^(?:hot|warm|cold|cool)/i, 'temperature'],
  [/^leak/i, 'memory'],
  [/^deep/i, 'depth'],
  [/^(?:dr[iy]|wet)/i, 'moisture'],
  [/^(?:larg|big|small)/i, 'size'],
  [/^(?:most |least )?expensive|^cheap/i, 'money'],
  [/^heav/i, 'weight'],
];
export const measureOf = (adjective: string): string | undefined =>
  measures.find(([compared]) => compared.test(adjective))?.[1];

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

/** The numbers that nearly all of some records state. */
const numbersOn = (held: Schema['sample'], { columns }: Schema): Column[] =>
  columns.filter(
    (one) =>
      one.isNumber &&
      !isStatus(one) &&
      held.filter((record) => one.read(record) !== undefined).length > held.length * 0.8,
  );

/** The one number that the lines which are meant state. */
export function onlyNumber(schema: Schema, where: readonly Condition[]): Column | undefined {
  if (where.length === 0) return undefined;
  const held = schema.sample.filter(compile(where, schema));
  const all = numbersOn(held, schema);
  // What never changes is set, and no reading.
  const stated = all.length > 1 ? all.filter(({ values }) => values.size > 1) : all;
  return held.length > 0 && stated.length === 1 ? stated[0] : undefined;
}

function numberFor(
  { schema, columns, where }: Reading,
  comparing: string,
  around: readonly string[],
  unit: string,
): Column | undefined {
  const fits = fitting(unit, schema);
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
  const alike = schema.columns.filter((one) => isOfUnit(one, unit));
  return alike.length === 0 ? undefined : alike.sort((a, b) => b.seen - a.seen)[0];
}

const isOfUnit = (one: Column, unit: string): boolean => one.isNumber && sameUnit(one, unit);

/** "Heavier than 600 kg" is of a number of kilograms where the file has one. */
export function fitting(unit: string, { columns }: Schema): (column: Column) => boolean {
  const isTime = unitNamed(unit)?.dimension === 'time';
  const isStated = unit !== '' && columns.some((one) => isOfUnit(one, unit));
  return (one) =>
    one.isNumber &&
    (isStated
      ? isOfUnit(one, unit) || isCalledTime(one)
      : !(isTime && one.unit.dimension === 'plain' && !isCalledTime(one)));
}

function sameUnit({ unit }: Column, asked: string): boolean {
  const low = asked.toLowerCase();
  if (/^(?:[mµun]?s|milli.*|sec.*|min.*|h|hours?)$/.test(low)) return unit.dimension === 'time';
  if (/^(?:[kmgt]i?b|b|bytes?)$/.test(low)) return unit.dimension === 'size';
  if (/^(?:%|percent|pct)$/.test(low)) return unit.dimension === 'share';
  return unit.name.toLowerCase() === low || unit.name.toLowerCase() === `°${low}`;
}
