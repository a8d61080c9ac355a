import { isUnitFor } from '../facts/measures.ts';
import type { Column, Schema } from '../facts/schema.ts';
import { tokensOfPhrase } from './phrase.ts';

/** "Sum of kWh", "the weight of all": the one number in that unit, whatever lines call it. */
export function numberOfUnit(text: string, { columns }: Schema): { column: Column; rest: string } | undefined {
  const tokens = tokensOfPhrase(text);
  for (const token of tokens) {
    const isOfMeasure = isUnitFor(token.toLowerCase());
    const isIn = (unit: string) => unit.toLowerCase() === token.toLowerCase() || isOfMeasure?.(unit) === true;
    const [column, second] = columns.filter(({ isNumber, unit }) => isNumber && unit.name !== '' && isIn(unit.name));
    if (token.length < 2 || column === undefined || second !== undefined) continue;
    return { column, rest: tokens.filter((one) => one !== token).join(' ') };
  }
  return undefined;
}
