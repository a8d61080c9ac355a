import type Database from 'better-sqlite3';
import type { SqliteEngine } from '../../src/node/sqlite-engine.ts';

export interface SeenStatements {
  /** Each statement issued since, with the most values it was given. */
  seen: Map<string, number>;
}

/** Notes every statement that goes through an engine. */
export function watchStatements(engine: SqliteEngine): SeenStatements {
  const seen = new Map<string, number>();
  const note = ({ sql, params }: { sql: string; params: unknown[] }) =>
    seen.set(sql, Math.max(seen.get(sql) ?? 0, params.length));
  const { run, atomic } = engine;
  engine.run = (query) => {
    note(query);
    return run(query);
  };
  engine.atomic = (queries) => {
    for (const query of queries) note(query);
    return atomic(queries);
  };
  return { seen };
}

/** What D1 takes in one statement. */
const mostParameters = 100;

/** Why a statement costs more the more rows there are; empty: it does not. */
export function problemsOf(connection: Database.Database, sql: string, parameters: number): string[] {
  const steps = connection
    .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
    .all(...Array<null>(parameters).fill(null))
    .map(({ detail }) => detail);
  const problems: string[] = [];
  const names = (where: string) =>
    connection.prepare<[], string>(`select name from sqlite_schema where ${where}`).pluck().all();
  const unique = names("type = 'index' and sql like 'create unique%'");
  const isPinned = steps.some((step) => {
    const name = /^SEARCH \S+ USING (?:COVERING )?INDEX (\S+)/.exec(step)?.[1] ?? '';
    return name.startsWith('sqlite_autoindex') || unique.includes(name);
  });
  // As many as a process runs at once, or died with.
  const isFew = /from (?:"jobs"|jobs)/i.test(sql) && /state = 'running'|suspected > 0/.test(sql);
  const hasLimit = /\blimit\b/i.test(sql);
  const tables = names("type = 'table'");
  for (const step of steps) {
    const table = tables.find((name) => step === `SCAN ${name}` || step.startsWith(`SCAN ${name} `));
    // The head of a table costs the same however long it is.
    const isHead = hasLimit && !/\b(?:where|order by|group by)\b/i.test(sql);
    if (table && !isHead) problems.push(`reads all of ${table}: ${sql}`);
  }
  const readsRows = steps.some((step) => /^(SEARCH|SCAN) /.test(step));
  if (/^\s*(select|with)/i.test(sql) && readsRows && !hasLimit && !isPinned && !isFew)
    problems.push(`has no limit: ${sql}`);
  if (parameters > mostParameters) problems.push(`has ${parameters} parameters: ${sql.slice(0, 200)}`);
  return problems;
}
