import type { Caller } from '../api/endpoint.ts';
import { ApiError } from '../api/errors.ts';
import { requireOwnOrigin } from './require-own-origin.ts';
import { readSessionCookie } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';

/** Who a console request comes from. An API key is no session: it may not mint its successor. */
export function createAuthenticateSession(
  sessions: Sessions,
  publicUrl: string | undefined,
): (request: Request) => Promise<Caller> {
  return async (request) => {
    const found = await sessions.find(readSessionCookie(request));
    if (!found) throw new ApiError('session_required', { headers: { 'www-authenticate': 'Cookie' } });
    requireOwnOrigin(request, publicUrl);
    return { user: found.user, limitKey: found.user.id, isUnlimited: false, sessionId: found.session.id };
  };
}
