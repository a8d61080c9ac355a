import { isUnitFor } from '../../../facts/measures.ts';
import { type Column, columnNamed, type Schema } from '../../../facts/schema.ts';
import { isColumnNamed } from '../../columns-called.ts';
import { fitting, isCalledTime, numberBeside } from '../../compared-number.ts';
import { numberIn } from '../../named-columns.ts';
import { numberOfUnit } from '../../number-of-unit.ts';
import { tokensOfPhrase } from '../../phrase.ts';
import { meansRequests } from '../../words.ts';
import type { Told } from '../told.ts';

/** A number that a phrase names, and the words left. */
export interface NumberMeant {
  column: Column;
  rest: string;
}

/** The number that a figure is taken of. */
export function numberMeant(phrase: string, cues: Told['cues'], schema: Schema): NumberMeant | undefined {
  const { asks, measure } = cues;
  const isOfTime = asks.has('long') || measure === 'time';
  const measured = measure === undefined || isOfTime ? undefined : numberIn(`${measure} ${phrase}`, schema);
  if (measured !== undefined) {
    const { column, rest } = measured;
    // "The heaviest load" of a number of kilograms.
    const isSame = (word: string) => word === measure || isUnitFor(word)?.(column.unit.name) === true;
    return { column, rest: withoutWords(rest, isSame) };
  }
  const ofRequests = isOfTime || /\btime\b/i.test(phrase) ? timeOfRequests(phrase, schema) : undefined;
  return ofRequests ?? (isOfTime ? timeMeant(phrase, cues, schema) : amountMeant(phrase, cues, schema));
}

const withoutWords = (text: string, isOut: (word: string) => boolean): string =>
  text
    .split(' ')
    .filter((word) => !isOut(word.toLowerCase()))
    .join(' ');

function amountMeant(phrase: string, cues: Told['cues'], schema: Schema): NumberMeant | undefined {
  const { bound, size } = cues;
  const fits = bound === undefined ? () => true : fitting(/[a-zµ%°]+$/i.exec(bound.value)?.[0] ?? '', schema);
  return [
    numberIn(phrase, schema),
    numberOfUnit(phrase, schema),
    numberOfLines(phrase, cues, schema),
    size === true ? numberIn(`size ${phrase}`, schema) : undefined,
  ].find((one) => one && fits(one.column));
}

const nameOfTime = /time|dur|took|taken|elapsed|latency|length|runtime|lasted|(?:^|_)(?:rt|ms|sec(?:onds)?|s)$/i;

function timeMeant(phrase: string, cues: Told['cues'], schema: Schema): NumberMeant | undefined {
  const isTime = (one: Column) =>
    (one.unit.dimension === 'time' && (nameOfTime.test(one.name) || isColumnNamed(one, phrase))) || isCalledTime(one);
  const [named] = [/\btime\b/.test(phrase) ? phrase : `${phrase} time`, phrase]
    .flatMap((said) => numberIn(said, schema) ?? [])
    .filter(({ column }) => isTime(column));
  return named === undefined
    ? numberOfLines(phrase, cues, schema, isTime)
    : { column: named.column, rest: named.rest.replace(/ ?\btime$/, '') };
}

/** "The last reading of the packet loss": what the line states. */
const ofReading = /\b(?:readings?|measurements?)\b(?: of)?/i;

/** The number of the lines that have such words. */
function numberOfLines(
  phrase: string,
  { stat, bound, edges, rest }: Told['cues'],
  schema: Schema,
  isMeant?: (column: Column) => boolean,
): NumberMeant | undefined {
  if (stat === undefined && bound === undefined && !(edges.size === 1 && ofReading.test(rest))) return undefined;
  // "Total failed passwords" are no sum of whatever number stands on their lines.
  const isAdded = ({ isPlace, unit }: Column) => stat?.take !== 'sum' || isPlace !== true || unit.name !== '';
  const column = numberBeside(tokensOfPhrase(phrase), schema, isMeant ?? isAdded);
  return column && { column, rest: phrase.replace(ofReading, ' ') };
}

/** "Response time" of lines of requests that state one time. */
function timeOfRequests(phrase: string, schema: Schema): NumberMeant | undefined {
  const { columns, sample, requests } = schema;
  const requested = columnNamed(schema, requests);
  if (requested === undefined || !phrase.split(' ').some((word) => meansRequests(word, schema))) return undefined;
  const held = sample.filter((record) => requested.read(record) !== undefined);
  const [column, second] = columns.filter(
    (one) => one.isNumber && one.unit.dimension === 'time' && held.some((record) => one.read(record) !== undefined),
  );
  return column === undefined || second !== undefined ? undefined : { column, rest: phrase.replace(/\btime\b/i, ' ') };
}
