import type { ChatLink } from '../cases/ports.ts';

const slackHosts = /(?:^|\.)slack(?:-gov)?\.com$/;

/**
 * Takes a message's or file's address apart: `…/archives/C0123/p1700000000000100?thread_ts=…`, `…/files/U01/F01/name`.
 * `apiUrl` names the one host that counts besides Slack's own.
 */
export function readSlackLink(address: string, team: string, apiUrl: string): ChatLink | null {
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (!slackHosts.test(url.hostname) && url.host !== new URL(apiUrl).host) return null;
  const message = /\/archives\/([CDG][A-Z0-9]{2,30})\/p(\d{10})(\d{6})\/?$/.exec(url.pathname);
  if (message) {
    const threadTs = url.searchParams.get('thread_ts');
    return {
      kind: 'message',
      ref: {
        team,
        channel: message[1]!,
        ts: `${message[2]}.${message[3]}`,
        ...(threadTs && /^\d{10}\.\d{6}$/.test(threadTs) ? { threadTs } : {}),
      },
    };
  }
  const file = /\/files\/[A-Z0-9]{2,30}\/(F[A-Z0-9]{2,30})(?:\/|$)/.exec(url.pathname);
  return file ? { kind: 'file', team, fileId: file[1]! } : null;
}
