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
  if (asks.has('open')) return undefined;
  if (asks.has('together')) {
    const [one, other] = where;
    return one && other && { take: 'overlap', state, where: [one], against: [other] };
  }
  if (asks.has('why')) return whyDown(lines, schema);
  if (asks.has('distinct')) return undefined;
  if (bound !== undefined) return { take: 'episodes', state, where, bound };
  if (asks.has('never') && isOfEach) return { take: 'never', state, by: thing.name, where: [] };
  if (asks.has('long') || (stat?.take === 'sum' && /\btimes?\b/i.test(cues.rest))) {
    const isOfTotal = stat === undefined || stat.take === 'sum' || asks.has('total');
    if (isOfEach && order !== undefined && stat?.take !== 'mean')
      return { take: isOfTotal ? 'duration' : 'longest', state, where, by: thing.name, order };
    return isOfTotal && edges.size === 0 && per === undefined ? { take: 'duration', state, where } : undefined;
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
