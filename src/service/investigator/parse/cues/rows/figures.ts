import type { Column } from '../../../facts/schema.ts';
import { type Condition, hasAny, type Query } from '../../../query/query.ts';
import { compile } from '../../../run/conditions.ts';
import { namesAmong, nounOf, numberIn } from '../../named-columns.ts';
import { boundOn } from '../../said-in-forms.ts';
import { isOfLevel } from '../extremes.ts';
import type { Told } from '../told.ts';
import { isBare } from './figure-asked.ts';
import type { Rows, Shape } from './rows.ts';

/** A number that lines state: beyond a bound, how far it went, the highest and so on, or what it stood at. */
export const figures: Shape = (rows) => {
  const { number, things, told } = rows;
  const { cues } = told;
  const { asks, bound } = cues;
  if (number === undefined) return undefined;
  const where = withThings(rows, number);
  if (bound !== undefined) return beyondBound(number, boundOn(number, bound), where, cues);
  if (asks.has('between') && asks.has('long')) return undefined;
  const of = number.name;
  if (asks.has('change') || asks.has('between')) return { take: 'net', of, where };
  // "The quickest build": one of them.
  const isOfThing = cues.isOfThing === true || asks.has('id');
  const isOne = ({ name, isSerial }: Column) =>
    isSerial === true || (cues.isOfThing === true && rows.phrase.toLowerCase() === name.toLowerCase());
  const by = rows.by ?? (isOfThing ? things.find(isOne)?.name : undefined);
  const take = takeAsked(number, by, cues);
  return take === undefined ? stoodAt(of, by, where, told) : taken({ ...take, of, where }, by, rows);
};

/** The lines that are of such things as well, where those state the number. */
function withThings({ where, by, things, schema }: Rows, number: Column): Condition[] {
  const own = things.filter(({ isSerial, name }) => isSerial === true && name !== by).map(({ name }) => hasAny(name));
  const isMeant = compile([...where, ...own], schema);
  const isStated = schema.sample.some((record) => number.read(record) !== undefined && isMeant(record));
  return isStated ? [...where, ...own] : where;
}

function beyondBound(number: Column, bound: Condition, where: Condition[], { asks, edges }: Told['cues']): Query {
  if (asks.has('streak')) return { take: 'streak', where: [...where, hasAny(number.name)], against: [bound] };
  const [edge] = edges;
  const take = asks.has('exists')
    ? 'exists'
    : edge !== undefined || asks.has('when')
      ? (edge ?? 'first')
      : asks.has('list')
        ? 'list'
        : 'count';
  return { take, where: [...where, bound] };
}

function takeAsked(
  number: Column,
  by: string | undefined,
  { stat, asks, edges, order }: Told['cues'],
): Told['cues']['stat'] {
  if (stat !== undefined) return stat;
  if (asks.has('total') || (asks.has('count') && edges.size === 0)) return { take: 'sum' };
  if (order === undefined) return undefined;
  return { take: by !== undefined && !isOfLevel(number) ? 'sum' : order === 'least' ? 'min' : 'max' };
}

/** A figure of all, of each, or with what else its line states. */
function taken(query: Query, by: string | undefined, { told: { cues }, schema }: Rows): Query {
  const { asks, order, per } = cues;
  const isOfName = /^(?:max|min)$/.test(query.take) && by === undefined && (asks.has('id') || asks.has('who'));
  const named = cues.beside === undefined ? undefined : (numberIn(cues.beside, schema) ?? nounOf(cues.beside, schema));
  const beside = named?.column ?? (isOfName ? namesAmong({ ...query, take: 'values' }, schema) : undefined);
  if (beside !== undefined) return { ...query, beside: beside.name };
  if (by === undefined) return query;
  return { ...query, by, ...(per !== undefined && order === undefined ? {} : { order: order ?? 'most' }) };
}

/** What it is now, was at a moment, or was at one end of the file. */
function stoodAt(of: string, by: string | undefined, where: Condition[], told: Told): Query | undefined {
  const { asks, edges } = told.cues;
  const isThen = told.isAt && asks.size + edges.size === 0 && by === undefined;
  if (asks.has('open') || isBare(told) || isThen) return { take: 'last', of, where };
  const [edge] = edges;
  return edge === undefined || asks.has('when') ? undefined : { take: edge, of, where };
}
