import { sql as expression } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One row a job, kept after its end so that its dedup key stays taken. Times in milliseconds since the epoch. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    payload: text('payload', { mode: 'json' }).notNull(),
    dedupKey: text('dedup_key').unique(),
    /** Whom the work is for: a channel, a project, an account. Those of one kind take turns. */
    fairKey: text('fair_key').notNull().default(''),
    state: text('state', { enum: ['waiting', 'running', 'done', 'dead'] }).notNull(),
    /** When waiting: not before. When running: end of the lease. */
    runAtMs: integer('run_at_ms').notNull(),
    /** Fencing token: raised by each claim; a run may only write while it still holds its own. */
    fence: integer('fence').notNull(),
    attempt: integer('attempt').notNull(),
    /** Which process holds it, so that a new process can void the leases of an earlier one. */
    holder: text('holder'),
    /** How often a process died while this job ran, since its last run that ended by itself. */
    suspected: integer('suspected').notNull().default(0),
    /** How often a process died while this job alone ran or was watched: what counts towards the kill limit. */
    kills: integer('kills').notNull().default(0),
    /** True while the job, suspected before, runs under watch: a death now is put down to it. */
    watched: integer('watched', { mode: 'boolean' }).notNull().default(false),
    lastError: text('last_error'),
    enqueuedAtMs: integer('enqueued_at_ms').notNull(),
    endedAtMs: integer('ended_at_ms'),
  },
  (table) => [
    index('jobs_by_age').on(table.state, table.endedAtMs),
    index('jobs_due').on(table.state, table.suspected, table.kind, table.runAtMs),
    index('jobs_turns')
      .on(table.kind, table.fairKey, table.runAtMs)
      .where(expression`state = 'waiting' and suspected = 0`),
  ],
);
