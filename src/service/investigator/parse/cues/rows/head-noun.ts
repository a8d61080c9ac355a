import type { Schema } from '../../../facts/schema.ts';
import { nounOf } from '../../named-columns.ts';
import type { Told } from '../told.ts';
import type { NumberMeant } from './number-meant.ts';

/** Whom or what something is said of. */
const headOfClause =
  /^(.+?) ((?:[a-z]+ed|sent|had|made|got|saw|took|ran|in|on|at|by|for|from|with|to|of|that|which|who)\b.*)$/i;

/** "Most used method", "how many different players joined": what is told apart stands in the phrase. */
export function headNoun(
  phrase: string,
  { asks, order, which, per, stat, isOfCommon, measure, size }: Told['cues'],
  schema: Schema,
): NumberMeant | undefined {
  const isSaidElsewhere = [which, per, stat, measure].some((one) => one !== undefined) || size === true;
  if (isSaidElsewhere || asks.has('who') || asks.has('when')) return undefined;
  if (!asks.has('distinct') && (order === undefined || asks.has('more'))) return undefined;
  const [, head = phrase, behind = ''] = asks.has('distinct') ? (headOfClause.exec(phrase) ?? []) : [];
  const named = nounOf(head, schema);
  if (named === undefined || (named.column.isNumber && isOfCommon !== true)) return undefined;
  return { column: named.column, rest: `${named.rest} ${behind}`.trim() };
}
