import type { Schema } from '../../facts/schema.ts';
import { type Condition, hasAny, oneOf, type Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { namesAmong } from '../named-columns.ts';
import type { Asked } from '../operation-meant.ts';
import { boundOn, kindOn } from '../said-in-forms.ts';
import type { SubjectOf } from './subject.ts';
import type { Told } from './told.ts';

/** A number that is read again and again: which figure of it, of what, and when. */
export function ofReadings(
  { reading }: SubjectOf<'reading'>,
  { cues, names, isAt, course }: Told,
  schema: Schema,
): Query | undefined {
  const { asks, stat, order, edges, bound, which, per } = cues;
  const { column } = reading;
  const own = names([...reading.where, hasAny(column.name)]);
  const where: Condition[] = [...reading.where, ...own];
  const of = column.name;
  const isOn = (record: Schema['sample'][number]) => column.read(record) !== undefined;
  const noun = which ?? per;
  const apart = noun === undefined ? undefined : kindOn(noun, schema, isOn);
  // Per thing of which each line tells one: over all of them.
  const isOfAll = per !== undefined && which === undefined && apart?.isSerial === true;
  const by = isOfAll ? undefined : apart;
  const ask = (query: Asked): Query => ({ of, ...query, where: [...where, ...(query.where ?? [])] });
  if (course !== undefined) return ask({ take: 'trend', ...(course.expects && { expects: course.expects }) });
  const isOfNames = asks.has('id') || asks.has('who') || asks.has('list');
  // "Where was the highest temperature": of what the lines that state it name one each.
  const beside = noun === undefined && asks.has('who') ? namesAmong({ take: 'values', of, where }, schema) : undefined;
  if (beside !== undefined && (stat?.take === 'max' || stat?.take === 'min'))
    return { ...stat, of, where, beside: beside.name };
  if ((noun !== undefined || isOfNames) && by === undefined && !isOfAll) return undefined;
  if (bound !== undefined) return beyond(ask, boundOn(column, bound), cues);
  const [one, ...more] = own;
  if (one !== undefined && more.length > 0 && more.every(({ field }) => field === one.field)) {
    if (!asks.has('more') && order === undefined) return undefined;
    return {
      take: order === 'least' ? 'min' : 'max',
      ...(stat ?? {}),
      of,
      where: [...reading.where, oneOf(one, more)],
      by: one.field,
      order: order ?? 'most',
    };
  }
  if (by !== undefined && which !== undefined)
    return order === undefined && stat === undefined
      ? undefined
      : ask({ take: order === 'least' ? 'min' : 'max', ...(stat ?? {}), by: by.name, order: order ?? 'most' });
  if (by !== undefined) return stat === undefined ? undefined : ask({ ...stat, by: by.name });
  if (asks.has('change') || (edges.size === 2 && !asks.has('when'))) return ask({ take: 'net' });
  if (asks.has('count')) {
    const { of: _, ...query } = ask({ take: 'count', where: [hasAny(of)] });
    // "Mails from a": such lines state no number of mails.
    return own.length === 0 || schema.sample.some(compile(query.where, schema)) ? query : undefined;
  }
  // What is read again and again is not added up.
  if (stat !== undefined) return stat.take === 'sum' ? undefined : ask(stat);
  if (edges.size === 1) return ask({ take: edges.has('first') ? 'first' : 'last' });
  return isAt || asks.has('open') ? ask({ take: 'last' }) : undefined;
}

/** Readings beyond a bound. */
function beyond(ask: (query: Asked) => Query, condition: Condition, { asks, edges }: Told['cues']): Query | undefined {
  if (asks.has('share')) {
    const { where, ...query } = ask({ take: 'share' });
    return { ...query, where: [...where, hasAny(condition.field)], against: [condition] };
  }
  const take = asks.has('exists') ? 'exists' : edges.has('first') ? 'first' : edges.has('last') ? 'last' : undefined;
  if (take !== undefined) return ask({ take, where: [condition] });
  if (!asks.has('count')) return undefined;
  const { of: _, ...query } = ask({ take: 'count', where: [condition] });
  return query;
}
