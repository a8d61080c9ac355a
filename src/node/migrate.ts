import type Database from 'better-sqlite3';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';

/**
 * Brings a database up to the migrations of a drizzle folder, in one transaction that also proves that no table and no
 * row went missing and that every foreign key still points somewhere; else nothing changes and it throws. Refuses a
 * folder that is not a continuation of what was applied: an earlier migration that changed, vanished or was dated
 * before the last one applied (drizzle's own migrator skips the latter silently). Returns how many it applied.
 */
export function migrate(connection: Database.Database, folder: string): number {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  // Rebuilding a table with foreign keys on deletes the rows that refer to it, and the pragma does nothing inside a
  // transaction.
  connection.pragma('foreign_keys = OFF');
  try {
    return connection.transaction(() => apply(connection, migrations, folder)).immediate();
  } finally {
    connection.pragma('foreign_keys = ON');
  }
}

function apply(connection: Database.Database, migrations: MigrationMeta[], folder: string): number {
  // The table of drizzle's own migrator, so that either can go on where the other ended.
  connection.exec(
    'create table if not exists `__drizzle_migrations` (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
  );
  const applied = connection
    .prepare<[], { hash: string; created_at: number }>(
      'select hash, created_at from `__drizzle_migrations` order by created_at, rowid',
    )
    .all();
  const waiting = findWaiting(applied, migrations, folder);
  if (waiting.length === 0) return 0;

  const before = countRows(connection);
  for (const migration of waiting) {
    for (const statement of migration.sql) connection.exec(statement);
    connection
      .prepare('insert into `__drizzle_migrations` (hash, created_at) values (?, ?)')
      .run(migration.hash, migration.folderMillis);
  }
  refuseLoss(before, countRows(connection), folder);
  const broken = connection.pragma('foreign_key_check') as { table: string }[];
  if (broken[0]) throw new Error(`Migrations of ${folder} leave ${broken[0].table} pointing to rows that do not exist`);
  return waiting.length;
}

function findWaiting(
  applied: readonly { hash: string; created_at: number }[],
  migrations: MigrationMeta[],
  folder: string,
): MigrationMeta[] {
  for (const [index, { hash }] of applied.entries()) {
    if (migrations[index]?.hash === hash) continue;
    const cause = migrations.some((migration) => migration.hash === hash) ? 'came in between' : 'changed or is missing';
    throw new Error(
      `Migration ${index + 1} of ${folder} ${cause} since this database was brought up to date. ` +
        'It was written by another version of the program; nothing was changed.',
    );
  }
  let latest = Number(applied.at(-1)?.created_at ?? 0);
  const waiting = migrations.slice(applied.length);
  for (const migration of waiting) {
    if (migration.folderMillis <= latest) {
      throw new Error(`A migration of ${folder} is dated before one that comes before it; generate it anew`);
    }
    latest = migration.folderMillis;
  }
  return waiting;
}

function countRows(connection: Database.Database): Map<string, number> {
  const tables = connection
    .prepare<[], string>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name <> '__drizzle_migrations'",
    )
    .pluck()
    .all();
  return new Map(
    tables.map((table) => [
      table,
      Number(
        connection
          .prepare(`select count(*) from "${table.replaceAll('"', '""')}"`)
          .pluck()
          .get(),
      ),
    ]),
  );
}

function refuseLoss(before: Map<string, number>, after: Map<string, number>, folder: string): void {
  for (const [table, rows] of before) {
    const left = after.get(table);
    if (left === undefined) throw new Error(`Migrations of ${folder} would remove the table ${table}`);
    if (left < rows) throw new Error(`Migrations of ${folder} would lose ${rows - left} of ${rows} rows of ${table}`);
  }
}
