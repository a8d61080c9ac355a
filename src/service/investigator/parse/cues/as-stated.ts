import { columnNamed, type Schema } from '../../facts/schema.ts';
import type { Condition, Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { overLines } from '../over-lines.ts';

/** A query by the lines that state all of it at once, or else by those of one thing that state it together. */
export const asStated = (query: Query, schema: Schema): Query =>
  schema.sample.some(compile(statedAtOnce(query), schema))
    ? aboveNone(query, schema)
    : (overLines(query, schema) ?? query);

/** Of a share some line has to state both. */
const statedAtOnce = ({ take, where, against = [] }: Query): Condition[] =>
  take === 'share' ? [...where, ...against] : where;

/** "Was anything skipped" of lines that state `skipped=0`: more than none. */
function aboveNone(query: Query, schema: Schema): Query {
  const [one, second] = query.where;
  const counter = one?.field === 'words' ? columnNamed(schema, one.value.toLowerCase()) : undefined;
  if (query.take !== 'exists' || one === undefined || second !== undefined || counter?.isNumber !== true) return query;
  const isSaid = compile([one], schema);
  const isStated = schema.sample.every((record) => !isSaid(record) || counter.read(record) !== undefined);
  return isStated ? { ...query, where: [{ field: counter.name, is: '>', value: '0' }] } : query;
}
