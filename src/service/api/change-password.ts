import { and, eq, isNull, ne } from 'drizzle-orm';
import { z } from 'zod';
import type { Attempts } from '#core/attempts.ts';
import type { Clock } from '#core/clock.ts';
import { atomic, type Sql } from '#core/sql.ts';
import { auditStatement } from '../access/audit.ts';
import { hashPassword } from '../access/password.ts';
import { provePassword } from '../access/prove-password.ts';
import { sessions, users } from '../store/accounts.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';

/** One's own password, for whoever knows the one before. Ends every other session of the account. */
export function changePassword(deps: { sql: Sql; clock: Clock; attempts: Attempts }): Endpoint {
  const { sql, clock, attempts } = deps;
  return defineEndpoint({
    method: 'POST',
    path: '/password',
    operationId: 'changePassword',
    summary: 'Change your own password. Your other sessions end.',
    isExtension: true,
    body: z.object({
      old_password: z.string().min(1).max(1024),
      new_password: z.string().min(8, 'must have at least 8 characters').max(1024),
    }),
    success: [{ status: 200, data: z.object({}) }],
    errors: ['password_wrong', 'rate_limited'],
    async handle({ caller, body }) {
      const { user } = caller;
      const proof = await provePassword(attempts, [{ key: `password ${user.id}`, max: 10 }], body.old_password, user);
      if (proof.result === 'too_many') {
        throw new ApiError('rate_limited', { headers: { 'retry-after': String(proof.retryAfterSeconds) } });
      }
      if (proof.result === 'wrong') throw new ApiError('password_wrong');
      const others = and(
        eq(sessions.userId, user.id),
        isNull(sessions.endedAtMs),
        ne(sessions.id, caller.sessionId ?? ''),
      );
      await atomic(sql, [
        sql
          .update(users)
          .set({ passwordHash: await hashPassword(body.new_password) })
          .where(eq(users.id, user.id)),
        sql.update(sessions).set({ endedAtMs: clock.now() }).where(others),
        auditStatement(sql, clock, user.id, 'password.changed', user.id),
      ]);
      return { message: 'The password is changed. Your other sessions have ended.', data: {} };
    },
  });
}
