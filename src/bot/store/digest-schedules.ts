import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One row for each channel that ever had a digest; `pattern` is null where it was turned off. */
export const digestSchedules = sqliteTable(
  'digest_schedules',
  {
    team: text('team').notNull(),
    channel: text('channel').notNull(),
    /** Five fields of cron, read in `zone`. */
    pattern: text('pattern'),
    zone: text('zone').notNull(),
    /** Names the command that set it, so that the jobs of an earlier wish end. */
    revision: text('revision').notNull(),
    setBy: text('set_by').notNull(),
    setAtMs: integer('set_at_ms').notNull(),
    /** What the last digest told of: everything before. */
    coveredUntilMs: integer('covered_until_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.team, table.channel] }), index('digest_schedules_by_age').on(table.setAtMs)],
);
