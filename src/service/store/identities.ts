import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Who an account is at a provider that signed it in. */
export const identities = sqliteTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id').notNull(),
    /** Null: the provider did not confirm one. */
    email: text('email'),
    /** Slack's workspace, where Slack is the provider. */
    team: text('team'),
    seenAtMs: integer('seen_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index('identities_of_user').on(table.userId)],
);

/** Pages behind answers that somebody opened by their signed address. */
export const openedCases = sqliteTable(
  'opened_cases',
  {
    userId: text('user_id').notNull(),
    questionId: text('question_id').notNull(),
    token: text('token').notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.questionId] }), index('opened_cases_by_age').on(table.atMs)],
);
