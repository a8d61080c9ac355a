import type Database from 'better-sqlite3';
import type { SqlQuery } from '#core/sql.ts';

export type Result = { rows: unknown[] };

interface Pending {
  queries: readonly SqlQuery[];
  resolve(results: Result[]): void;
  reject(error: unknown): void;
}

interface GroupCommit {
  /** Commits all of a list or nothing, together with what else is written in this turn of the event loop. */
  write(queries: readonly SqlQuery[]): Promise<Result[]>;
  /** Commits what is pending. */
  flush(): void;
}

interface Connection {
  connection: Database.Database;
  prepare(sql: string): Database.Statement;
  execute(query: SqlQuery): Result;
}

export function createGroupCommit({ connection, prepare, execute }: Connection): GroupCommit {
  let pending: Pending[] = [];

  /** Commits what `run` does with each list, or nothing: then it throws. Gives what tells of each. */
  function commit(group: readonly Pending[], run: (list: Pending) => () => void): (() => void)[] {
    try {
      prepare('begin immediate').run();
      const settle = group.map(run);
      prepare('commit').run();
      return settle;
    } catch (error) {
      if (connection.open && connection.inTransaction) connection.exec('rollback');
      throw error;
    }
  }

  function runTogether(list: Pending): () => void {
    const results = list.queries.map(execute);
    return () => list.resolve(results);
  }

  /** What fails leaves no trace of its list, and the others as they are. */
  function runApart(list: Pending): () => void {
    prepare('savepoint list').run();
    try {
      const results = list.queries.map(execute);
      prepare('release list').run();
      return () => list.resolve(results);
    } catch (error) {
      // A full disk or a broken file rolls back the whole transaction by itself.
      if (!connection.inTransaction) throw error;
      connection.exec('rollback to list; release list');
      return () => list.reject(error);
    }
  }

  /** To hold lists apart costs a third of their work, and hardly ever does one fail: it is done only then. */
  function commitAll(group: readonly Pending[]): (() => void)[] {
    let isOneToBlame = false;
    try {
      return commit(group, (list) => {
        isOneToBlame = true;
        const tell = runTogether(list);
        isOneToBlame = false;
        return tell;
      });
    } catch (error) {
      if (!isOneToBlame || group.length === 1) throw error;
      return commit(group, runApart);
    }
  }

  function flush(): void {
    const group = pending;
    pending = [];
    if (group.length === 0) return;
    try {
      for (const tell of commitAll(group)) tell();
    } catch (error) {
      for (const list of group) list.reject(error);
    }
  }

  return {
    flush,
    write: (queries) =>
      new Promise((resolve, reject) => {
        if (pending.length === 0) setImmediate(flush);
        pending.push({ queries, resolve, reject });
      }),
  };
}
