import { start } from '../../../facts/begins.ts';
import { columnNamed, type Schema } from '../../../facts/schema.ts';
import { tries } from '../../../facts/tries.ts';
import { type Condition, hasAny, isOfAny } from '../../../query/query.ts';
import { counted } from '../../counted.ts';
import type { LinesMeant } from '../../lines-meant.ts';
import { numberedIn } from '../numbered.ts';
import type { Way } from './about-lines.ts';

/** How many in each stretch of time, or in the one with most. */
export const rates: Way = ({ cues: { asks, everyMs, order }, lines, own, where, schema }) => {
  if (everyMs === undefined) return undefined;
  if (asks.has('busiest'))
    return { take: 'count', everyMs, order: order ?? 'most', ...counted(lines), where: [...where] };
  return asks.has('rate')
    ? { take: 'rate', everyMs, ...counted(lines), where: [...byBegins(lines, schema), ...own] }
    : undefined;
};

/** One line of each of what is numbered: the one that begins it. */
function byBegins({ operation, where }: LinesMeant, schema: Schema): readonly Condition[] {
  const begins = operation !== undefined && where.every(isOfAny) && columnNamed(schema, start) !== undefined;
  return begins ? [...where, hasAny(start)] : where;
}

/** How often one was tried, or all of them. */
export const triesOf: Way = ({ cues, where, isOfOne, schema }) => {
  const isOfTries =
    isOfOne && columnNamed(schema, tries) !== undefined && /\b(?:re-?tr|attempt|again)/i.test(cues.rest);
  if (isOfTries) return { take: 'max', of: tries, where: [...where] };
  return cues.asks.has('count') && where.some((one) => one.field === tries && isOfAny(one))
    ? { take: 'sum', of: tries, where: where.filter(({ field }) => field !== tries) }
    : undefined;
};

/** How many, whether any, or which. */
export const counts: Way = ({ cues, lines, where, isOfOne, schema }) => {
  const { asks } = cues;
  // "How many different documents had a retry": each is counted once anyway.
  const isOfThem = asks.has('distinct') && cues.tried !== undefined && lines.operation !== undefined;
  if (asks.has('count') || isOfThem) return { take: 'count', ...counted(lines), where: [...where] };
  if (asks.has('exists') && lines.isOfWords !== true && isBare(lines)) return undefined;
  if (asks.has('exists'))
    return { take: 'exists', where: [...where], ...(asks.has('never') ? { expects: 'none' } : {}) };
  const thing = lines.operation ?? numberedIn(where, schema);
  return (asks.has('list') || asks.has('id')) && cues.which === undefined && thing !== undefined && !isOfOne
    ? { take: 'values', of: thing.name, where: [...where] }
    : undefined;
};

/** By their names alone nothing is said of them. */
const isBare = ({ where }: LinesMeant): boolean =>
  !where.some(({ field, is }) => /^(?:words|text|outcome|level)$/.test(field) || /[<>]/.test(is));
