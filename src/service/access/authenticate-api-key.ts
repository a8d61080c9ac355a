import { eq } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Sql } from '#core/sql.ts';
import type { Caller } from '../api/endpoint.ts';
import { ApiError, type ErrorCode } from '../api/errors.ts';
import { users } from '../store/accounts.ts';
import { apiKeys } from '../store/api-keys.ts';
import { hashApiKey, isWellFormedApiKey } from './api-key-format.ts';

const challenge = { 'www-authenticate': 'API_KEY realm="logtriage"' };
const refusal = 'The request carries no API key that this service accepts. Send `Authorization: API_KEY <key>`.';

/** Who an `Authorization: API_KEY …` header belongs to. The account is looked at anew with each request. */
export function createAuthenticateApiKey(deps: {
  sql: Sql;
  clock: Clock;
  /** The embedded bot's account, which no rate limit holds. */
  isUnlimited(userId: string): boolean;
}): (request: Request) => Promise<Caller> {
  const { sql, clock } = deps;
  return async (request) => {
    const key = readApiKey(request.headers.get('authorization'));
    if (key === undefined) throw refuse('api_key_missing');
    if (!isWellFormedApiKey(key)) throw refuse('api_key_invalid');
    const [row] = await sql
      .select({ key: apiKeys, user: users })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(eq(apiKeys.hash, hashApiKey(key)));
    if (!row) throw refuse('api_key_invalid');
    if (row.key.endedBy === 'revoked') throw refuse('api_key_revoked');
    if (row.key.endedAtMs !== null || row.key.expiresAtMs <= clock.now()) throw refuse('api_key_expired');
    if (!row.user.hasApiAccess) throw new ApiError('api_access_required');
    return { user: row.user, limitKey: row.key.id, isUnlimited: deps.isUnlimited(row.user.id) };
  };
}

/** Undefined for no header and for any scheme but API_KEY. Schemes are case-insensitive (RFC 9110, 11.1), keys are not. */
function readApiKey(header: string | null | undefined): string | undefined {
  return /^api_key +(\S+) *$/i.exec(header ?? '')?.[1];
}

function refuse(code: ErrorCode): ApiError {
  return new ApiError(code, { message: refusal, headers: challenge });
}
