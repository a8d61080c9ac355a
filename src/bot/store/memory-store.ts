import { and, desc, eq, sql as expression, inArray, or } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { inList } from '#core/in-list.ts';
import type { Sql, Statement } from '#core/sql.ts';
import { captureRequests, sightings, signatures, sweepMarks } from './memory.ts';

export type MemoryStore = ReturnType<typeof createMemoryStore>;
export type Signature = typeof signatures.$inferSelect;
export type Sighting = typeof sightings.$inferSelect;

const mostSightings = 200;
const mostAliases = 50;

/** Which causes were seen before, where, and what people said of them. */
export function createMemoryStore({ sql, clock }: { sql: Sql; clock: Clock }) {
  async function find(key: string): Promise<Signature | undefined> {
    const [row] = await sql.select().from(signatures).where(eq(signatures.key, key)).limit(1);
    return row;
  }

  /** The cause that a signature stands for: another one where it was said to be its duplicate. */
  async function canonical(key: string): Promise<Signature | undefined> {
    const row = await find(key);
    return row?.sameAs ? ((await find(row.sameAs)) ?? row) : row;
  }

  const keysOfPlace = (placeKey: string) =>
    sql
      .select({ key: sightings.signatureKey })
      .from(sightings)
      .where(eq(sightings.placeKey, placeKey))
      .limit(mostSightings);

  return {
    canonical,

    /** Where a cause was found, newest first; what was said to be wrong left out. */
    async sightingsOf(key: string): Promise<Sighting[]> {
      const aliases = await sql
        .select({ key: signatures.key })
        .from(signatures)
        .where(eq(signatures.sameAs, key))
        .limit(mostAliases);
      return await sql
        .select()
        .from(sightings)
        .where(
          and(inList(sightings.signatureKey, [key, ...aliases.map((row) => row.key)]), eq(sightings.isWrong, false)),
        )
        .orderBy(desc(sightings.seenAtMs))
        .limit(mostSightings);
    },

    /** The causes found at a place, newest first. */
    async causesOfPlace(placeKey: string): Promise<Signature[]> {
      const rows = await sql
        .select({ key: sightings.signatureKey })
        .from(sightings)
        .where(and(eq(sightings.placeKey, placeKey), eq(sightings.isWrong, false)))
        .orderBy(desc(sightings.seenAtMs))
        .limit(mostSightings);
      const keys = [...new Set(rows.map(({ key }) => key))];
      const causes = await Promise.all(keys.slice(0, mostAliases).map(canonical));
      return [...new Map(causes.flatMap((cause) => (cause ? [[cause.key, cause] as const] : []))).values()];
    },

    see(
      { key, words, cause }: { key: string; words: string; cause: string },
      seen: Omit<Sighting, 'signatureKey' | 'isWrong'>,
    ) {
      const { seenAtMs } = seen;
      return [
        sql
          .insert(signatures)
          .values({ key, words, cause, firstSeenMs: seenAtMs, lastSeenMs: seenAtMs })
          .onConflictDoUpdate({ target: signatures.key, set: { lastSeenMs: seenAtMs } }),
        sql
          .insert(sightings)
          .values({ signatureKey: key, ...seen })
          .onConflictDoNothing(),
      ] satisfies Statement[];
    },

    fix: (key: string, version: string): Statement =>
      sql.update(signatures).set({ fixedIn: version, fixedAtMs: clock.now() }).where(eq(signatures.key, key)),

    /** All that stood for the one stands for the other from now on. */
    join: (key: string, into: string): Statement =>
      sql
        .update(signatures)
        .set({ sameAs: into })
        .where(or(eq(signatures.key, key), eq(signatures.sameAs, key))),

    /** Takes back what was joined to causes seen at this place. */
    part: (placeKey: string): Statement =>
      sql
        .update(signatures)
        .set({ sameAs: null })
        .where(inArray(signatures.key, keysOfPlace(placeKey))),

    /** What was ever found at this place, right or wrong, each with the cause it stands for. */
    async foundAt(placeKey: string): Promise<{ key: string; sameAs: string | null }[]> {
      return await sql
        .select({ key: signatures.key, sameAs: signatures.sameAs })
        .from(signatures)
        .where(inArray(signatures.key, keysOfPlace(placeKey)))
        .limit(mostSightings);
    },

    /** Somebody said that this file's cause is another. */
    async isWrong(caseId: string): Promise<boolean> {
      const [row] = await sql
        .select({ caseId: sightings.caseId })
        .from(sightings)
        .where(and(eq(sightings.caseId, caseId), eq(sightings.isWrong, true)))
        .limit(1);
      return row !== undefined;
    },

    /** What was found at this place until now is not the cause. */
    refute: (placeKey: string): Statement =>
      sql.update(sightings).set({ isWrong: true }).where(eq(sightings.placeKey, placeKey)),

    /** What was found in one file is, or is not, the cause that it was taken for. */
    setWrong: (caseId: string, isWrong: boolean): Statement =>
      sql.update(sightings).set({ isWrong }).where(eq(sightings.caseId, caseId)),

    async captureRequest(placeKey: string) {
      const [row] = await sql.select().from(captureRequests).where(eq(captureRequests.placeKey, placeKey)).limit(1);
      return row;
    },
    requestCapture: (placeKey: string): Statement =>
      sql
        .insert(captureRequests)
        .values({ placeKey, askedAtMs: clock.now() })
        .onConflictDoUpdate({ target: captureRequests.placeKey, set: { askedAtMs: clock.now(), cameAtMs: null } }),
    endCaptureRequest: (placeKey: string): Statement =>
      sql.update(captureRequests).set({ cameAtMs: clock.now() }).where(eq(captureRequests.placeKey, placeKey)),

    async sweptUntilMs(name: string): Promise<number | undefined> {
      const [row] = await sql.select().from(sweepMarks).where(eq(sweepMarks.name, name)).limit(1);
      return row?.coveredUntilMs;
    },
    markSwept: (name: string, coveredUntilMs: number): Statement =>
      sql
        .insert(sweepMarks)
        .values({ name, coveredUntilMs })
        .onConflictDoUpdate({
          target: sweepMarks.name,
          set: { coveredUntilMs: expression`max(${sweepMarks.coveredUntilMs}, ${coveredUntilMs})` },
        }),
  };
}
