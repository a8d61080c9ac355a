import { states } from '../../facts/lexicon.ts';
import { columnNamed, type Schema } from '../../facts/schema.ts';
import { type Condition, isOfAny, type Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { overLines } from '../over-lines.ts';

/** A query by the lines that state all of it at once, or else by those of one thing that state it together. */
export const asStated = (query: Query, schema: Schema): Query =>
  schema.sample.some(compile(statedAtOnce(query), schema))
    ? byBeginning(saidYes(aboveNone(query, schema), schema), schema)
    : (overLines(query, schema) ?? query);

const yes = /^(?:yes|true|y)$/;
const yesOrNo = /^(?:yes|no|true|false|y|n)$/;
const yesTo: Readonly<Record<string, string>> = { no: 'yes', false: 'true', n: 'y' };

/** "Did carol use mfa" of lines that state `mfaUsed=No`: that it is stated is no yes. */
function saidYes(query: Query, schema: Schema): Query {
  if (!/^(?:exists|count|share|never|first|last|list)$/.test(query.take)) return query;
  const where = query.where.map((one) => {
    const values = isOfAny(one) ? [...(columnNamed(schema, one.field)?.values ?? [])] : [];
    const isField = schema.sample.some((record) => record.row().values.has(one.field));
    const isYesOrNo = isField && values.length > 0 && values.every(([value]) => yesOrNo.test(value));
    if (!isYesOrNo) return one;
    const [[first = ''] = []] = values;
    const [, said] = values.find(([value]) => yes.test(value)) ?? [];
    return { ...one, is: '=' as const, value: said?.shown ?? yesTo[first] ?? 'yes' };
  });
  return { ...query, where };
}

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

/** "How many jams" of lines that state `jam;COMING` and `jam;GOING`: those with which one begins. */
function byBeginning(query: Query, schema: Schema): Query {
  const { take, where, by, of } = query;
  if (take !== 'count' || (by ?? of) !== undefined || !where.some(({ field }) => field === 'words')) return query;
  const isMeant = compile(where, schema);
  const meant = schema.sample.filter(isMeant);
  for (const column of schema.columns.filter(({ isNumber, values }) => !isNumber && values.size <= mostStates)) {
    if (where.some(({ field }) => field === column.name)) continue;
    const stated = new Set(meant.map((record) => column.read(record)?.toLowerCase() ?? ''));
    const pair = states.find(({ begins, ends }) => [begins, ends].every((side) => side.some((one) => stated.has(one))));
    const begin = pair?.begins.find((one) => stated.has(one));
    if (begin !== undefined) {
      const value = column.values.get(begin)?.shown ?? begin;
      return { ...query, where: [...where, { field: column.name, is: '=', value }] };
    }
  }
  return query;
}
const mostStates = 8;
