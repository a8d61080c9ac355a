import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How much somebody asked within the minute that began with the first of it. */
export const askers = sqliteTable(
  'askers',
  {
    /** `slack:<team>:<user>` or `jira:<site>:<account>`. */
    key: text('key').primaryKey(),
    sinceMs: integer('since_ms').notNull(),
    asked: integer('asked').notNull(),
    /** Key of the last question, so that one that is taken up again counts once. */
    lastAskKey: text('last_ask_key').notNull(),
  },
  (table) => [index('askers_by_age').on(table.sinceMs)],
);
