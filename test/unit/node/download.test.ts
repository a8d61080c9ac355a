import { once } from 'node:events';
import { createServer } from 'node:http';
import type { LookupFunction } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createDownloader } from '../../../src/bot/fetching/create-downloader.ts';
import { createDownloadRule } from '../../../src/bot/fetching/download-rule.ts';
import { createUndiciAddress } from '../../../src/node/undici-address.ts';

const rule = createDownloadRule({
  slackApiUrl: 'https://slack.com/api/',
  jiraBaseUrl: 'https://acme.atlassian.net',
  allow: ['files.corp:8443', 'mirror.corp', '10.1.0.0/16', 'fd00::/8'],
});

it.each([
  ['https://files.slack.com/files-pri/T-F/a.log', true, true],
  ['https://slack-files.com/x', true, true],
  ['http://files.slack.com/x', false, false],
  ['https://files.slack.com:444/x', false, false],
  ['https://evilslack.com/x', false, false],
  ['https://slack.com.evil.example/x', false, false],
  ['https://user:pass@files.slack.com/x', false, false],
  ['https://api.media.atlassian.com/file/x', true, false],
  ['https://files.corp:8443/x', true, false],
  ['https://files.corp/x', false, false],
  ['http://mirror.corp/x', true, false],
  ['http://10.1.2.3/x', true, false],
  ['http://10.2.0.1/x', false, false],
  ['http://[fd12::1]/x', true, false],
  ['http://127.0.0.1/x', false, false],
  ['http://169.254.169.254/latest', false, false],
  ['file:///etc/passwd', false, false],
])('slack files from %s: allowed %s, with credentials %s', (address, isAllowed, hasCredentials) => {
  const url = new URL(address);
  expect([rule.allows(url, 'slack'), rule.allows(url, 'slack') && rule.sendsCredentials(url, 'slack')]).toEqual([
    isAllowed,
    hasCredentials,
  ]);
});

it('gives credentials of the tracker to its own site alone', () => {
  expect(rule.sendsCredentials(new URL('https://acme.atlassian.net/x'), 'jira')).toBe(true);
  expect(rule.sendsCredentials(new URL('https://other.atlassian.net/x'), 'jira')).toBe(false);
  expect(rule.sendsCredentials(new URL('https://api.media.atlassian.com/x'), 'jira')).toBe(false);
});

it('lets a vendor on this machine redirect within it, and no other', () => {
  const local = createDownloadRule({
    slackApiUrl: 'http://127.0.0.1:1/api/',
    jiraBaseUrl: 'https://acme.atlassian.net',
    allow: [],
  });
  expect(local.allows(new URL('http://127.0.0.1:2/file'), 'slack')).toBe(true);
  expect(local.allows(new URL('http://localhost:2/file'), 'slack')).toBe(true);
  expect(local.allows(new URL('http://127.0.0.1:2/file'), 'jira')).toBe(false);
});

async function listen(
  answer: (path: string, authorization: string | undefined) => { status: number; location?: string; body?: string },
) {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    const { status, location, body } = answer(request.url ?? '', request.headers.authorization);
    response.writeHead(status, location ? { location } : {}).end(body ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, seen, close: () => server.close() };
}

it('follows a redirect to another allowed origin without the credentials', async () => {
  const media = await listen(() => ({ status: 200, body: 'the bytes' }));
  const vendor = await listen(() => ({ status: 303, location: `${media.origin}/file?token=t` }));
  const downloader = createDownloader(
    createDownloadRule({ slackApiUrl: `${vendor.origin}/api/`, jiraBaseUrl: vendor.origin, allow: [] }),
    createUndiciAddress().open,
  );
  try {
    const { signal } = new AbortController();
    const got = await downloader.get({
      url: `${vendor.origin}/content`,
      vendor: 'jira',
      authorization: 'Basic secret',
      signal,
    });
    expect(got.status === 'response' && (await new Response(got.body).text())).toBe('the bytes');
    expect(vendor.seen).toEqual(['Basic secret']);
    expect(media.seen).toEqual([undefined]);
  } finally {
    media.close();
    vendor.close();
  }
});

it('asks for a file as it is: packed on its way it would have another length than was announced', async () => {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers['accept-encoding']);
    response.end('the bytes');
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/f`);
  const { open, close } = createUndiciAddress();
  const answer = await open({ url, answerMs: 5_000, idleMs: 5_000, signal: new AbortController().signal });
  expect(answer !== 'blocked' && (await new Response(answer.body).text())).toBe('the bytes');
  expect(asked).toEqual(['identity']);
  await close();
});

it('takes no redirect to an address that is not allowed, nor one without end', async () => {
  let location = 'http://169.254.169.254/latest/meta-data';
  const vendor = await listen(() => ({ status: 302, location }));
  const downloader = createDownloader(
    createDownloadRule({ slackApiUrl: `${vendor.origin}/api/`, jiraBaseUrl: vendor.origin, allow: [] }),
    createUndiciAddress().open,
  );
  const request = { url: `${vendor.origin}/f`, vendor: 'slack' as const, signal: new AbortController().signal };
  try {
    expect(await downloader.get(request)).toEqual({ status: 'blocked', host: '169.254.169.254' });
    location = 'file:///etc/passwd';
    expect(await downloader.get(request)).toEqual({ status: 'blocked', host: 'an invalid address' });
    location = '/again';
    expect(await downloader.get(request)).toMatchObject({ status: 'response', httpStatus: 302 });
  } finally {
    vendor.close();
  }
});

it.each([
  ['lies in an allowed network', [['127.0.0.1']], 'the bytes'],
  ['lies elsewhere inside', [['169.254.169.254']], 'blocked'],
  ['lies in public', [['93.184.215.14']], 'blocked'],
  ['has one address outside among those allowed', [['127.0.0.1', '10.0.0.1']], 'blocked'],
  // Whoever answers for the name says something else a moment later: nobody asks again.
  ['changes its address between check and use', [['127.0.0.1'], ['169.254.169.254']], 'the bytes'],
])('a host that %s', async (_, answers, expected) => {
  const store = await listen(() => ({ status: 200, body: 'the bytes' }));
  onTestFinished(() => void store.close());
  let asked = 0;
  const resolve = ((_host: string, _options: unknown, done: Parameters<LookupFunction>[2]) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)]!;
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  }) as LookupFunction;
  const { open, close } = createUndiciAddress(resolve);
  onTestFinished(close);
  const inside = createDownloadRule({
    slackApiUrl: 'https://slack.com/api/',
    jiraBaseUrl: 'https://acme.atlassian.net',
    allow: ['127.0.0.0/8'],
  });
  const downloader = createDownloader(inside, open);
  const { signal } = new AbortController();
  const url = `${store.origin.replace('127.0.0.1', 'store.corp')}/f`;
  const got = await downloader.get({ url, vendor: 'jira', authorization: 'Basic secret', signal });
  expect(got.status === 'response' ? await new Response(got.body).text() : got.status).toBe(expected);
  expect(asked).toBe(1);
  expect(store.seen).toEqual(expected === 'blocked' ? [] : [undefined]);
});
