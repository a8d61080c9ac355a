import { type Place, placeOf } from '../facts/place.ts';
import type { LogRecord } from '../facts/records.ts';
import type { Query } from '../query/query.ts';
import { createBudget, createDistribution, type Distribution } from './distribution.ts';

/** At most so many lines are kept as proof. */
export const mostPlaces = 6;

/** What is gathered of the records that match, of all or of one group. */
export interface Gathered {
  count: number;
  numbers: Distribution;
  places: Place[];
  lowest: Place | undefined;
  highest: Place | undefined;
}

/** `budget`: of all that are gathered on one pass together. */
export function createGathered(budget = createBudget()): Gathered {
  return { count: 0, numbers: createDistribution(budget), places: [], lowest: undefined, highest: undefined };
}

export function gather(into: Gathered, record: LogRecord, number?: number): void {
  into.count++;
  if (into.places.length < mostPlaces) into.places.push(placeOf(record));
  if (number === undefined) return;
  if (number < into.numbers.min) into.lowest = placeOf(record);
  if (number > into.numbers.max) into.highest = placeOf(record);
  into.numbers.add(number);
}

export const isNumeric = (take: Query['take']): boolean =>
  /^(?:sum|mean|median|percentile|max|min|range|trend)$/.test(take);

export function statisticOf({ take, percent = 95 }: Pick<Query, 'take' | 'percent'>, numbers: Distribution): number {
  switch (take) {
    case 'sum':
      return numbers.sum;
    case 'mean':
      return numbers.sum / numbers.count;
    case 'median':
      return numbers.quantile(0.5);
    case 'percentile':
      return numbers.quantile(percent / 100);
    case 'min':
      return numbers.min;
    case 'range':
      return numbers.max - numbers.min;
    default:
      return numbers.max;
  }
}
