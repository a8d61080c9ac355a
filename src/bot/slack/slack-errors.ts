import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';
import { RemoteError, type RemoteErrorCode } from '#core/errors.ts';
import { neverArrived } from '../fetching/never-arrived.ts';

/** Slack's error words by what they mean for us; every other one is a call Slack will not take. */
const codes: Record<string, RemoteErrorCode> = {
  not_authed: 'unauthorized',
  invalid_auth: 'unauthorized',
  account_inactive: 'unauthorized',
  token_revoked: 'unauthorized',
  token_expired: 'unauthorized',
  missing_scope: 'forbidden',
  not_allowed_token_type: 'forbidden',
  no_permission: 'forbidden',
  access_denied: 'forbidden',
  not_in_channel: 'forbidden',
  is_archived: 'forbidden',
  restricted_action: 'forbidden',
  restricted_action_read_only_channel: 'forbidden',
  restricted_action_thread_only_channel: 'forbidden',
  restricted_action_thread_locked: 'forbidden',
  restricted_action_non_threadable_channel: 'forbidden',
  messages_tab_disabled: 'forbidden',
  ekm_access_denied: 'forbidden',
  org_login_required: 'forbidden',
  team_access_not_granted: 'forbidden',
  channel_not_found: 'not_found',
  thread_not_found: 'not_found',
  message_not_found: 'not_found',
  file_not_found: 'not_found',
  file_deleted: 'not_found',
  user_not_found: 'not_found',
  not_visible: 'not_found',
  ratelimited: 'retry_later',
  rate_limited: 'retry_later',
  message_limit_exceeded: 'retry_later',
  accesslimited: 'retry_later',
};

/** Refusals that no invitation, permission or setting undoes. */
const lasting = ['is_archived', 'restricted_action_thread_locked', 'restricted_action_non_threadable_channel'];

/** Slack carried the call out, or did not: it cannot say. */
const unsure = ['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout', 'team_added_to_org'];
const fallbackRetryMs = 30_000;

/** Translates what web-api throws. `account`: whose token it was, where there are several. The message names the method and Slack's own word, never a body. */
export function toRemoteError(error: unknown, method: string, isWrite: boolean, account?: string): RemoteError {
  if (error instanceof RemoteError) return error;
  if (error instanceof WebAPIRateLimitedError) {
    return new RemoteError('retry_later', `Slack rate-limits ${method}`, {
      status: 429,
      reason: 'ratelimited',
      retryAfterMs: error.retryAfter * 1000,
    });
  }
  if (error instanceof WebAPIPlatformError) return fromPlatform(error, method, isWrite, account);
  if (error instanceof WebAPIHTTPError) {
    const status = error.statusCode;
    const refused: Record<number, RemoteErrorCode> = { 401: 'unauthorized', 403: 'forbidden', 408: 'unavailable' };
    const code = status >= 500 ? 'unavailable' : (refused[status] ?? 'rejected');
    return new RemoteError(code, `Slack answered ${method} with status ${status}`, {
      status,
      reason: `http_${status}`,
      needsPeople: status === 401 || status === 403,
      isAmbiguous: isWrite && code === 'unavailable',
    });
  }
  if (error instanceof Error && error.message.startsWith('Retry header')) {
    return new RemoteError('retry_later', `Slack rate-limits ${method}`, {
      status: 429,
      retryAfterMs: fallbackRetryMs,
    });
  }
  const cause = error instanceof WebAPIRequestError ? error.original : error;
  return new RemoteError('unavailable', `Slack could not be reached for ${method}`, {
    isAmbiguous: isWrite && !neverArrived(cause),
    cause,
  });
}

function fromPlatform(
  error: WebAPIPlatformError,
  method: string,
  isWrite: boolean,
  account: string | undefined,
): RemoteError {
  const word = error.data.error;
  // A page instead of JSON, from a proxy or a sign-in: the library hands its text on as the error word.
  if (typeof word !== 'string' || !/^[a-z0-9_]{1,60}$/.test(word)) {
    return new RemoteError('unavailable', `Slack answered ${method} with invalid JSON`, {
      reason: 'not_json',
      isAmbiguous: isWrite,
    });
  }
  if (unsure.includes(word)) {
    return new RemoteError('unavailable', `Slack failed at ${method}: ${word}`, { reason: word, isAmbiguous: isWrite });
  }
  const code = Object.hasOwn(codes, word) ? codes[word]! : 'rejected';
  const needed = (error.data as { needed?: unknown }).needed;
  const reason = word === 'missing_scope' && typeof needed === 'string' ? `missing_scope:${needed}` : word;
  return new RemoteError(code, `Slack refused ${method}: ${reason}`, {
    reason,
    account,
    // A channel that is not to be seen may be a private one the bot was not invited to.
    needsPeople:
      code === 'unauthorized' ||
      (code === 'forbidden' && !lasting.includes(word)) ||
      (isWrite && word === 'channel_not_found'),
    ...(code === 'retry_later' ? { retryAfterMs: fallbackRetryMs } : {}),
  });
}

/** The scope a refusal asked for, by Slack's name. */
export function missingScope(error: RemoteError): string | undefined {
  return error.reason?.startsWith('missing_scope:') ? error.reason.slice('missing_scope:'.length) : undefined;
}
