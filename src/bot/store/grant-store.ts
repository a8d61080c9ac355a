import { eq } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import { grants } from './memory.ts';

export type GrantStore = ReturnType<typeof createGrantStore>;

/** Tokens of installations, sealed where they lie. */
export function createGrantStore({ sql, clock, vault }: { sql: Sql; clock: Clock; vault: Vault }) {
  return {
    /** Plain JSON as it was kept; undefined: there is none. */
    async read(name: string): Promise<unknown> {
      const [row] = await sql.select().from(grants).where(eq(grants.name, name)).limit(1);
      return row && JSON.parse(await vault.open(row.sealed));
    },
    async write(name: string, grant: unknown): Promise<void> {
      const set = { sealed: await vault.seal(JSON.stringify(grant)), updatedAtMs: clock.now() };
      await sql
        .insert(grants)
        .values({ name, ...set })
        .onConflictDoUpdate({ target: grants.name, set });
    },
    async remove(name: string): Promise<void> {
      await sql.delete(grants).where(eq(grants.name, name));
    },
  };
}
