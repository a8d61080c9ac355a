import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Times in all tables: milliseconds since the epoch. */
export const teams = sqliteTable('teams', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  createdAtMs: integer('created_at_ms').notNull(),
});

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  /** Lower case. */
  email: text('email').notNull().unique(),
  /** Null: no sign-in (the embedded bot's account). */
  passwordHash: text('password_hash'),
  /** Of the ADMIN_PASSWORD applied last: the same one does not undo what its owner changed it to since. */
  environmentHash: text('environment_hash'),
  /** Null: an account of its own. */
  teamId: text('team_id'),
  role: text('role', { enum: ['admin', 'member'] }).notNull(),
  plan: text('plan', { enum: ['open_source', 'enterprise', 'none'] }).notNull(),
  hasApiAccess: integer('has_api_access', { mode: 'boolean' }).notNull(),
  /** Operates this installation: sets plans of solo accounts, retries anybody's file. */
  isSiteAdmin: integer('is_site_admin', { mode: 'boolean' }).notNull(),
  createdAtMs: integer('created_at_ms').notNull(),
});

export type User = typeof users.$inferSelect;

export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the cookie's value, hex. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: text('user_id').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    lastSeenAtMs: integer('last_seen_at_ms').notNull(),
    endedAtMs: integer('ended_at_ms'),
  },
  (table) => [index('sessions_of_user').on(table.userId), index('sessions_by_age').on(table.lastSeenAtMs)],
);

export type Session = typeof sessions.$inferSelect;

/** Who changed what about accounts, capabilities, keys and webhooks. Never a secret. */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: text('id').primaryKey(),
    atMs: integer('at_ms').notNull(),
    /** User id, or `system`. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    target: text('target').notNull(),
    detail: text('detail', { mode: 'json' }).$type<Record<string, string | number | boolean | null>>().notNull(),
  },
  (table) => [index('audit_by_time').on(table.atMs)],
);
