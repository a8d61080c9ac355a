import { tries } from '../../../facts/tries.ts';
import type { Query } from '../../../query/query.ts';
import { isColumnNamed } from '../../columns-called.ts';
import { isOfEach } from '../cues.ts';
import { heldBy, type Rows, type Shape } from './rows.ts';

/** How they lie in time, or which of them. */
export const placed: Shape = (rows) => {
  const { asks, order, everyMs } = rows.told.cues;
  const by = rows.by ?? headOfEdge(rows);
  const where = heldBy(rows);
  if (asks.has('gap')) return { take: 'gap', where };
  if (asks.has('between')) return { take: 'span', where };
  if (everyMs !== undefined)
    return asks.has('busiest')
      ? { take: 'count', everyMs, order: order ?? 'most', where }
      : { take: 'rate', everyMs, where };
  if (asks.has('never'))
    return by === undefined ? { take: 'exists', where, expects: 'none' } : { take: 'never', by, where };
  const amount = rows.things.find(({ isNumber, isLabel, name }) => isNumber && isLabel !== true && name !== by);
  if (by !== undefined && order !== undefined)
    return amount === undefined
      ? { take: 'count', by, order, where }
      : { take: 'sum', of: amount.name, by, order, where: rows.where };
  // "How many retries": what lines state of them is added up.
  if (amount?.name === tries && asks.has('count'))
    return { take: 'sum', of: tries, where: where.filter(({ field }) => field !== tries) };
  return atEdge(rows, by);
};

/** "Path of the last request": what that line states. */
function headOfEdge({ things, phrase, told }: Rows): string | undefined {
  const [, head = ''] = told.cues.edges.size === 1 ? (/^([a-z]+) of /i.exec(phrase) ?? []) : [];
  return head === '' ? undefined : things.find((one) => !one.isNumber && isColumnNamed(one, head))?.name;
}

/** The first of them, the last, or one from there. */
function atEdge(rows: Rows, by: string | undefined): Query | undefined {
  const { cues } = rows.told;
  const { asks, edges, nth } = cues;
  // "Which version is in use": the one that was told last.
  const [edge = asks.has('open') && by !== undefined ? 'last' : undefined] = edges;
  const isOfOne = edge !== undefined || asks.has('when') || nth !== undefined;
  if (!isOfOne || (by !== undefined && isOfEach(cues))) return undefined;
  return {
    take: edge ?? 'first',
    where: heldBy(rows),
    ...(nth === undefined ? {} : { nth }),
    ...(by === undefined ? {} : { by }),
  };
}
