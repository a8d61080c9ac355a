import type { Client, SendRequestOptions } from 'jira.js/core';
import { RemoteError } from '#core/errors.ts';
import type { JiraAccess } from './jira-access.ts';
import { missingScope, toJiraError, unreachable } from './jira-errors.ts';

interface JiraClientOptions {
  /** The site as people open it: origin and context path, no slash at the end. */
  baseUrl: string;
  kind?: 'cloud' | 'datacenter' | undefined;
  access: JiraAccess;
  fetch?: typeof fetch;
  timeoutMs?: number;
}

export interface JiraClient extends Pick<JiraAccess, 'apiUrl' | 'authorization'> {
  baseUrl: string;
  isDataCenter: boolean;
  /**
   * What jira.js sends its calls through, bound to a signal. One try each, ended by the time limit, failures as
   * RemoteError. jira.js's own transport has neither a time limit nor a way to call a request off.
   */
  during(signal?: AbortSignal): Client;
}

const defaultTimeoutMs = 15_000;

export function createJiraClient(options: JiraClientOptions): JiraClient {
  const { baseUrl, access, kind, timeoutMs = defaultTimeoutMs } = options;
  const send = options.fetch ?? ((url, init) => fetch(url, init));
  const isDataCenter = kind === 'datacenter';

  return {
    baseUrl,
    isDataCenter,
    apiUrl: access.apiUrl,
    authorization: access.authorization,
    during: (signal) => ({
      // jira.js names the type of an answer, nobody has looked at it: callers read it through schemas of their own.
      sendRequest: async <T>(request: SendRequestOptions<T>) => (await sendFresh(request, signal)) as T,
    }),
  };

  /** Access that ended before its time is renewed once: what was refused for it was not carried out. */
  async function sendFresh(request: SendRequestOptions, signal: AbortSignal | undefined): Promise<unknown> {
    const authorization = await access.authorization();
    try {
      return await sendOnce(request, authorization, signal);
    } catch (error) {
      const isRefusal = error instanceof RemoteError && error.code === 'unauthorized' && error.reason !== missingScope;
      if (!isRefusal || !(await access.renew(authorization))) throw error;
      return await sendOnce(request, await access.authorization(), signal);
    }
  }

  async function sendOnce(
    request: SendRequestOptions,
    authorization: string,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const { url, method = 'GET', body } = request;
    // Data Center has version 2 alone; most of what is used here is the same in both.
    const path = isDataCenter ? url.replace(/^\/rest\/api\/3\//, '/rest/api/2/') : url;
    const what = `${method} ${path}`;
    const isWrite = method !== 'GET' && method !== 'HEAD' && !reads.test(path);
    const limit = AbortSignal.timeout(timeoutMs);
    const isForm = body instanceof FormData;
    const apiUrl = await access.apiUrl();
    let response: Response;
    let text: string;
    try {
      response = await send(`${apiUrl}${path}${toQuery(request.searchParams)}`, {
        method,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        headers: {
          accept: 'application/json',
          authorization,
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...request.headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      text = await response.text();
    } catch (cause) {
      throw unreachable(what, isWrite, cause);
    }
    if (!response.ok) throw toJiraError(response, what, isWrite, text);
    if (text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      throw new RemoteError('unavailable', `Jira answered ${what} with invalid JSON`, {
        status: response.status,
        reason: 'not_json',
        isAmbiguous: isWrite,
      });
    }
  }
}

/** Calls that only read although they are posted. */
const reads = /\/(?:comment\/list|search|search\/jql|search\/approximate-count)$/;

function toQuery(params: Record<string, unknown> | undefined): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
