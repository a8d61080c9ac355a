import { createBudget, createDistribution, type Distribution } from '../facts/distribution.ts';
import type { LogRecord } from '../facts/records.ts';
import type { Query } from '../query/query.ts';
import type { Place } from './result.ts';

/** At most so many lines are kept as proof. */
const mostPlaces = 6;

/** What is gathered of the records that match, of all or of one group. */
export interface Gathered {
  count: number;
  numbers: Distribution;
  places: Place[];
  last: Place | undefined;
  lowest: Place | undefined;
  highest: Place | undefined;
}

export const placeOf = (record: LogRecord): Place => ({
  document: record.document.name,
  line: record.line,
  ...(record.lastLine === undefined ? {} : { lastLine: record.lastLine }),
  timeMs: record.timeMs,
  text: record.text,
});

const budget = createBudget();

export function createGathered(): Gathered {
  return {
    count: 0,
    numbers: createDistribution(budget),
    places: [],
    last: undefined,
    lowest: undefined,
    highest: undefined,
  };
}

export function gather(into: Gathered, record: LogRecord, number: number | undefined): void {
  into.count++;
  if (into.places.length < mostPlaces) into.places.push(placeOf(record));
  into.last = placeOf(record);
  if (number === undefined) return;
  if (number < into.numbers.min) into.lowest = placeOf(record);
  if (number > into.numbers.max) into.highest = placeOf(record);
  into.numbers.add(number, record.line);
}

export function statisticOf({ take, percent = 95 }: Pick<Query, 'take' | 'percent'>, { numbers }: Gathered): number {
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
