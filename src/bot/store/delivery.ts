import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Json } from '#jobs/queue.ts';

/** One row for each destination and answer. Its state sums up its parts. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: text('id').primaryKey(),
    /** Names the destination's adapter. */
    destination: text('destination').notNull(),
    /** The answer and its place, as whoever planned it names them: planned twice is delivered once. */
    key: text('key').notNull(),
    place: text('place', { mode: 'json' }).notNull(),
    message: text('message', { mode: 'json' }).notNull(),
    /** Key of the delivery that tells this answer together with others; null: it is posted by itself. */
    toldIn: text('told_in'),
    state: text('state', { enum: ['planned', 'sending', 'unknown', 'sent', 'failed'] }).notNull(),
    /** Why it failed, or once it was sent could not be removed: the vendor's word. */
    reason: text('reason'),
    plannedAtMs: integer('planned_at_ms').notNull(),
    endedAtMs: integer('ended_at_ms'),
  },
  (table) => [
    uniqueIndex('deliveries_key').on(table.destination, table.key),
    index('deliveries_state').on(table.state, table.plannedAtMs),
    index('deliveries_told_in').on(table.toldIn),
  ],
);

/** One row for each message, comment or attached file that a delivery is made of, posted in order of `number`. */
export const deliveryParts = sqliteTable(
  'delivery_parts',
  {
    deliveryId: text('delivery_id').notNull(),
    /** Leaves gaps, for what takes the place of a refused part. */
    number: integer('number').notNull(),
    content: text('content', { mode: 'json' }).notNull(),
    otherwise: text('otherwise', { mode: 'json' }).$type<readonly unknown[]>(),
    /** `sending` is written before the call: found after a restart, nobody knows whether the message exists. */
    state: text('state', { enum: ['planned', 'sending', 'unknown', 'sent', 'replaced'] }).notNull(),
    /** Fencing token: raised each time the part is sent; who holds an older one may write nothing. */
    attempt: integer('attempt').notNull(),
    attemptedAtMs: integer('attempted_at_ms'),
    /** The fate of an attempt was unknown at some time, so a message may turn up twice. */
    isDoubtful: integer('is_doubtful', { mode: 'boolean' }).notNull(),
    ref: text('ref', { mode: 'json' }).$type<Json>(),
    postedAtMs: integer('posted_at_ms'),
    /** What the vendor's events call the message, so that a reply below it is known for one: `<channel>:<ts>`. */
    messageKey: text('message_key'),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.number] }),
    index('delivery_parts_message').on(table.messageKey),
  ],
);

/** Until when nothing is posted that shares a rate limit. */
export const rateHolds = sqliteTable(
  'rate_holds',
  {
    /** Destination and rate group. */
    key: text('key').primaryKey(),
    untilMs: integer('until_ms').notNull(),
  },
  (table) => [index('rate_holds_by_age').on(table.untilMs)],
);

/** One row for each message that shows progress while work on it goes on. */
export const progressMarkers = sqliteTable(
  'progress_markers',
  {
    id: text('id').primaryKey(),
    destination: text('destination').notNull(),
    /** The message, as whoever planned the marker names it. */
    key: text('key').notNull(),
    place: text('place', { mode: 'json' }).notNull(),
    /** What the marker shall turn into; null while work goes on. */
    outcome: text('outcome', { enum: ['answered', 'failed', 'dropped'] }),
    state: text('state', { enum: ['planned', 'shown', 'resolved', 'given_up'] }).notNull(),
    plannedAtMs: integer('planned_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('progress_markers_key').on(table.destination, table.key),
    index('progress_markers_state').on(table.state, table.plannedAtMs),
  ],
);
