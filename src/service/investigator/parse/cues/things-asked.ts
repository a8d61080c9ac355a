import type { Schema } from '../../facts/schema.ts';
import { nounOf, numberIn } from '../named-columns.ts';
import type { Cues } from './cues.ts';
import { amountDone } from './rows/figure-asked.ts';
import { ofDoing } from './rows/stated.ts';

/** What something does, how much was done, or how many things there are: lines are read for it by each word. */
export const asksOfThings = (phrase: string, cues: Cues, schema: Schema): boolean =>
  ofDoing.test(phrase) ||
  isOfOneReading(cues) ||
  (cues.asks.has('count') && cues.isOften !== true && amountDone(phrase, schema) !== undefined) ||
  areCounted(phrase, cues, schema);

const isOfOneReading = ({ edges, rest }: Cues): boolean =>
  edges.size === 1 && /\b(?:readings?|measurements?)\b/i.test(rest);

/** "How many addresses tried to log in": they are counted, and no lines. */
function areCounted(phrase: string, { asks, rest }: Cues, schema: Schema): boolean {
  if (!asks.has('count') || asks.size > 1) return false;
  const noun = /\bthere\b/i.test(rest) ? phrase : (doers.exec(phrase)?.[1] ?? '');
  const named = noun === '' ? undefined : nounOf(noun, schema);
  // `redelivering c3215df` tells what is done to one, and is no noun for them.
  if (named?.rest !== '' || named.column.isSerial === true || /ing$/.test(named.column.name)) return false;
  // `room=104`: rooms are numbered.
  const { isNumber, name, unit } = named.column;
  return !isNumber || (unit.name === '' && `${name}s`.toLowerCase() === noun.toLowerCase());
}
const doers = /^((?:[a-z]+ )?[a-z]+s) (?:tried|attempted|(?:that|which|who)\b|[a-z]+ed\b)/i;

/** The first number of things, or which of them has the most. */
export function asksOfTheirNumber(phrase: string, { asks, edges, order, which }: Cues, schema: Schema): boolean {
  const isOfNumber = (edges.size === 1 && which === undefined) || (order !== undefined && which !== undefined);
  return asks.size === 0 && isOfNumber && numberIn(phrase, schema) !== undefined;
}
