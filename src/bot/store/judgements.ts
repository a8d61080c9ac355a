import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What people said of an answer: one word a person, the last one counts. */
export const judgements = sqliteTable(
  'judgements',
  {
    questionId: text('question_id').notNull(),
    /** `slack:<team>:<user>`, `jira:<account>` or `console:<account>`. */
    judge: text('judge').notNull(),
    word: text('word', { enum: ['right', 'wrong'] }).notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.judge] }), index('judgements_by_age').on(table.atMs)],
);
