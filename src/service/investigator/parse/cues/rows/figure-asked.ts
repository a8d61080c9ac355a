import type { Schema } from '../../../facts/schema.ts';
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
  const isOfSum = asks.has('count') && cues.isOften !== true && bytes.test(phrase);
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
    asks.has('change') ||
    stat !== undefined ||
    bound !== undefined ||
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

/** "Response time": the word that is cut off where nothing is measured. */
const withTime = (phrase: string, rest: string): string =>
  /\btime\b(?! (?:stamp|of day))/i.test(rest) && !/\btime\b/i.test(phrase) ? `${phrase} time`.trim() : phrase;
