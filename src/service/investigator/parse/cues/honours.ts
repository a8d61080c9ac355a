import { nameOfReason } from '../../facts/reason.ts';
import type { Query } from '../../query/query.ts';
import type { Ask, Cues } from './cues.ts';

const isOfTwo = (take: Query['take']): boolean => take === 'compare' || take === 'order';
const figures = /^(?:mean|median|percentile|sum)$/;

/** What must be so of a query for what is asked. */
const needs: Partial<Record<Ask, (query: Query) => boolean>> = {
  share: ({ take }) => take === 'share',
  together: ({ take }) => take === 'overlap',
  before: ({ take }) => take === 'order',
  // What it was before is no number of lines.
  old: ({ take }) => take !== 'count',
  // A setting or a version is in force, and no state.
  running: ({ take, state, by }) =>
    state !== undefined || take === 'overlap' || (/^(?:first|last)$/.test(take) && by !== undefined),
  gap: ({ take }) => take === 'gap',
  streak: ({ take }) => take === 'streak',
  why: ({ of = '', by = '', where }) =>
    [of, by, ...where.map(({ field }) => field)].some((one) => nameOfReason.test(one)),
  change: ({ take }) => take === 'net',
  who: ({ take, by, of }) => isOfTwo(take) || by !== undefined || of !== undefined,
  between: ({ take }) => /^(?:net|span|gap)$/.test(take),
  busiest: ({ everyMs }) => everyMs !== undefined,
  never: ({ take, expects }) => take === 'never' || expects === 'none',
  always: ({ take, expects }) => take === 'never' || expects === 'none',
  rate: ({ take, by }) => take === 'rate' || by !== undefined,
  // What is numbered is counted once each.
  distinct: ({ take, of }) => take === 'distinct' || (take === 'count' && of !== undefined),
  long: ({ take, of, state, where }) =>
    /^(?:duration|longest|span|gap|compare|overlap|order)$/.test(take) ||
    (of !== undefined && take !== 'count') ||
    state !== undefined ||
    where.some(({ is }) => /[<>]/.test(is)),
  both: ({ take, beside }) => take === 'net' || beside !== undefined,
  open: ({ atMs, take, expects }) => atMs !== undefined || expects === 'none' || /^(?:last|state)$/.test(take),
};

/** "C-44938 before C-44972": no line is of both. */
const saysOfOneTwice = (where: Query['where']): boolean =>
  where.some(
    ({ field, is, value }) =>
      is === '=' && where.some((one) => one.field === field && one.is === '=' && one.value !== value),
  );

/** Whether a query answers all that is asked, and not only a part of it. */
export function honours(query: Query, cues: Cues): boolean {
  const { asks, stat, nth, bound, per, which, order } = cues;
  const { take, where, against = [], by, of } = query;
  const isTotalTime = stat?.take === 'sum' && take === 'duration';
  if (
    stat !== undefined &&
    figures.test(stat.take) &&
    take !== stat.take &&
    take !== 'compare' &&
    take !== 'rate' &&
    !isTotalTime
  )
    return false;
  if (
    order !== undefined &&
    query.order === undefined &&
    !/^(?:max|min|mean|median|longest|compare|order|streak)$/.test(take)
  )
    return false;
  // "How many more" is no more than which has more.
  if (asks.has('more') && asks.has('count') && take !== 'compare') return false;
  if (!/^(?:overlap|compare|order|gap)$/.test(take) && saysOfOneTwice(where)) return false;
  // "Is it the highest" compares with the others.
  if (asks.has('exists') && stat !== undefined && bound === undefined && !asks.has('either') && take !== 'compare')
    return false;
  if (nth !== undefined && query.nth !== nth) return false;
  if (bound !== undefined && query.bound === undefined && ![...where, ...against].some(({ is }) => is === bound.is))
    return false;
  if (per !== undefined && by === undefined && take !== 'distinct' && !/^(?:mean|median|percentile)$/.test(take))
    return false;
  if (cues.beside !== undefined && query.beside === undefined) return false;
  if (cues.isOfEach === true && by === undefined) return false;
  if (cues.limit !== undefined && (by === undefined || query.order === undefined)) return false;
  if (which !== undefined && !isOfTwo(take) && by === undefined && of === undefined && query.everyMs === undefined)
    return false;
  return [...asks].every((ask) => needs[ask]?.(query) !== false);
}
