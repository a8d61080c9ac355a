import { msUnit, plainUnit } from '../facts/amount.ts';
import type { Query } from '../query/query.ts';
import { limitOf } from './conditions.ts';

type Bound = NonNullable<Query['bound']>;

/** Whether a figure is as the bound says: a count, or a time in milliseconds. */
export function isBeyond(figure: number, { is, value }: Bound, unit: 'count' | 'time' = 'count'): boolean {
  const limit = limitOf(value, unit === 'time' ? msUnit : plainUnit);
  switch (is) {
    case '>':
      return figure > limit;
    case '>=':
      return figure >= limit;
    case '<':
      return figure < limit;
    case '<=':
      return figure <= limit;
    default:
      return (figure === limit) === (is !== '!=');
  }
}
