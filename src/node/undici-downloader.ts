import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import type { Downloader, DownloadResponse } from '#bot/cases/ports.ts';
import type { DownloadRule } from '#bot/fetching/download-rule.ts';
import { RemoteError } from '#core/errors.ts';
import { toWebStream } from '#core/to-web-stream.ts';

const mostRedirects = 5;
const answerMs = 15_000;
const idleMs = 60_000;

/** A name that resolves to an address outside the allowed networks. */
class OutsideNetworks extends Error {}

/**
 * Fetches files by the rule: each hop is looked at before it is taken, and only own origins see the credentials. A host
 * that no name allows is resolved once, and connected to at the addresses that were looked at and no others.
 */
export function createUndiciDownloader(
  rule: DownloadRule,
  resolve: LookupFunction = lookup,
): Downloader & { close(): Promise<void> } {
  const limits = { headersTimeout: answerMs, bodyTimeout: idleMs };
  const byName = new Agent({ ...limits, connect: { timeout: answerMs } });
  const byAddress = new Agent({ ...limits, connect: { timeout: answerMs, lookup: lookUpInNetworks } });

  function lookUpInNetworks(...[hostname, options, done]: Parameters<LookupFunction>): void {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      if (error) done(error, []);
      else if (!first || !rule.allowsAddresses(addresses.map(({ address }) => address))) {
        done(new OutsideNetworks(`${hostname} lies in no allowed network`), []);
      } else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  }

  async function send(url: URL, dispatcher: Agent, authorization: string | undefined, signal: AbortSignal) {
    try {
      return await request(url, {
        dispatcher,
        method: 'GET',
        signal,
        headers: { accept: '*/*', ...(authorization ? { authorization } : {}) },
      });
    } catch (cause) {
      if (cause instanceof OutsideNetworks) return 'blocked';
      throw new RemoteError('unavailable', `The file’s address could not be reached: ${url.host}`, { cause });
    }
  }

  return {
    async get({ url: first, vendor, authorization, signal }): Promise<DownloadResponse> {
      let url = URL.parse(first);
      if (!url) return { status: 'blocked', host: 'an address that cannot be read' };
      let previous: URL | undefined;
      for (let hop = 0; hop <= mostRedirects; hop += 1) {
        const isNamed = rule.allows(url, vendor);
        if (!isNamed && !isName(url)) return { status: 'blocked', host: url.host };
        const isTrusted: boolean =
          rule.sendsCredentials(url, vendor) && (!previous || isSafeHop(previous, url, rule, vendor));
        const credentials = isTrusted ? authorization : undefined;
        const answer: Dispatcher.ResponseData | 'blocked' = await send(
          url,
          isNamed ? byName : byAddress,
          credentials,
          signal,
        );
        if (answer === 'blocked') return { status: 'blocked', host: url.host };
        const location = answer.headers.location;
        if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') {
          return {
            status: 'response',
            httpStatus: answer.statusCode,
            headers: toHeaders(answer.headers),
            url: url.href,
            body: toWebStream(answer.body),
          };
        }
        // Nobody reads the text of a redirect, which may never end.
        answer.body.on('error', () => {}).destroy();
        const next: URL | null = URL.parse(location, url);
        if (!next) return { status: 'blocked', host: 'an address that cannot be read' };
        previous = url;
        url = next;
      }
      throw new RemoteError('unavailable', 'The file’s address redirects without end');
    },
    async close() {
      await Promise.all([byName.close(), byAddress.close()]);
    },
  };
}

/** Whether it is by its addresses that a host may be allowed: one that has a name, asked without any of a user. */
function isName({ protocol, hostname, username, password }: URL): boolean {
  const isHttp = protocol === 'https:' || protocol === 'http:';
  return isHttp && username === '' && password === '' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
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
