import { fillPlaceholders, type Query } from 'drizzle-orm';
import type { Statement } from './sql.ts';

interface Built {
  getQuery(): Query;
  mapResult(response: unknown, isFromBatch?: boolean): unknown;
}

/**
 * A statement for atomic lists that runs over and over, built once: building costs more than running. Each use gives the
 * values of its placeholders. Takes `sql.run(…)` and `sql.all(…)` as they are, other queries by their `prepare()`.
 */
export function prepared(built: Built): (values: Record<string, unknown>) => Statement {
  const query = built.getQuery();
  return (values) => {
    const statement = {
      _: { dialect: 'sqlite' as const, result: undefined },
      getQuery: () => ({ ...query, params: fillPlaceholders(query.params, values) }),
      mapResult: (response: unknown) => built.mapResult(response, true),
      _prepare: () => statement,
    };
    return statement;
  };
}
