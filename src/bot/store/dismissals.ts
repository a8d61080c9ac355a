import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What a channel wants to hear no more of, until something changes about it. */
export const dismissals = sqliteTable(
  'dismissals',
  {
    team: text('team').notNull(),
    channel: text('channel').notNull(),
    /** `case:<id>`, `cause:<key>` or `ticket:<key>`. */
    subject: text('subject').notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.team, table.channel, table.subject] }),
    index('dismissals_by_age').on(table.atMs),
  ],
);
