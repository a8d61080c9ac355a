import { type Dimension, moneyWord } from '../facts/amount.ts';
import type { Column, Schema } from '../facts/schema.ts';
import { columnsCalled } from './columns-called.ts';
import { isToldOf } from './told-words.ts';

/** What such figures are called, by what their unit measures. */
const ofDimension: Readonly<Partial<Record<Dimension, RegExp>>> = {
  size: /\b(?:size|data|volume|traffic|bytes?|[kmgt]i?b)\b/i,
  money: /\b(?:amount|money|value|price|cost|revenue|sum)\b/i,
  time: /\b(?:time|duration|latency|delay|seconds?|ms|milliseconds?|long)\b/i,
};
const ofUnit: readonly (readonly [RegExp, RegExp])[] = [
  [/^[kmg]?wh$/i, /\b(?:energy|power|electricity|consumption|[kmg]?wh)\b/i],
  [/^(?:kg|g|t)$/i, /\b(?:weight|mass|kilograms?|kilos?|kg|load)\b/i],
  [/^(?:l|litres?|liters?|volume)$/i, /\b(?:water|volume|litres?|liters?|liquid|fuel)\b/i],
  [/^(?:m|km|metres?|meters?)$/i, /\b(?:distance|metres?|meters?|kilometres?|length|far|odometer)\b/i],
];

/** "Kilograms", "passengers": what is added up of each of them. */
export const isFigureOf = (column: Column, word: string, schema: Schema): boolean =>
  columnsCalled(schema, [word])[0] === column || measures(column, word, schema);

/** Whether the words are of what the column's unit measures, or nothing else in the file is called by them. */
function measures({ unit, name }: Column, named: string, schema: Schema): boolean {
  const word = ofDimension[unit.dimension] ?? ofUnit.find(([of]) => of.test(unit.name) || of.test(name))?.[1];
  if (word !== undefined) return word.test(named);
  if (Object.values(ofDimension).some((of) => of.test(named))) return false;
  if (moneyWord.test(named)) return unit.name === '' && /amount|price|total|value|cost|fee|sum/i.test(name);
  return (
    unit.name === '' &&
    !isToldOf(schema, named) &&
    columnsCalled(schema, named.split(' ')).length === 0 &&
    /s$/i.test(named) &&
    !/ /.test(named)
  );
}
