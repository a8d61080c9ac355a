import { and, eq, gte, lt, lte } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Sql, Statement } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import { grants } from './memory.ts';

export type InstallationStore = ReturnType<typeof createInstallationStore>;

/** As it lies in the database; `sealed` names this version of it. */
export interface StoredInstallation {
  id: string;
  value: unknown;
  sealed: string;
}

const prefix = 'slack:';
/** The next character after the colon: every name with the prefix lies before it. */
const afterPrefix = 'slack;';
const renewalPrefix = 'slack-renewal:';
const mostInstallations = 1_000;

/** What workspaces gave the app, one row each, sealed where it lies. */
export function createInstallationStore({ sql, clock, vault }: { sql: Sql; clock: Clock; vault: Vault }) {
  async function toStored({ name, sealed }: typeof grants.$inferSelect): Promise<StoredInstallation> {
    return { id: name.slice(prefix.length), value: JSON.parse(await vault.open(sealed)), sealed };
  }

  async function list(): Promise<StoredInstallation[]> {
    const isOne = and(gte(grants.name, prefix), lt(grants.name, afterPrefix));
    return await Promise.all((await sql.select().from(grants).where(isOne).limit(mostInstallations)).map(toStored));
  }

  /** False: it was removed or given anew since, and stays as it is. */
  async function replace({ id, sealed }: StoredInstallation, value: unknown): Promise<boolean> {
    const changed = await sql
      .update(grants)
      .set({ sealed: await vault.seal(JSON.stringify(value)), updatedAtMs: clock.now() })
      .where(and(eq(grants.name, `${prefix}${id}`), eq(grants.sealed, sealed)))
      .returning({ name: grants.name });
    return changed.length > 0;
  }

  return {
    async read(id: string): Promise<StoredInstallation | undefined> {
      const [row] = await sql
        .select()
        .from(grants)
        .where(eq(grants.name, `${prefix}${id}`))
        .limit(1);
      return row && (await toStored(row));
    },

    list,

    async save(id: string, value: unknown): Promise<void> {
      const set = { sealed: await vault.seal(JSON.stringify(value)), updatedAtMs: clock.now() };
      await sql
        .insert(grants)
        .values({ name: `${prefix}${id}`, ...set })
        .onConflictDoUpdate({ target: grants.name, set });
    },

    replace,

    /** Takes away this version of it and no later one. */
    removeStatement: ({ id, sealed }: StoredInstallation): Statement =>
      sql.delete(grants).where(and(eq(grants.name, `${prefix}${id}`), eq(grants.sealed, sealed))),

    /** Takes the right to renew, for a while. False: another process has it. */
    async claimRenewal(id: string, leaseMs: number): Promise<boolean> {
      const now = clock.now();
      const taken = await sql
        .insert(grants)
        .values({ name: `${renewalPrefix}${id}`, sealed: '', updatedAtMs: now })
        .onConflictDoUpdate({
          target: grants.name,
          set: { updatedAtMs: now },
          setWhere: lte(grants.updatedAtMs, now - leaseMs),
        })
        .returning({ name: grants.name });
      return taken.length > 0;
    },
    async endRenewal(id: string): Promise<void> {
      await sql.delete(grants).where(eq(grants.name, `${renewalPrefix}${id}`));
    },
  };
}
