import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One row for each cause that has a name of its own. */
export const signatures = sqliteTable(
  'signatures',
  {
    /** Names the words without telling them; the end of the tickets' label. */
    key: text('key').primaryKey(),
    words: text('words').notNull(),
    cause: text('cause').notNull(),
    /** The cause that somebody said this one is a duplicate of. */
    sameAs: text('same_as'),
    fixedIn: text('fixed_in'),
    fixedAtMs: integer('fixed_at_ms'),
    firstSeenMs: integer('first_seen_ms').notNull(),
    lastSeenMs: integer('last_seen_ms').notNull(),
  },
  (table) => [index('signatures_same_as').on(table.sameAs), index('signatures_by_age').on(table.lastSeenMs)],
);

/** One row for each file in which a cause was found. */
export const sightings = sqliteTable(
  'sightings',
  {
    signatureKey: text('signature_key').notNull(),
    caseId: text('case_id').notNull(),
    placeKey: text('place_key').notNull(),
    /** Somebody said that the cause is another. */
    isWrong: integer('is_wrong', { mode: 'boolean' }).notNull().default(false),
    seenAtMs: integer('seen_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.signatureKey] }),
    index('sightings_of_signature').on(table.signatureKey, table.seenAtMs),
    index('sightings_of_place').on(table.placeKey, table.seenAtMs),
    index('sightings_by_age').on(table.seenAtMs),
  ],
);

/** Tickets that were asked for a capture. */
export const captureRequests = sqliteTable(
  'capture_requests',
  {
    placeKey: text('place_key').primaryKey(),
    askedAtMs: integer('asked_at_ms').notNull(),
    /** Null while nothing came. */
    cameAtMs: integer('came_at_ms'),
  },
  (table) => [index('capture_requests_by_age').on(table.askedAtMs)],
);

/** Until when a sweep has looked at everything, by what it looks at. */
export const sweepMarks = sqliteTable('sweep_marks', {
  name: text('name').primaryKey(),
  coveredUntilMs: integer('covered_until_ms').notNull(),
});

/** Tokens that a vendor gave to an installation, sealed; they change while the program runs. */
export const grants = sqliteTable('grants', {
  /** `jira`, or `slack:` and the team. */
  name: text('name').primaryKey(),
  sealed: text('sealed').notNull(),
  updatedAtMs: integer('updated_at_ms').notNull(),
});
