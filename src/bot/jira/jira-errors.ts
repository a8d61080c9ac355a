import { RemoteError, type RemoteErrorCode } from '#core/errors.ts';
import { neverArrived } from '../fetching/never-arrived.ts';

const fallbackRetryMs = 10_000;
const codes: Record<number, RemoteErrorCode> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'unavailable',
  409: 'unavailable',
  425: 'unavailable',
  429: 'retry_later',
};

/** Why a call through the gateway is refused to a token that is good for others. */
export const missingScope = 'missing_scope';

/** Translates a refusal of Jira's by its status and headers; the body may quote anybody and is not repeated. */
export function toJiraError(response: Response, what: string, isWrite: boolean, body = ''): RemoteError {
  const { status, headers } = response;
  if (status === 429) {
    return new RemoteError('retry_later', `Jira rate-limits ${what}`, {
      status,
      reason: headers.get('ratelimit-reason') ?? undefined,
      retryAfterMs: readRetryAfter(headers.get('retry-after')),
    });
  }
  // A redirect leads to a sign-in page: the credentials did not count.
  const isRedirect = status >= 300 && status < 400;
  const code = isRedirect ? 'unauthorized' : (codes[status] ?? (status >= 500 ? 'unavailable' : 'rejected'));
  return new RemoteError(code, `Jira answered ${what} with status ${status}`, {
    status,
    reason: status === 401 && /scope does not match/i.test(body.slice(0, 1_000)) ? missingScope : `http_${status}`,
    isAmbiguous: isWrite && code === 'unavailable',
  });
}

export function unreachable(what: string, isWrite: boolean, cause: unknown): RemoteError {
  return new RemoteError('unavailable', `Jira could not be reached for ${what}`, {
    isAmbiguous: isWrite && !neverArrived(cause),
    cause,
  });
}

function readRetryAfter(value: string | null): number {
  const seconds = Number(value ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : fallbackRetryMs;
}
