import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Json } from '#jobs/queue.ts';

/** What people set for one channel or project; what a row does not name is as the program's variables have it. */
export const policies = sqliteTable('policies', {
  /** `slack:<team>:<channel>` or `jira:<PROJECT>`. */
  scope: text('scope').primaryKey(),
  settings: text('settings', { mode: 'json' }).$type<Json>().notNull(),
  setBy: text('set_by').notNull(),
  setAtMs: integer('set_at_ms').notNull(),
});
