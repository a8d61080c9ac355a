import { and, asc, desc, eq, sql as expression, gte, inArray, lt, lte, ne, notInArray } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { guard } from '#core/guard.ts';
import { inList } from '#core/in-list.ts';
import { prepared } from '#core/prepared.ts';
import type { Sql, Statement } from '#core/sql.ts';
import type { FileState } from '../cases/messages.ts';
import { type Place, placeKey } from '../cases/place.ts';
import { cases, files, type inbox, operatorNotices, places, questions, ties } from './cases.ts';
import { deliveries } from './delivery.ts';

export type CaseRow = typeof cases.$inferSelect;
export type FileRow = typeof files.$inferSelect;
export type QuestionRow = typeof questions.$inferSelect;
export type PlaceRow = typeof places.$inferSelect;
type NewCase = typeof cases.$inferInsert;
export type NewQuestion = typeof questions.$inferInsert;

export type CaseStore = ReturnType<typeof createCaseStore>;

const dayMs = 86_400_000;

/** Bounds of what one place, message or question is asked about at once. */
const mostRows = 500;
const mostShares = 100;
const mostTies = 50;

/** States in which nothing more happens to a case by itself. */
export const endStates: readonly FileState[] = ['answered', 'skipped', 'failed', 'cancelled'];

export function isEnded(state: FileState): boolean {
  return endStates.includes(state);
}

const openStates: readonly FileState[] = [
  'queued',
  'downloading',
  'uploading',
  'analysing',
  'investigating',
  'waiting_for_service',
];

/** Reads of the tables of cases, and statements that change them, for the atomic list of a job's end. */
export function createCaseStore({
  sql,
  clock,
  areAllPlacesClosed = false,
}: {
  sql: Sql;
  clock: Clock;
  /** No place is named at another. */
  areAllPlacesClosed?: boolean;
}) {
  const { placeholder } = expression;
  const insertRequest = prepared(
    sql.all(expression`
      insert into inbox (key, source, payload, received_at_ms)
      values (${placeholder('key')}, ${placeholder('source')}, ${placeholder('payload')}, ${placeholder('receivedAtMs')})
      on conflict (key) do nothing returning key`),
  );

  return {
    /** Takes a notice for told, once a day also over restarts. `isNews`: this time it is to be told. */
    async tellOnce(key: string): Promise<{ isNews: boolean; toldAtMs: number }> {
      const toldAtMs = clock.now();
      const isOld = lte(operatorNotices.toldAtMs, toldAtMs - dayMs);
      const [news] = await sql
        .insert(operatorNotices)
        .values({ key, toldAtMs })
        .onConflictDoUpdate({ target: operatorNotices.key, set: { toldAtMs }, setWhere: isOld })
        .returning();
      if (news) return { isNews: true, toldAtMs };
      const row = await sql.select().from(operatorNotices).where(eq(operatorNotices.key, key)).get();
      return { isNews: false, toldAtMs: row?.toldAtMs ?? toldAtMs };
    },
    async findCase(id: string) {
      return first(await sql.select().from(cases).where(eq(cases.id, id)).limit(1));
    },
    async casesBySource(sourceKeys: readonly string[]) {
      if (sourceKeys.length === 0) return [];
      return sql.select().from(cases).where(inList(cases.sourceKey, sourceKeys)).limit(sourceKeys.length);
    },
    casesOfPlace: (key: string) =>
      newest(sql.select().from(cases).where(eq(cases.placeKey, key)).orderBy(desc(cases.createdAtMs)).limit(mostRows)),
    /** The newest places of a content that thousands may share. */
    casesOfContent: (sha256: string, limit = mostShares) =>
      newest(sql.select().from(cases).where(eq(cases.sha256, sha256)).orderBy(desc(cases.createdAtMs)).limit(limit)),
    /** Some of those that wait for the content; ask again once these have moved on. */
    openCasesOfContent: (sha256: string, limit = mostShares) =>
      sql
        .select()
        .from(cases)
        .where(and(eq(cases.sha256, sha256), inArray(cases.state, [...openStates])))
        .limit(limit),
    casesOfMessage: (team: string, channel: string, ts: string) =>
      sql
        .select()
        .from(cases)
        .where(and(eq(cases.team, team), eq(cases.channel, channel), eq(cases.messageTs, ts)))
        .limit(mostRows),
    casesOfVendorFile: (vendor: 'slack' | 'jira', fileId: string) =>
      sql
        .select()
        .from(cases)
        .where(and(eq(cases.vendor, vendor), eq(cases.fileId, fileId)))
        .limit(mostRows),
    /** Work of a workspace that goes on. */
    openCasesOfTeam: (team: string, limit: number) =>
      sql
        .select()
        .from(cases)
        .where(and(inArray(cases.state, [...openStates]), eq(cases.team, team), eq(cases.vendor, 'slack')))
        .limit(limit),
    recentCases: ({ team, channel }: { team: string; channel: string }, limit: number) =>
      sql
        .select()
        .from(cases)
        .where(and(eq(cases.team, team), eq(cases.channel, channel), eq(cases.isAskedHere, true)))
        .orderBy(desc(cases.createdAtMs))
        .limit(limit),
    /** What somebody brought, newest first. */
    casesOfAuthor: ({ team, user }: { team: string; user: string }, limit: number) =>
      sql
        .select()
        .from(cases)
        .where(and(eq(cases.team, team), eq(cases.author, user)))
        .orderBy(desc(cases.createdAtMs))
        .limit(limit),
    insertCase: (row: NewCase): Statement =>
      sql.insert(cases).values(row).onConflictDoNothing({ target: cases.sourceKey }),
    /** Fails the list it stands in where somebody else opened a case for the file meanwhile: the next run sees that one. */
    isNewSource(sourceKey: string): Statement {
      const known = sql.select({ id: cases.id }).from(cases).where(eq(cases.sourceKey, sourceKey));
      return guard(sql, expression`not exists ${known}`);
    },
    updateCase: (id: string, set: Partial<NewCase>): Statement =>
      sql
        .update(cases)
        .set({ ...set, updatedAtMs: clock.now() })
        // What was deleted does not come back by a step that was under way.
        .where(and(eq(cases.id, id), ne(cases.state, 'cancelled'))),

    /** Whether a case still needs the bytes. */
    async isContentInUse(sha256: string) {
      const isOpen = and(eq(cases.sha256, sha256), inArray(cases.state, [...openStates]));
      return first(await sql.select({ id: cases.id }).from(cases).where(isOpen).limit(1)) !== undefined;
    },

    /** Moves on every case of a content that has not ended. */
    updateCasesOfContent: (sha256: string, state: FileState): Statement =>
      sql
        .update(cases)
        .set({ state, updatedAtMs: clock.now() })
        .where(and(eq(cases.sha256, sha256), inArray(cases.state, [...openStates]))),

    async findFile(sha256: string) {
      return first(await sql.select().from(files).where(eq(files.sha256, sha256)).limit(1));
    },
    async fileByServiceId(serviceId: string) {
      return first(await sql.select().from(files).where(eq(files.serviceId, serviceId)).limit(1));
    },
    insertFile: (row: typeof files.$inferInsert): Statement =>
      sql.insert(files).values(row).onConflictDoNothing({ target: files.sha256 }),
    /** Changes nothing where another generation has begun meanwhile. */
    updateFile: (sha256: string, generation: number, set: Partial<typeof files.$inferInsert>): Statement =>
      sql
        .update(files)
        .set(set)
        .where(and(eq(files.sha256, sha256), eq(files.generation, generation))),

    async findQuestion(id: string) {
      return first(await sql.select().from(questions).where(eq(questions.id, id)).limit(1));
    },
    async questionBySearch(searchId: string) {
      return first(await sql.select().from(questions).where(eq(questions.searchId, searchId)).limit(1));
    },
    async questionsOfCases(caseIds: readonly string[]) {
      if (caseIds.length === 0) return [];
      return sql
        .select()
        .from(questions)
        .where(inList(questions.caseId, caseIds))
        .orderBy(asc(questions.createdAtMs), asc(questions.id))
        .limit(mostRows);
    },
    questionsOfPlace: (key: string) =>
      newest(
        sql
          .select()
          .from(questions)
          .where(eq(questions.placeKey, key))
          .orderBy(desc(questions.createdAtMs))
          .limit(mostRows),
      ),
    /** Those that one command or message asked, one a case. */
    questionsAskedBy: (askKey: string) =>
      sql
        .select()
        .from(questions)
        .where(and(gte(questions.askKey, `${askKey}:`), lt(questions.askKey, `${askKey};`)))
        .limit(mostRows),
    insertQuestion: (row: NewQuestion): Statement =>
      sql.insert(questions).values(row).onConflictDoNothing({ target: questions.askKey }),
    updateQuestion: (id: string, set: Partial<NewQuestion>): Statement =>
      sql
        .update(questions)
        .set({ ...set, updatedAtMs: clock.now() })
        .where(and(eq(questions.id, id), ne(questions.state, 'cancelled'))),
    /** Fails the list it stands in where the question was cancelled or given up meanwhile. */
    holdsWhileWanted(id: string): Statement {
      const isWanted = and(eq(questions.id, id), notInArray(questions.state, ['cancelled', 'failed']));
      return guard(sql, expression`exists ${sql.select({ id: questions.id }).from(questions).where(isWanted)}`);
    },
    /** Fails the list it stands in where something was planned under keys that begin so; the prefix ends with a colon. */
    hasNoDelivery(prefix: string): Statement {
      const planned = sql
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(
          and(
            inArray(deliveries.destination, ['slack', 'jira']),
            gte(deliveries.key, prefix),
            lt(deliveries.key, `${prefix.slice(0, -1)};`),
          ),
        );
      return guard(sql, expression`not exists ${planned}`);
    },
    /** Those of some searches that belong to a question already. */
    async takenSearchIds(ids: readonly string[]) {
      const rows = await sql
        .select({ searchId: questions.searchId })
        .from(questions)
        .where(inList(questions.searchId, ids))
        .limit(ids.length);
      return new Set(rows.map(({ searchId }) => searchId));
    },

    async findPlace(key: string) {
      return first(await sql.select().from(places).where(eq(places.key, key)).limit(1));
    },
    async findPlaces(keys: readonly string[]) {
      if (keys.length === 0) return [];
      return sql.select().from(places).where(inList(places.key, keys)).limit(keys.length);
    },
    savePlace(place: Place, seen: { label: string; url: string | null; isOpen: boolean }): Statement {
      const isOpen = seen.isOpen && !areAllPlacesClosed;
      const row = { key: placeKey(place), place, ...seen, isOpen, seenAtMs: clock.now() };
      const { key: _, ...seenNow } = row;
      // Not everybody who saves a place looks up its address.
      const set = { ...seenNow, url: expression`coalesce(excluded.url, ${places.url})` };
      return sql.insert(places).values(row).onConflictDoUpdate({ target: places.key, set });
    },

    async findTie(threadKey: string, issueKey: string) {
      const same = and(eq(ties.threadKey, threadKey), eq(ties.issueKey, issueKey));
      return first(await sql.select().from(ties).where(same).limit(1));
    },
    tiesOfThread: (key: string) => sql.select().from(ties).where(eq(ties.threadKey, key)).limit(mostTies),
    tiesOfTicket: (key: string) => sql.select().from(ties).where(eq(ties.ticketKey, key)).limit(mostTies),
    insertTie: (row: typeof ties.$inferInsert): Statement => sql.insert(ties).values(row).onConflictDoNothing(),
    /** Ties for certain, whatever became of the same tie before. */
    tie: (row: { threadKey: string; issueKey: string; ticketKey: string }): Statement =>
      sql
        .insert(ties)
        .values({ ...row, state: 'tied', createdAtMs: clock.now() })
        .onConflictDoUpdate({
          target: [ties.threadKey, ties.issueKey],
          set: { state: 'tied', ticketKey: row.ticketKey },
        }),

    /** What somebody else tied stays tied. */
    dropPendingTie: (threadKey: string, issueKey: string): Statement =>
      sql
        .update(ties)
        .set({ state: 'unknown' })
        .where(and(eq(ties.threadKey, threadKey), eq(ties.issueKey, issueKey), eq(ties.state, 'pending'))),

    /** A condition: the request with this `key` was not taken before. */
    isNewRequest: expression`not exists (select 1 from inbox where key = ${placeholder('key')})`,
    /** Returns no row where the request was taken before. */
    insertInbox: ({ payload, ...row }: typeof inbox.$inferInsert): Statement =>
      insertRequest({ ...row, payload: JSON.stringify(payload) }),
  };
}

/** In the order they came, of a list read newest first. */
async function newest<T>(rows: PromiseLike<T[]>): Promise<T[]> {
  return (await rows).reverse();
}

function first<T>(rows: readonly T[]): T | undefined {
  return rows[0];
}
