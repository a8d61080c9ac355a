import { type Column, columnNamed, type Schema } from '../../../facts/schema.ts';
import { compile } from '../../../run/conditions.ts';
import { numberIn } from '../../named-columns.ts';
import type { Told } from '../told.ts';
import { type NumberMeant, numberMeant } from './number-meant.ts';

/** Whether a figure of a number is asked for, and of which where the words say it. */
export function figureAsked(
  phrase: string,
  told: Told,
  isOfNoun: boolean,
  schema: Schema,
): { isOfFigure: boolean; figure: NumberMeant | undefined } {
  const { cues, course } = told;
  const { asks, edges, isOfCommon } = cues;
  const isOfSum = asks.has('count') && cues.isOften !== true && isOfAmount(phrase, schema);
  const isOfFigure = isOfSum || asksForFigure(told) || isOfMostOf(phrase, cues, schema);
  const isOfEdge = isOfSum || (asks.has('count') && edges.size === 1 && asks.size === 1);
  if (isOfNoun || !isOfFigure || isOfCommon === true || (asks.has('count') && !isOfEdge))
    return { isOfFigure, figure: undefined };
  const measured = course?.measure === undefined ? cues : { ...cues, measure: course.measure };
  return { isOfFigure, figure: numberMeant(withTime(phrase, cues.rest), measured, schema) };
}

function asksForFigure(told: Told): boolean {
  const { asks, stat, bound, order, edges, which, measure } = told.cues;
  return (
    isBare(told) ||
    told.course !== undefined ||
    measure !== undefined ||
    stat !== undefined ||
    bound !== undefined ||
    asks.has('change') ||
    asks.has('total') ||
    edges.size > 0 ||
    (order !== undefined && which === undefined) ||
    told.isAt ||
    asks.has('open')
  );
}

/** "What was the setpoint", and nothing more. */
export const isBare = ({ cues: { asks, edges, stat, bound, order, which, per, rest }, names }: Told): boolean =>
  asks.size + edges.size === 0 &&
  [stat, bound, order, which, per].every((one) => one === undefined) &&
  /^what\b/i.test(rest) &&
  names([]).length === 0;

/** "Which line made the most parts": of a number, and not of lines. */
function isOfMostOf(phrase: string, { order, which, isOfCommon }: Told['cues'], schema: Schema): boolean {
  const ranked =
    order !== undefined && which !== undefined && isOfCommon !== true ? numberIn(phrase, schema) : undefined;
  return (
    ranked !== undefined &&
    ranked.column.isLabel !== true &&
    /^(?:(?:made|had|used|delivered|produced|generated|consumed|handled|processed|succeeded|failed)\b ?)*$/.test(
      ranked.rest,
    )
  );
}

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

/** "Response time": the word that is cut off where nothing is measured. */
const withTime = (phrase: string, rest: string): string =>
  /\btime\b(?! (?:stamp|of day))/i.test(rest) && !/\btime\b/i.test(phrase) ? `${phrase} time`.trim() : phrase;
