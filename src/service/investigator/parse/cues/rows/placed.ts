import type { Query } from '../../../query/query.ts';
import { heldBy, type Rows, type Shape } from './rows.ts';

/** How they lie in time, or which of them. */
export const placed: Shape = (rows) => {
  const { by } = rows;
  const { asks, order, everyMs } = rows.told.cues;
  const where = heldBy(rows);
  if (asks.has('gap')) return { take: 'gap', where };
  if (everyMs !== undefined)
    return asks.has('busiest')
      ? { take: 'count', everyMs, order: order ?? 'most', where }
      : { take: 'rate', everyMs, where };
  if (asks.has('never'))
    return by === undefined ? { take: 'exists', where, expects: 'none' } : { take: 'never', by, where };
  if (by !== undefined && order !== undefined) return { take: 'count', by, order, where };
  return atEdge(rows, by);
};

/** The first of them, the last, or one from there. */
function atEdge(rows: Rows, by: string | undefined): Query | undefined {
  const { cues } = rows.told;
  const { asks, edges, nth } = cues;
  // "Which version is in use": the one that was told last.
  const [edge = asks.has('open') && by !== undefined ? 'last' : undefined] = edges;
  const isOfOne = edge !== undefined || asks.has('when') || nth !== undefined;
  if (!isOfOne || (by !== undefined && cues.per !== undefined)) return undefined;
  return {
    take: edge ?? 'first',
    where: heldBy(rows),
    ...(nth === undefined ? {} : { nth }),
    ...(by === undefined ? {} : { by }),
  };
}
