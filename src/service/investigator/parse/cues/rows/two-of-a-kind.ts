import type { Condition } from '../../../query/query.ts';
import { expectsOf } from '../cues.ts';
import type { Rows, Shape } from './rows.ts';

/** The two names of one kind that are set against each other. */
export function pairIn(where: readonly Condition[]): Rows['pair'] {
  for (const some of Map.groupBy(where, ({ field }) => field).values()) {
    const [first, second, more] = some.filter(({ is }) => is === '=');
    if (first !== undefined && second !== undefined && more === undefined && first.or === undefined)
      return [first, second];
  }
  return undefined;
}

/** Which of two has more, which came first, or how far they are apart. */
export const ofTwo: Shape = ({ pair, where, number, told: { cues, areTimes } }) => {
  const { asks, edges, order, stat } = cues;
  const expects = expectsOf(cues);
  const of = number === undefined ? {} : { of: number.name };
  if (areTimes && asks.has('more')) return { take: 'compare', ...of, ...(number && stat), where, ...expects };
  if (pair === undefined) return undefined;
  const [one, other] = pair;
  const sides = { where: [...where, one], against: [...where, other] };
  if (asks.has('together')) return { take: 'overlap', state: 'running', ...sides };
  if (asks.has('between')) return { take: 'gap', ...sides };
  if (edges.size === 1 || asks.has('before'))
    return { take: 'order', ...sides, ...(asks.has('before') ? { expects: 'before' as const } : {}) };
  if (order === undefined && !asks.has('more') && stat === undefined) return undefined;
  // A figure of no number is no count.
  if ((asks.has('long') || stat !== undefined) && number === undefined) return undefined;
  return { take: 'compare', ...of, ...sides, ...expects };
};
