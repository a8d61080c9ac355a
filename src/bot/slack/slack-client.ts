import { type FetchFunction, type Logger, LogLevel, WebClient } from '@slack/web-api';
import { RemoteError } from '#core/errors.ts';
import { createDownloadRule, type DownloadRule } from '../fetching/download-rule.ts';
import { toRemoteError } from './slack-errors.ts';
import type { Workspaces } from './workspaces.ts';

type SlackReply = Record<string, unknown>;

export interface SlackClient {
  /**
   * One call of the Web API, never repeated. Throws RemoteError; `isAmbiguous` only for calls that write.
   * Ends within the time limit, earlier when `signal` says so.
   */
  call(method: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<SlackReply>;
  /** Sends bytes to an address Slack gave out for an upload. No credentials go with them. */
  upload(url: string, bytes: Uint8Array<ArrayBuffer>, signal?: AbortSignal): Promise<void>;
  /** Sends JSON to a `response_url`. */
  respond(url: string, body: Record<string, unknown>, signal?: AbortSignal): Promise<void>;
}

/** Speaks with one workspace, with its own token: an empty name means that of SLACK_BOT_TOKEN. */
export type SlackClients = (team: string) => SlackClient;

export interface SlackClientOptions {
  workspaces: Pick<Workspaces, 'tokenOf'>;
  /** Refusals say which workspace's token was used. */
  namesAccounts?: boolean;
  /** Root of the Web API, with a slash at the end. */
  apiUrl: string;
  /** Where upload and response addresses may lie; default: at Slack's own and the API's. */
  rule?: Pick<DownloadRule, 'allows'>;
  fetch?: typeof fetch;
  timeoutMs?: number;
}

const defaultTimeoutMs = 15_000;

/** The door to Slack's Web API: no retries, no waiting for rate limits, errors in our own words. */
export function createSlackClients({
  workspaces,
  apiUrl,
  timeoutMs = defaultTimeoutMs,
  ...rest
}: SlackClientOptions): SlackClients {
  const rule = rest.rule ?? createDownloadRule({ slackApiUrl: apiUrl, jiraBaseUrl: apiUrl, allow: [] });
  const send = rest.fetch ?? ((url, init) => fetch(url, init));
  const kept = new Map<string, WebClient>();

  return (team) => ({
    async call(method, args, signal) {
      const isWrite = writes.test(method);
      try {
        const web = webOf(team, await workspaces.tokenOf(team));
        return (await untilAborted(web.apiCall(method, args), signal)) as unknown as SlackReply;
      } catch (error) {
        throw toRemoteError(error, method, isWrite, rest.namesAccounts && team !== '' ? team : undefined);
      }
    },
    async upload(url, bytes, signal) {
      const response = await post(
        url,
        { method: 'POST', body: bytes, headers: { 'content-type': 'application/octet-stream' } },
        signal,
      );
      // Bytes alone show nothing to anybody: an upload that failed can simply be begun anew.
      if (!response.ok) throw httpError('the file upload', response, false);
    },
    async respond(url, body, signal) {
      const headers = { 'content-type': 'application/json' };
      const response = await post(url, { method: 'POST', body: JSON.stringify(body), headers }, signal);
      if (!response.ok) throw httpError('response_url', response, response.status >= 500);
    },
  });

  function webOf(team: string, token: string): WebClient {
    const known = kept.get(team);
    if (known?.token === token) return known;
    const web = new WebClient(token, {
      slackApiUrl: apiUrl,
      timeout: timeoutMs,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      allowAbsoluteUrls: false,
      logger: quietLogger,
      fetch: send as FetchFunction,
    });
    kept.set(team, web);
    return web;
  }

  async function post(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
    const target = URL.parse(url);
    if (!target || !rule.allows(target, 'slack')) {
      throw new RemoteError('rejected', 'Slack returned an address that is not allowed', { reason: 'blocked_address' });
    }
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(url, {
        ...init,
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      await response.arrayBuffer();
      return response;
    } catch (cause) {
      throw new RemoteError('unavailable', 'Slack could not be reached', { isAmbiguous: true, cause });
    }
  }
}

const writes =
  /^(?:chat\.(?:postMessage|postEphemeral|update|delete)|files\.(?:completeUploadExternal|delete)|reactions\.|conversations\.(?:join|open))/;

/** Rejects as soon as the caller gives up; the call itself ends by its own time limit. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await work;
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => {});
  }
}

function httpError(what: string, response: Response, isAmbiguous: boolean): RemoteError {
  const { status } = response;
  if (status === 429) {
    const retryAfterMs = (Number(response.headers.get('retry-after')) || 1) * 1000;
    return new RemoteError('retry_later', `Slack rate-limits ${what}`, { status, retryAfterMs });
  }
  const code = status >= 500 ? 'unavailable' : status === 404 ? 'not_found' : 'rejected';
  return new RemoteError(code, `Slack refused ${what} with status ${status}`, { status, isAmbiguous });
}

/** The library logs whole requests; ours are logged, where it counts, by those who make them. */
const quietLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => LogLevel.ERROR,
  setName() {},
};
