import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Report } from '../investigator/report.ts';

export const searches = sqliteTable(
  'searches',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    targetKind: text('target_kind', { enum: ['file', 'delta'] }).notNull(),
    targetId: text('target_id').notNull(),
    mode: text('mode', { enum: ['quick', 'deep'] }).notNull(),
    /** What was asked, with what is secret or personal masked. */
    query: text('query').notNull(),
    /** Sealed, as asked: null where nothing of it is masked. */
    whole: text('whole'),
    status: text('status', { enum: ['RUNNING', 'COMPLETED', 'FAILED'] }).notNull(),
    report: text('report', { mode: 'json' }).$type<Report>(),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    /** Taken from the client for 24 hours; one search for each key and owner. */
    idempotencyKey: text('idempotency_key'),
    createdAtMs: integer('created_at_ms').notNull(),
    startedAtMs: integer('started_at_ms'),
    endedAtMs: integer('ended_at_ms'),
  },
  (table) => [
    index('searches_of_target').on(table.targetId, table.createdAtMs, table.id),
    uniqueIndex('searches_idempotency')
      .on(table.ownerId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} IS NOT NULL`),
  ],
);

export type SearchRow = typeof searches.$inferSelect;

export const deltas = sqliteTable(
  'deltas',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    name: text('name').notNull(),
    /** Baseline first. */
    fileIds: text('file_ids', { mode: 'json' }).$type<string[]>().notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
  },
  (table) => [index('deltas_of_owner').on(table.ownerId, table.createdAtMs, table.id)],
);

/** Which comparisons a file is part of; triggers of the database keep it. */
export const deltaFiles = sqliteTable(
  'delta_files',
  {
    fileId: text('file_id').notNull(),
    deltaId: text('delta_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.deltaId] }), index('delta_files_of_delta').on(table.deltaId)],
);

export type DeltaRow = typeof deltas.$inferSelect;
