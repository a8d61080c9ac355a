import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Json } from '#jobs/queue.ts';
import type { FileState } from '../cases/messages.ts';
import type { Place } from '../cases/place.ts';
import { maskedName } from './masked-name.ts';

/** One row for each request that proved itself; its key keeps a retry from being taken twice. */
export const inbox = sqliteTable(
  'inbox',
  {
    key: text('key').primaryKey(),
    source: text('source', { enum: ['slack', 'command', 'jira', 'service'] }).notNull(),
    /** Ids only: contents are fetched anew when the work starts. */
    payload: text('payload', { mode: 'json' }).$type<Json>().notNull(),
    receivedAtMs: integer('received_at_ms').notNull(),
  },
  (table) => [index('inbox_by_age').on(table.receivedAtMs)],
);

/** Threads, channels and tickets that cases lie in, by placeKey(). */
export const places = sqliteTable(
  'places',
  {
    key: text('key').primaryKey(),
    place: text('place', { mode: 'json' }).$type<Place>().notNull(),
    /** What people call it: `#bringup`, `PROJ-88`. */
    label: text('label').notNull(),
    url: text('url'),
    /** May be named at other places that are open too: a public channel, or a ticket of no service project. */
    isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
    seenAtMs: integer('seen_at_ms').notNull(),
  },
  (table) => [index('places_by_age').on(table.seenAtMs), index('places_by_label').on(table.label)],
);

/** One row for each content ever taken in: uploaded once, analysed once, whoever asks. */
export const files = sqliteTable(
  'files',
  {
    sha256: text('sha256').primaryKey(),
    name: maskedName('name').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    state: text('state', { enum: ['spooled', 'uploading', 'analysing', 'completed', 'failed'] }).notNull(),
    /** Raised when the bytes must be uploaded anew: the service lost them, or another service is asked now. */
    generation: integer('generation').notNull(),
    /** Which service `serviceId` belongs to. */
    service: text('service').notNull(),
    serviceId: text('service_id'),
    fileType: text('file_type'),
    /** The record as last seen, fields nobody here knows included. */
    record: text('record', { mode: 'json' }).$type<Json>(),
    failure: text('failure'),
    analysisSinceMs: integer('analysis_since_ms'),
    createdAtMs: integer('created_at_ms').notNull(),
    usedAtMs: integer('used_at_ms').notNull(),
  },
  (table) => [index('files_service_id').on(table.serviceId)],
);

/** One row for each file that a message or a ticket brought: the link between a place and a file. */
export const cases = sqliteTable(
  'cases',
  {
    id: text('id').primaryKey(),
    /** Vendor's file at this place, the same for every event about it. */
    sourceKey: text('source_key').notNull().unique(),
    placeKey: text('place_key').notNull(),
    vendor: text('vendor', { enum: ['slack', 'jira'] }).notNull(),
    team: text('team'),
    channel: text('channel'),
    /** Message that carries the file, for its progress marker and its deletion. */
    messageTs: text('message_ts'),
    fileId: text('file_id').notNull(),
    /** Who brought it, where the chat tells: their App Home lists it. */
    author: text('author'),
    name: maskedName('name').notNull(),
    sizeBytes: integer('size_bytes'),
    sha256: text('sha256'),
    state: text('state').$type<FileState>().notNull(),
    detail: text('detail'),
    /** What was masked in it before it was uploaded, in words: counts alone. */
    masked: text('masked'),
    /** False: it was only ever asked for elsewhere; status and digests of its channel do not tell of it. */
    isAskedHere: integer('is_asked_here', { mode: 'boolean' }).notNull().default(true),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [
    index('cases_of_place').on(table.placeKey, table.createdAtMs),
    index('cases_of_content').on(table.sha256, table.createdAtMs),
    index('cases_of_content_by_state').on(table.sha256, table.state),
    index('cases_of_channel').on(table.team, table.channel, table.createdAtMs),
    index('cases_by_age').on(table.state, table.updatedAtMs),
    index('cases_message').on(table.team, table.channel, table.messageTs),
    index('cases_file').on(table.vendor, table.fileId),
    index('cases_of_author').on(table.team, table.author, table.createdAtMs),
  ],
);

/** What somebody wants to know of one file. The file's own question is the message or ticket that brought it. */
export const questions = sqliteTable(
  'questions',
  {
    id: text('id').primaryKey(),
    askKey: text('ask_key').notNull().unique(),
    /** What was asked of several files at once, or of files brought at about the same time: a ticket gets one comment. */
    batch: text('batch'),
    caseId: text('case_id').notNull(),
    placeKey: text('place_key').notNull(),
    /** Who asked, `slack:<team>:<user>` or `jira:<site>:<account>`; null: nobody, or a ticket's own text does. */
    asker: text('asker'),
    /** `overheard`: a follow-up among people, said to nobody; answered where the file can. */
    kind: text('kind', { enum: ['file', 'follow_up', 'overheard', 'command'] }).notNull(),
    /** What was asked, with what is secret or personal masked; empty where a file came without a word. */
    text: text('text').notNull(),
    /** Sealed, as asked: null where nothing of it is masked. */
    whole: text('whole'),
    /** False: a ticket's own text, or words made here, which an answer does not repeat. */
    isTyped: integer('is_typed', { mode: 'boolean' }).notNull().default(true),
    /** Of a file: it came with a mention of the bot or in a direct message, or was to be read again. */
    isAddressed: integer('is_addressed', { mode: 'boolean' }).notNull().default(false),
    state: text('state', { enum: ['waiting', 'searching', 'answered', 'failed', 'cancelled'] }).notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** The case whose file this one is compared with; null: the question is about one file. */
    against: text('against'),
    /** What the service calls the two side by side. */
    deltaId: text('delta_id'),
    searchId: text('search_id'),
    /** Where to poll, as the service told it; only ever on its own origin. */
    statusUrl: text('status_url'),
    /** How often the deep search was posted: more than once only after an end nobody can know. */
    posts: integer('posts').notNull(),
    postedAtMs: integer('posted_at_ms'),
    answer: text('answer', { mode: 'json' }).$type<Json>(),
    /** Keys of the places that the posted answer named at its own. */
    named: text('named', { mode: 'json' }).$type<string[]>(),
    /** Key of the ticket that was filed with the answer: its description says what was found. */
    filedIn: text('filed_in'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [
    index('questions_of_case').on(table.caseId, table.createdAtMs),
    index('questions_of_place').on(table.placeKey, table.createdAtMs),
    index('questions_search').on(table.searchId),
    index('questions_of_batch').on(table.batch),
  ],
);

/** Which ticket a thread is about. `pending`: named, not looked up yet. `unknown`: no such ticket for us. */
export const ties = sqliteTable(
  'ties',
  {
    threadKey: text('thread_key').notNull(),
    /** Upper case. */
    issueKey: text('issue_key').notNull(),
    ticketKey: text('ticket_key'),
    state: text('state', { enum: ['pending', 'tied', 'unknown'] }).notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.threadKey, table.issueKey] }),
    index('ties_ticket').on(table.ticketKey),
    index('ties_by_age').on(table.createdAtMs),
  ],
);

/** One row for each key the service refused, and for each whose age is counted from first seen. Never the key. */
export const serviceKeys = sqliteTable(
  'service_keys',
  {
    fingerprint: text('fingerprint').primaryKey(),
    firstSeenMs: integer('first_seen_ms').notNull(),
    /** 401 or 403 while work waits; null while the key is taken. */
    refusedWith: integer('refused_with'),
    refusedSinceMs: integer('refused_since_ms'),
    /** Days before expiry of the last warning. */
    warnedAtDays: integer('warned_at_days'),
  },
  (table) => [index('service_keys_refused').on(table.refusedSinceMs)],
);

/** Jobs that wait for the service to take the key again, by dedup key. */
export const parkedJobs = sqliteTable('parked_jobs', {
  dedupKey: text('dedup_key').primaryKey(),
  parkedAtMs: integer('parked_at_ms').notNull(),
});

/** What the operator was told, and when: said once a day, also over a restart. */
export const operatorNotices = sqliteTable(
  'operator_notices',
  {
    key: text('key').primaryKey(),
    toldAtMs: integer('told_at_ms').notNull(),
  },
  (table) => [index('operator_notices_by_age').on(table.toldAtMs)],
);
