import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { SqlEngine, SqlQuery } from '#core/sql.ts';
import { createGroupCommit, type Result } from './group-commit.ts';

export interface SqliteEngine extends SqlEngine {
  /** The connection itself, for migrations. Nobody else reads or writes past the engine. */
  connection: Database.Database;
  /** Copies the database into a file while it is in use. */
  backup(path: string): Promise<void>;
  /** Commits what is pending, then closes. Later calls fail. */
  close(): void;
}

/**
 * A SQLite file, or `:memory:`. Every acknowledged write survives a power cut: WAL with `synchronous=FULL`, read back
 * after a write, and opening fails where it does not hold. Writes that come in during one turn of the event loop commit
 * together; a list that fails takes no other with it. Integers beyond 2^53 are refused instead of rounded. What is deleted
 * is in none of the files a minute later.
 */
export function openSqliteEngine(path: string): SqliteEngine {
  if (path !== ':memory:') keepToOwner(path);
  const connection = new Database(path);
  try {
    harden(connection, path);
  } catch (error) {
    connection.close();
    throw error;
  }
  const emptying = setInterval(() => emptyJournal(connection), emptiedEveryMs);
  emptying.unref();
  const statements = new Map<string, Database.Statement>();

  function prepare(sql: string): Database.Statement {
    const known = statements.get(sql);
    if (known) {
      // Oldest first in a Map: a statement in use goes to the end.
      statements.delete(sql);
      statements.set(sql, known);
      return known;
    }
    const statement = connection.prepare(sql);
    if (statement.reader) statement.raw(true).safeIntegers(true);
    statements.set(sql, statement);
    if (statements.size > 500) statements.delete(statements.keys().next().value ?? '');
    return statement;
  }

  function execute({ sql, params, method }: SqlQuery): Result {
    const statement = prepare(sql);
    if (!statement.reader) {
      statement.run(params);
      return { rows: [] };
    }
    const rows = (statement.all(params) as unknown[][]).map((row) => row.map(toSafeValue));
    // drizzle takes `rows` as the one row itself for `get`, and its absence for none.
    return { rows: method === 'get' ? (rows[0] as unknown[]) : rows };
  }

  const { write, flush } = createGroupCommit({ connection, prepare, execute });

  return {
    connection,
    async run(query) {
      if (prepare(query.sql).readonly) return execute(query);
      const [result] = await write([query]);
      return result ?? { rows: [] };
    },
    async atomic(queries) {
      return queries.length > 0 ? await write(queries) : [];
    },
    async backup(target) {
      await connection.backup(target);
    },
    close() {
      if (!connection.open) return;
      clearInterval(emptying);
      flush();
      emptyJournal(connection);
      connection.close();
    },
  };
}

const emptiedEveryMs = 60_000;

/** Deleted text still stands in the journal until that is written over: here at once, unless somebody reads it now. */
function emptyJournal(connection: Database.Database): void {
  try {
    connection.pragma('busy_timeout = 0');
    connection.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // Neither a reader nor a full disk is waited for: the next time will do.
  } finally {
    connection.pragma(`busy_timeout = ${busyMs}`);
  }
}

const busyMs = 5_000;

/** SQLite gives its side files the mode of the database. Those of an earlier version were open to every account. */
function keepToOwner(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}

function harden(connection: Database.Database, path: string): void {
  connection.pragma(`busy_timeout = ${busyMs}`);
  const journal = connection.pragma('journal_mode = WAL', { simple: true });
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  // What a statement sets aside while it runs is little, and a temporary file for it costs more than the statement.
  connection.pragma('temp_store = MEMORY');
  // What is deleted or masked is not to be read from the free room of the file.
  connection.pragma('secure_delete = ON');
  // In WAL mode the first access may fall back to NORMAL, so only what holds after a write counts.
  const version = connection.pragma('user_version', { simple: true });
  connection.exec(`begin immediate; pragma user_version = ${Number(version)}; commit`);
  const synchronous = connection.pragma('synchronous', { simple: true });
  const foreignKeys = connection.pragma('foreign_keys', { simple: true });
  if (synchronous !== 2 || foreignKeys !== 1 || (journal !== 'wal' && path !== ':memory:')) {
    throw new Error(
      `The database ${path} would lose acknowledged writes in a power cut: ` +
        `journal_mode=${journal}, synchronous=${synchronous}, foreign_keys=${foreignKeys}`,
    );
  }
}

function toSafeValue(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} does not fit a number`);
  return number;
}
