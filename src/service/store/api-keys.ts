import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** The index, not a look before the write, is what keeps a user at one active key. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    /** SHA-256, hex. The key itself is random enough that no slow hash is needed. */
    hash: text('hash').notNull().unique(),
    prefix: text('prefix').notNull(),
    last4: text('last4').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    expiresAtMs: integer('expires_at_ms').notNull(),
    /** Set when revoked, or when an expired key made room for the next one. */
    endedAtMs: integer('ended_at_ms'),
    endedBy: text('ended_by', { enum: ['revoked', 'expired'] }),
    /** Smallest number of days before the expiry that was already warned of. */
    warnedDays: integer('warned_days'),
  },
  (table) => [
    index('api_keys_of_user').on(table.userId, table.createdAtMs),
    index('api_keys_expiring').on(table.endedAtMs, table.expiresAtMs),
    uniqueIndex('api_keys_one_active').on(table.userId).where(sql`${table.endedAtMs} IS NULL`),
  ],
);

export type ApiKey = typeof apiKeys.$inferSelect;
