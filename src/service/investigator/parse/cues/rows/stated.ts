import { nounOf } from '../../named-columns.ts';
import type { Shape } from './rows.ts';

export const ofDoing = /^(?:doing|busy with|up to|working on)$/i;

/** "State of job 68801": what its lines say of it. */
export const stated: Shape = ({ where, things, number, phrase, schema, told: { cues, names, isAt } }) => {
  const { asks, edges, order, bound, stat } = cues;
  const named = names([]);
  if (isAt && ofDoing.test(phrase) && named.length > 0) return { take: 'doing', where: named };
  const noun = named.length > 0 ? nounOf(phrase, schema) : undefined;
  const column = noun?.rest === '' ? noun.column.name : undefined;
  if (column !== undefined && asks.has('open') && asks.size === 1) return { take: 'last', by: column, where: named };
  if (asks.size + edges.size > 0 || (order ?? bound ?? stat) !== undefined) return undefined;
  if (column !== undefined) return { take: 'values', of: column, where: named };
  const of = things[0] ?? number;
  return of === undefined || where.length === 0 ? undefined : { take: 'values', of: of.name, where };
};
