import { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import type { Downloader, DownloadResponse } from '#bot/cases/ports.ts';
import type { DownloadRule } from '#bot/fetching/download-rule.ts';
import { RemoteError } from '#core/errors.ts';

const mostRedirects = 5;
const answerMs = 15_000;
const idleMs = 60_000;

/** Fetches files by the rule: each hop is looked at before it is taken, and only own origins see the credentials. */
export function createUndiciDownloader(rule: DownloadRule): Downloader & { close(): Promise<void> } {
  const agent = new Agent({ headersTimeout: answerMs, bodyTimeout: idleMs, connectTimeout: answerMs });

  async function send(url: URL, authorization: string | undefined, signal: AbortSignal) {
    try {
      return await request(url, {
        dispatcher: agent,
        method: 'GET',
        signal,
        headers: { accept: '*/*', ...(authorization ? { authorization } : {}) },
      });
    } catch (cause) {
      throw new RemoteError('unavailable', `The file’s address could not be reached: ${url.host}`, { cause });
    }
  }

  return {
    async get({ url: first, vendor, authorization, signal }): Promise<DownloadResponse> {
      let url = URL.parse(first);
      if (!url) return { status: 'blocked', host: 'an address that cannot be read' };
      let previous: URL | undefined;
      for (let hop = 0; hop <= mostRedirects; hop += 1) {
        if (!rule.allows(url, vendor)) return { status: 'blocked', host: url.host };
        const isTrusted: boolean =
          rule.sendsCredentials(url, vendor) && (!previous || isSafeHop(previous, url, rule, vendor));
        const answer: Dispatcher.ResponseData = await send(url, isTrusted ? authorization : undefined, signal);
        const location = answer.headers.location;
        if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') {
          return {
            status: 'response',
            httpStatus: answer.statusCode,
            headers: toHeaders(answer.headers),
            url: url.href,
            body: Readable.toWeb(answer.body) as ReadableStream<Uint8Array>,
          };
        }
        await answer.body.dump();
        const next: URL | null = URL.parse(location, url);
        if (!next) return { status: 'blocked', host: 'an address that cannot be read' };
        previous = url;
        url = next;
      }
      throw new RemoteError('unavailable', 'The file’s address redirects without end');
    },
    close: () => agent.close(),
  };
}

/** Credentials come back after a hop only where the way there was never without encryption or trust. */
function isSafeHop(from: URL, to: URL, rule: DownloadRule, vendor: 'slack' | 'jira'): boolean {
  if (from.origin === to.origin) return true;
  return rule.sendsCredentials(from, vendor) && to.protocol === 'https:';
}

function toHeaders(headers: Dispatcher.ResponseData['headers']): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const item of Array.isArray(value) ? value : value === undefined ? [] : [value]) result.append(name, item);
  }
  return result;
}
