import type { SqlEngine, SqlQuery } from '#core/sql.ts';

/** The part of Cloudflare's D1 binding that is used here. */
export interface D1Binding {
  prepare(sql: string): D1Statement;
  batch(statements: D1Statement[]): Promise<{ results?: Record<string, unknown>[] }[]>;
}

export interface D1Statement {
  bind(...values: unknown[]): D1Statement;
  raw(): Promise<unknown[][]>;
}

/**
 * A D1 database. A list goes through `batch`, which D1 runs as one transaction. There rows come back by column name, so
 * columns that one statement of a list returns need names of their own.
 */
export function createD1Engine(database: D1Binding, onQuery = () => {}): SqlEngine {
  function bind({ sql, params }: SqlQuery): D1Statement {
    onQuery();
    return database.prepare(sql).bind(...params.map(toBindable));
  }

  return {
    async run(query) {
      return shape(query, await bind(query).raw());
    },
    async atomic(queries) {
      if (queries.length === 0) return [];
      const results = await database.batch(queries.map(bind));
      return queries.map((query, index) => shape(query, (results[index]?.results ?? []).map(Object.values)));
    },
  };
}

function shape({ method }: SqlQuery, rows: unknown[][]): { rows: unknown[] } {
  if (method === 'run') return { rows: [] };
  // drizzle takes `rows` as the one row itself for `get`, and its absence for none.
  return { rows: method === 'get' ? (rows[0] as unknown[]) : rows };
}

function toBindable(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} does not fit a number`);
  return number;
}
