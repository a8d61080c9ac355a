import { begunIn, learnOutage } from '../../facts/learn-outage.ts';
import type { Schema } from '../../facts/schema.ts';
import type { Condition, Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { reasonOfEach } from '../reasons-given.ts';
import type { SubjectOf } from './subject.ts';
import type { Told } from './told.ts';

/** How often and how long things were out of reach. */
export function ofOutages(
  { thing }: SubjectOf<'outage'>,
  { cues, names, isAt }: Told,
  schema: Schema,
): Query | undefined {
  const { asks, stat, order, edges, bound, which, per } = cues;
  const state = 'down';
  const where = names([]).filter(({ field }) => field === thing.name);
  const begun = begunIn(schema, learnOutage(schema)?.words.begins ?? []);
  const lines: Condition[] = begun === undefined ? where : [...where, { field: 'words', is: 'has', value: begun }];
  const isOfEach = which !== undefined || asks.has('who') || asks.has('id');
  if (asks.has('open')) {
    const atMs = schema.clock?.lastMs;
    if (atMs === undefined) return undefined;
    return where.length > 0
      ? { take: 'state', state, where, atMs }
      : { take: 'state', state, where: [], by: thing.name, atMs };
  }
  if (asks.has('together')) {
    const [one, other, more] = where;
    const isOfTwo = one !== undefined && other !== undefined && more === undefined;
    return isOfTwo ? { take: 'overlap', state, where: [one], against: [other] } : undefined;
  }
  if (asks.has('why')) return whyDown(lines, schema);
  if (bound !== undefined) return { take: 'episodes', state, where, bound };
  if (asks.has('distinct') || (asks.has('never') && isOfEach))
    return asks.has('never')
      ? { take: 'never', state, by: thing.name, where: [] }
      : { take: 'distinct', of: thing.name, where: lines };
  if (asks.has('long') || (stat?.take === 'sum' && /\btimes?\b/i.test(cues.rest))) {
    const isOfTotal = stat === undefined || stat.take === 'sum' || asks.has('total');
    if (isOfEach && order !== undefined && stat?.take !== 'mean')
      return { take: isOfTotal ? 'duration' : 'longest', state, where, by: thing.name, order };
    if (per !== undefined) return { take: 'duration', state, where, by: thing.name };
    if (stat?.take === 'mean' || stat?.take === 'median') return { take: stat.take, state, where };
    if (stat?.take === 'max' || stat?.take === 'min')
      return { take: 'longest', state, where, order: order ?? 'most', ...(where.length > 0 ? {} : { by: thing.name }) };
    if (edges.size === 1) return { take: 'duration', state, where, only: edges.has('first') ? 'first' : 'last' };
    return { take: 'duration', state, where };
  }
  if (order !== undefined && (isOfEach || where.length > 1 || stat === undefined))
    return { take: 'count', where: lines, by: thing.name, order };
  if (per !== undefined) return { take: 'count', where: lines, by: thing.name };
  const [one, other, third] = where;
  if (edges.has('first') && one !== undefined && other !== undefined && third === undefined) {
    const down = lines.filter((each) => each !== one && each !== other);
    const expects = asks.has('before') ? { expects: 'before' as const } : {};
    return { take: 'order', where: [one, ...down], against: [other, ...down], ...expects };
  }
  if (edges.size === 1) {
    const take = edges.has('first') ? 'first' : 'last';
    return isOfEach ? { take, where: lines, by: thing.name } : { take, where: lines };
  }
  if (cues.nth !== undefined) return { take: 'first', nth: cues.nth, where: lines };
  if (asks.has('when')) return { take: 'first', where: lines };
  if (isAt && where.length === 1) return { take: 'state', state, where };
  if (asks.has('count')) return { take: 'episodes', state, where };
  if (asks.has('exists')) return { take: 'episodes', state, where, expects: asks.has('never') ? 'none' : 'any' };
  return asks.has('list') || isOfEach ? { take: 'values', of: thing.name, where: lines } : undefined;
}

function whyDown(where: readonly Condition[], schema: Schema): Query | undefined {
  const held = schema.sample.filter(compile([...where], schema));
  const reason = reasonOfEach(held, schema);
  return reason && { take: 'values', of: reason.name, where: [...where] };
}
