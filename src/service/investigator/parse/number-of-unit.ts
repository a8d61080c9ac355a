import type { Column, Schema } from '../facts/schema.ts';
import { tokensOfPhrase } from './phrase.ts';

/** In which units some measures are given: "the load of P-12" is no number of bars. */
export const unitsOf: readonly (readonly [RegExp, RegExp])[] = [
  [/^temp(?:erature)?$/, /^(?:°|deg|c$|f$|k$)/i],
  [/^pressure$/, /^(?:m?bar|h?k?pa|psi|mmhg)$/i],
  [/^speed$/, /^(?:rpm|k?m\/[sh]|mph|knots?)$/i],
  [/^load$/, /^(?:%|percent|pct|[km]?w|k?va|a|kg|t)$/i],
  [/^power$/, /^[mk]?w$/i],
  [/^voltage$/, /^[mk]?v$/i],
  [/^humidity$/, /^(?:%|percent|pct)/i],
  [/^latency$/, /^(?:[mµn]?s|sec)/i],
  [/^weight$/, /^(?:k?g|t|lbs?)$/i],
];

/** "Sum of kWh", "the weight of all": the one number in that unit, whatever lines call it. */
export function numberOfUnit(text: string, { columns }: Schema): { column: Column; rest: string } | undefined {
  const tokens = tokensOfPhrase(text);
  for (const token of tokens) {
    const units = unitsOf.find(([measure]) => measure.test(token.toLowerCase()))?.[1];
    const isIn = (unit: string) => unit.toLowerCase() === token.toLowerCase() || units?.test(unit) === true;
    const [column, second] = columns.filter(({ isNumber, unit }) => isNumber && unit.name !== '' && isIn(unit.name));
    if (token.length < 2 || column === undefined || second !== undefined) continue;
    return { column, rest: tokens.filter((one) => one !== token).join(' ') };
  }
  return undefined;
}
