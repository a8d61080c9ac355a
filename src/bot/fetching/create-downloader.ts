import { addressBits } from '#core/networks.ts';
import type { Downloader, DownloadResponse } from '../cases/ports.ts';
import type { DownloadRule } from './download-rule.ts';
import type { OpenAddress } from './open-address.ts';

const mostRedirects = 5;
const limits = { answerMs: 15_000, idleMs: 60_000 };

/** Fetches files by the rule: each hop is looked at before it is taken, and only own origins see the credentials. */
export function createDownloader(rule: DownloadRule, open: OpenAddress): Downloader {
  return {
    async get({ url: first, vendor, authorization, signal }): Promise<DownloadResponse> {
      let url = URL.parse(first);
      if (!url) return unreadable;
      let previous: URL | undefined;
      for (let hop = 0; ; hop += 1) {
        const isNamed = rule.allows(url, vendor);
        if (url.host === '') return unreadable;
        if (!isNamed && !isName(url)) return { status: 'blocked', host: url.host };
        const isTrusted: boolean =
          rule.sendsCredentials(url, vendor) && (!previous || isSafeHop(previous, url, rule, vendor));
        const answer: Awaited<ReturnType<OpenAddress>> = await open({
          url,
          authorization: isTrusted ? authorization : undefined,
          allowsAddresses: isNamed ? undefined : rule.allowsAddresses,
          ...limits,
          signal,
        });
        if (answer === 'blocked') return { status: 'blocked', host: url.host };
        const { status, headers, body } = answer;
        const location = headers.get('location');
        if (status < 300 || status > 399 || location === null || hop === mostRedirects) {
          return { status: 'response', httpStatus: status, headers, url: url.href, body };
        }
        // Nobody reads the text of a redirect, which may never end.
        await body.cancel().catch(() => {});
        const next: URL | null = URL.parse(location, url);
        if (!next) return unreadable;
        previous = url;
        url = next;
      }
    },
  };
}

const unreadable = { status: 'blocked', host: 'an invalid address' } as const;

/** Whether it is by its addresses that a host may be allowed: one that has a name, asked without any of a user. */
function isName({ protocol, hostname, username, password }: URL): boolean {
  const isHttp = protocol === 'https:' || protocol === 'http:';
  return isHttp && username === '' && password === '' && addressBits(hostname) === undefined;
}

/** Credentials come back after a hop only where the way there was never without encryption or trust. */
function isSafeHop(from: URL, to: URL, rule: DownloadRule, vendor: 'slack' | 'jira'): boolean {
  if (from.origin === to.origin) return true;
  return rule.sendsCredentials(from, vendor) && to.protocol === 'https:';
}
