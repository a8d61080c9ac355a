import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inbox } from '../../src/bot/store/cases.ts';
import { createAddressGuard } from '../../src/service/webhooks/guard-address.ts';
import { createPostWebhook } from '../../src/service/webhooks/post-webhook.ts';
import { type BotUnderTest, channel, serviceSecret, startBot } from '../support/bot-under-test.ts';
import { jiraSecrets, slackSecrets } from '../support/vendors.ts';

describe('an outgoing webhook', () => {
  it.each([
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://0/',
    'https://localhost./',
    'https://printer.local/',
    'https://user:pass@example.org/',
    'http://example.org/',
    'ftp://example.org/',
    'https://example.org:0/',
  ])('to %s is refused by its text', (address) => {
    expect(createAddressGuard([]).refusal(new URL(address), false)).toBeTypeOf('string');
  });

  it('goes to the address that was checked, whatever the name says a moment later', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.host ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    let asked = 0;
    const guard = createAddressGuard([`rebind.test:${port}`], async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }];
    });
    const post = createPostWebhook(guard);
    const answer = await post(`http://rebind.test:${port}/x`, {}, '{}', false, AbortSignal.timeout(10_000));
    expect([answer.status, asked, seen]).toEqual([200, 1, [`rebind.test:${port}`]]);
  });

  it.each([[['93.184.216.34', '127.0.0.1']], [['::ffff:10.0.0.1']], [['93.184.216.34', 'fd00::1']], [[]]])(
    'to a name that resolves to %j is not sent',
    async (addresses) => {
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const guard = createAddressGuard([], async () => found);
      await expect(guard.resolve(new URL('https://example.org/'), false)).rejects.toThrow(/not on the public internet/);
    },
  );
});

const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text);

describe('a request that proves nothing', () => {
  const nowS = Date.parse('2026-11-20T08:00:00Z') / 1000;
  const slackBody = JSON.stringify({
    type: 'event_callback',
    team_id: 'T0SANDBOX',
    event_id: 'Ev1',
    event: { type: 'app_mention', channel, user: 'U0ADA', ts: '1.1', text: 'help' },
  });
  const slackSign = (body: string, at: number | string = nowS) =>
    hmac(slackSecrets.signingSecret, `v0:${at}:${body}`).digest('hex');
  const serviceBody = '{"type":"file.completed","data":{"id":"file-0001"}}';
  const serviceKey = Buffer.from(serviceSecret.replace('whsec_', ''), 'base64');
  const serviceSign = (id: string, at: number, body = serviceBody) =>
    hmac(serviceKey, `${id}.${at}.${body}`).digest('base64');
  const jiraBody = JSON.stringify({
    webhookEvent: 'jira:issue_created',
    issue: { id: '1', key: 'PROJ-1', fields: {} },
  });
  const jiraSign = (body: string) => hmac(jiraSecrets.webhookSecret, body).digest('hex');
  const reserialised = (body: string) => JSON.stringify(JSON.parse(body), null, 1);
  const slack = (signature: string, timestamp: string | number = nowS, body = slackBody) => ({
    path: '/slack/events',
    body,
    headers: [
      ['x-slack-signature', signature],
      ['x-slack-request-timestamp', String(timestamp)],
    ],
  });
  const jira = (signature: string, body = jiraBody) => ({
    path: '/jira/webhook',
    body,
    headers: [['x-hub-signature', signature]],
  });
  const service = (id: string, at: number | string, signature: string, body = serviceBody) => ({
    path: '/hooks/log-service',
    body,
    headers: [
      ['webhook-id', id],
      ['webhook-timestamp', String(at)],
      ['webhook-signature', signature],
    ],
  });
  const twice = (request: ReturnType<typeof jira>, name: string) => ({
    ...request,
    headers: [...request.headers, ...request.headers.filter(([header]) => header === name)],
  });
  const cases: Record<string, { path: string; body: string; headers: string[][] }> = {
    'Slack: empty signature': slack(''),
    'Slack: no version': slack(slackSign(slackBody)),
    'Slack: another version': slack(`v1=${slackSign(slackBody)}`),
    'Slack: upper case': slack(`v0=${slackSign(slackBody).toUpperCase()}`),
    'Slack: cut short': slack(`v0=${slackSign(slackBody).slice(0, 32)}`),
    'Slack: stale': slack(`v0=${slackSign(slackBody, nowS - 301)}`, nowS - 301),
    'Slack: of the future': slack(`v0=${slackSign(slackBody, nowS + 301)}`, nowS + 301),
    'Slack: a time that is no number': slack(`v0=${slackSign(slackBody, `${nowS}.0`)}`, `${nowS}.0`),
    'Slack: a time in hexadecimal': slack(`v0=${slackSign(slackBody, '0x6a1e')}`, '0x6a1e'),
    'Slack: the time of another': slack(`v0=${slackSign(slackBody)}`, nowS - 1),
    'Slack: re-serialised': slack(`v0=${slackSign(slackBody)}`, nowS, reserialised(slackBody)),
    'Slack: signature given twice': twice(slack(`v0=${slackSign(slackBody)}`), 'x-slack-signature'),
    'Slack: time given twice': twice(slack(`v0=${slackSign(slackBody)}`), 'x-slack-request-timestamp'),
    'Jira: empty': jira(''),
    'Jira: no method': jira(jiraSign(jiraBody)),
    'Jira: sha1': jira(`sha1=${createHmac('sha1', jiraSecrets.webhookSecret).update(jiraBody).digest('hex')}`),
    'Jira: none': jira('none='),
    'Jira: re-serialised': jira(`sha256=${jiraSign(jiraBody)}`, reserialised(jiraBody)),
    'Jira: given twice': twice(jira(`sha256=${jiraSign(jiraBody)}`), 'x-hub-signature'),
    'service: empty': service('m1', nowS, ''),
    'service: stale': service('m1', nowS - 301, `v1,${serviceSign('m1', nowS - 301)}`),
    'service: of the future': service('m1', nowS + 301, `v1,${serviceSign('m1', nowS + 301)}`),
    'service: the id of another': service('m2', nowS, `v1,${serviceSign('m1', nowS)}`),
    'service: another version': service('m1', nowS, `v1a,${serviceSign('m1', nowS)}`),
    'service: re-serialised': service('m1', nowS, `v1,${serviceSign('m1', nowS)}`, reserialised(serviceBody)),
    'service: negative time': service('m1', -nowS, `v1,${serviceSign('m1', -nowS)}`),
  };

  it('is refused and leaves nothing, while the same requests signed right are taken', async () => {
    using run = await startBot();
    const send = ({ path, body, headers }: (typeof cases)[string]) =>
      run.request(path, {
        method: 'POST',
        body,
        headers: [['content-type', 'application/json'], ...headers] as [string, string][],
      });
    const taken: string[] = [];
    for (const [name, request] of Object.entries(cases)) if ((await send(request)).status !== 401) taken.push(name);
    expect(taken).toEqual([]);
    expect(await run.database.sql.select().from(inbox)).toEqual([]);
    for (const request of [
      slack(`v0=${slackSign(slackBody)}`),
      jira(`sha256=${jiraSign(jiraBody)}`),
      service('m1', nowS, `v1,other v1,${serviceSign('m1', nowS)}`),
    ]) {
      expect((await send(request)).status, request.path).toBe(200);
    }
    expect(await run.database.sql.select().from(inbox)).toHaveLength(3);
  });
});

async function answeredOnce(run: BotUnderTest): Promise<number> {
  await run.pass(60_000);
  return run.comments('PROJ-1').length;
}

describe('a webhook that is played again', () => {
  it('by somebody who heard it, under names of their own, is answered once', async () => {
    using run = await startBot();
    run.service.deep = () =>
      Response.json({ code: 200, message: 'ok', data: { verdict: 'LIKELY', answer: 'A disk.' } });
    const file = { name: 'app.log', bytes: '09:00:02 ERROR disk is full\n' };
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops', files: [file] });
    expect(await answeredOnce(run)).toBe(1);
    for (const { rawBody } of [...run.jira.webhooks.sent]) {
      for (const name of ['replay-1', 'replay-2']) await run.jira.webhooks.sendOnce(rawBody, name, 0);
    }
    expect(await answeredOnce(run)).toBe(1);
    expect(run.service.files).toHaveLength(1);
  });
});
