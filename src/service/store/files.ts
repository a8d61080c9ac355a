import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { fileTypes } from '../formats/reading.ts';

export const fileStatuses = ['INDEXING', 'ANALYZING', 'VISUALIZING', 'COMPLETED', 'FAILED'] as const;
export type FileStatus = (typeof fileStatuses)[number];

export const files = sqliteTable(
  'files',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    /** Base name as the client gave it. Never a path. */
    name: text('name').notNull(),
    fileType: text('file_type', { enum: fileTypes }).notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    status: text('status', { enum: fileStatuses }).notNull(),
    /** 0 to 1 of the current stage. */
    progress: real('progress').notNull(),
    /** Only meaningful while FAILED. */
    canRetry: integer('can_retry', { mode: 'boolean' }),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    /** Raised by each start from the beginning; a stage only moves the file while it still is its own round. */
    round: integer('round').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [
    index('files_of_owner').on(table.ownerId, table.createdAtMs, table.id),
    index('files_by_age').on(table.createdAtMs),
  ],
);

/** Bytes of each owner's files; triggers of the database keep it. */
export const storageUsed = sqliteTable('storage_used', {
  ownerId: text('owner_id').primaryKey(),
  bytes: integer('bytes').notNull(),
});

export type FileRow = typeof files.$inferSelect;

/** Every state a file was in, in order. */
export const fileStates = sqliteTable(
  'file_states',
  {
    fileId: text('file_id').notNull(),
    round: integer('round').notNull(),
    status: text('status', { enum: fileStatuses }).notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.round, table.status] })],
);
