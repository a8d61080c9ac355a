import type { Client, SendRequestOptions } from 'jira.js/core';
import { RemoteError } from '#core/errors.ts';
import { toJiraError, unreachable } from './jira-errors.ts';

export interface JiraClientOptions {
  /** Origin and context path, no slash at the end. */
  baseUrl: string;
  email: string;
  apiToken: string;
  fetch?: typeof fetch;
  timeoutMs?: number;
}

export interface JiraClient {
  baseUrl: string;
  /** Value of the Authorization header. */
  authorization: string;
  /**
   * What jira.js sends its calls through, bound to a signal. One try each, ended by the time limit, failures as
   * RemoteError. jira.js's own transport has neither a time limit nor a way to call a request off.
   */
  during(signal?: AbortSignal): Client;
}

const defaultTimeoutMs = 15_000;

export function createJiraClient(options: JiraClientOptions): JiraClient {
  const { baseUrl, timeoutMs = defaultTimeoutMs } = options;
  const send = options.fetch ?? ((url, init) => fetch(url, init));
  const authorization = `Basic ${toBase64(`${options.email}:${options.apiToken}`)}`;

  return {
    baseUrl,
    authorization,
    during: (signal) => ({
      // jira.js names the type of an answer, nobody has looked at it: callers read it through schemas of their own.
      sendRequest: async <T>(request: SendRequestOptions<T>) => (await sendOnce(request, signal)) as T,
    }),
  };

  async function sendOnce(request: SendRequestOptions, signal: AbortSignal | undefined): Promise<unknown> {
    const { url: path, method = 'GET', body } = request;
    const what = `${method} ${path}`;
    const isWrite = method !== 'GET' && method !== 'HEAD' && !reads.test(path);
    const limit = AbortSignal.timeout(timeoutMs);
    const isForm = body instanceof FormData;
    let response: Response;
    let text: string;
    try {
      response = await send(`${baseUrl}${path}${toQuery(request.searchParams)}`, {
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
    if (!response.ok) throw toJiraError(response, what, isWrite);
    if (text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      throw new RemoteError('unavailable', `Jira answered ${what} with something that is no JSON`, {
        status: response.status,
        reason: 'not_json',
        isAmbiguous: isWrite,
      });
    }
  }
}

/** Calls that only read although they are posted. */
const reads = /\/(?:comment\/list|search\/jql|search\/approximate-count)$/;

function toQuery(params: Record<string, unknown> | undefined): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
