import type { Clock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import type { Sql, Statement } from '#core/sql.ts';
import { auditEntries } from '../store/accounts.ts';

/** For an atomic list with the change itself. No secret goes into `detail`. */
export function auditStatement(
  sql: Sql,
  clock: Clock,
  actor: string,
  action: string,
  target: string,
  detail: Record<string, string | number | boolean | null> = {},
): Statement {
  return sql.insert(auditEntries).values({ id: newId(clock), atMs: clock.now(), actor, action, target, detail });
}
