import { amountOf, second, type Unit } from '../facts/amount.ts';
import type { Place } from '../facts/place.ts';
import type { Query } from '../query/query.ts';
import { number, say, type Text, words } from '../wording/say.ts';
import { durationWords, exactDuration, type TimeWords } from '../wording/times.ts';

/** What is counted: lines, or the things a column numbers. */
export function countedOf({ take, of }: Query, count: number): string {
  const isOfThings = of !== undefined && of !== 'lines' && /^(?:count|share)$/.test(take);
  const one = isOfThings ? of.replace(/[._ -]?(?:id|uuid|no|nr|number)$/i, '').replace(/[^\w .-]/g, '') || of : 'line';
  if (count === 1) return one;
  if (/(?:[sx]|ch|sh)$/.test(one)) return `${one}es`;
  return /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`;
}

/** As people call a number that lines name by a verb, or by its unit alone. */
export const shownName = (name: string): string =>
  name === 'took' ? 'time taken' : /^(?:[nuµm]?s|millis|msecs?|secs?|seconds)$/i.test(name) ? 'time' : name;

/** As people say that something is in a state. */
export const stateShown = (state: string): string =>
  state === 'progress' ? 'in progress' : state.replace(/^logged-/, 'logged ').replace(/^close$/, 'closed');

const statisticNames: Partial<Record<Query['take'], string>> = {
  sum: 'total',
  mean: 'average',
  median: 'median',
  max: 'highest',
  min: 'lowest',
  range: 'difference between the highest and the lowest',
};

const statisticsOfTimes: Partial<Record<Query['take'], string>> = { max: 'longest', min: 'shortest' };

export function statisticName({ take, percent, state }: Query): string {
  if (take === 'percentile') return `${percent ?? 95}th percentile of`;
  return (state === undefined ? undefined : statisticsOfTimes[take]) ?? statisticNames[take] ?? take;
}

/** `isStated`: a line has it so. */
export function amountText(value: number, unit: Unit | undefined, isStated = true): Text {
  if (unit === undefined) return say`${value}`;
  const shown = amountOf(value, unit);
  const inUnit = value / unit.factor;
  const isLong = Math.abs(inUnit) >= 1000 || Number.isInteger(inUnit);
  // A time is told as its line states it, to the thousandth.
  const digits =
    unit.dimension === 'time'
      ? Number(inUnit.toPrecision(6)).toLocaleString('en-US', { maximumFractionDigits: 3 })
      : number(Number(isLong ? inUnit.toFixed(2) : inUnit.toPrecision(6)));
  const exact = unit.name === '' ? digits : `${digits} ${unit.name}`;
  if (unit.dimension === 'time')
    return words(Math.abs(value) >= fewestExact(unit, isStated) ? exactDuration(value) : exact);
  const isSame = shown.endsWith(` ${unit.name}`);
  return words(isSame || unit.dimension !== 'size' ? exact : `${exact} (${shown})`);
}

/** From here on a time is told in the units that people use: "2.382 s", where lines state 2382 ms. */
function fewestExact({ factor }: Unit, isStated: boolean): number {
  if (factor < second) return second;
  return isStated ? 60 * second : 10 * second;
}

export const everyWord = (everyMs: number): string =>
  ({ 1000: 'second', 60000: 'minute', 3600000: 'hour', 86400000: 'day' })[everyMs] ?? durationWords(everyMs);

/** ", at 14:02:11", where the line has a time. */
export const atTime = (place: Place | undefined, times: TimeWords): Text =>
  words(place?.timeMs === undefined ? '' : `, at ${times.at(place.timeMs)}`);
