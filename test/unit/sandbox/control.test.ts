import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { UsageError } from '#core/errors.ts';
import { openSandbox } from '../../../src/commands/sandbox.ts';
import { listen } from '../../support/stand-in-server.ts';

type Json = Record<string, unknown>;

/** A bot by somebody else: it says hello to whoever writes, by Slack's own client. */
async function startForeignBot(apiUrl: () => string) {
  const seen: Json[] = [];
  const server = await listen(async (request) => {
    const body = (await request.json()) as { event?: Json; webhookEvent?: string };
    seen.push(body);
    if (body.event?.type === 'message' && !body.event.bot_id) {
      const client = new WebClient('xoxb-mine', { slackApiUrl: apiUrl(), retryConfig: { retries: 0 } });
      void client.chat.postMessage({ channel: String(body.event.channel), text: 'hello' });
    }
    return new Response();
  });
  return { ...server, seen };
}

async function start(args: readonly string[] = [], environment: Record<string, string> = {}) {
  const sandbox = await openSandbox(['--port', '0', ...args], environment);
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${sandbox.origin}/sandbox/control/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : { text }) as Json };
  };
  return { ...sandbox, call, [Symbol.asyncDispose]: sandbox.close };
}

const place = { channel: 'C0BRINGUP', user: 'U0YOU' };

describe('npx logtriage sandbox', () => {
  it('lets tests of any bot have people act, and read what came of it', async () => {
    let apiUrl = '';
    await using bot = await startForeignBot(() => apiUrl);
    const addresses = ['--slack-events', bot.origin, '--jira-webhooks', bot.origin];
    await using sandbox = await start(addresses, { SLACK_BOT_TOKEN: 'xoxb-mine' });
    apiUrl = /SLACK_API_URL=(.*)/.exec(sandbox.greeting)![1]!;
    const files = [
      { name: 'a.log', text: 'a' },
      { name: 'b.bin', base64: btoa('\0\x01') },
    ];
    const said = await sandbox.call('POST', 'slack/people/say', { ...place, text: 'hi', files });
    expect(said).toMatchObject({
      status: 200,
      body: { ts: expect.any(String), files: [{ name: 'a.log' }, { name: 'b.bin' }] },
    });
    await expect
      .poll(async () => {
        const { channels } = (await sandbox.call('GET', 'slack')).body as {
          channels: { messages: { text: string }[] }[];
        };
        return channels[0]!.messages.map(({ text }) => text);
      })
      .toEqual(['hi', 'hello']);
    const act = { project: 'PROJ', user: 'you', summary: 'It reboots' };
    expect((await sandbox.call('POST', 'jira/people/create-issue', act)).body).toMatchObject({ key: 'PROJ-2' });
    await sandbox.call('POST', 'jira/people/label', { issue: 'PROJ-2', user: 'you', add: ['log'] });
    expect(bot.seen.map(({ webhookEvent }) => webhookEvent).filter(Boolean)).toEqual([
      'jira:issue_created',
      'jira:issue_updated',
    ]);
    const { issues } = (await sandbox.call('GET', 'jira')).body as { issues: { fields: Json }[] };
    expect(issues.at(-1)?.fields.labels).toEqual(['log']);
  });

  it('plans faults, and takes them back', async () => {
    await using sandbox = await start([], { SLACK_BOT_TOKEN: 'xoxb-mine' });
    const fault = { match: '^auth\\.test$', fault: { kind: 'error', error: 'fatal_error' }, times: 9 };
    const test = async () => {
      const headers = { authorization: 'Bearer xoxb-mine' };
      return (await (
        await fetch(`${sandbox.origin}/sandbox/slack/api/auth.test`, { method: 'POST', headers })
      ).json()) as Json;
    };
    expect((await sandbox.call('POST', 'slack/faults', fault)).status).toBe(200);
    expect(await test()).toMatchObject({ error: 'fatal_error' });
    await sandbox.call('DELETE', 'slack/faults');
    expect(await test()).toMatchObject({ ok: true });
  });

  it('says what it cannot do, and does nothing for pages of other sites', async () => {
    await using sandbox = await start();
    expect(await sandbox.call('POST', 'slack/people/dance', {})).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('say') },
    });
    expect(await sandbox.call('POST', 'slack/people/say', { ...place, channel: 'C0NONE' })).toMatchObject({
      status: 400,
      body: { error: 'the sandbox has no channel C0NONE' },
    });
    const nobodys = { project: 'PROJ', summary: 'It reboots' };
    expect(await sandbox.call('POST', 'jira/people/create-issue', nobodys)).toMatchObject({
      status: 400,
      body: { error: 'say which user does it' },
    });
    expect((await sandbox.call('POST', 'slack/people/say', place, { origin: 'https://evil.example' })).status).toBe(
      403,
    );
    expect((await sandbox.call('POST', 'slack/people/say', place, { origin: 'null' })).status).toBe(403);
    expect((await sandbox.call('POST', 'slack/people/say', place, { 'content-type': 'text/plain' })).status).toBe(415);
    const bare = { 'content-type': 'text/plain' };
    expect((await sandbox.call('DELETE', 'slack/faults', undefined, bare)).status).toBe(200);
    expect((await sandbox.call('DELETE', 'slack/faults', undefined, { origin: 'null' })).status).toBe(403);
  });

  it('grants what the manifest says, plays Data Center, and prints what to configure', async () => {
    const manifest = join(mkdtempSync(join(tmpdir(), 'manifest-')), 'manifest.json');
    writeFileSync(manifest, JSON.stringify({ oauth_config: { scopes: { bot: ['chat:write'] } } }));
    await using sandbox = await start(['--datacenter', '--manifest', manifest]);
    expect((await sandbox.call('GET', 'slack')).body).toMatchObject({ bot: { scopes: ['chat:write'] } });
    expect(sandbox.greeting).toContain('JIRA_KIND=datacenter');
    expect(sandbox.greeting).toContain('give --slack-events');
    const token = /JIRA_API_TOKEN=(.*)/.exec(sandbox.greeting)![1]!;
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${sandbox.origin}/sandbox/jira/rest/api/2/myself`, { headers })).status).toBe(200);
  });

  it('prints every way into Jira Cloud, each of which works, and takes scopes and permissions away', async () => {
    await using sandbox = await start([], { JIRA_CLIENT_SECRET: 'mine' });
    const printed = (name: string) => [...sandbox.greeting.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].at(-1)![1]!;
    const gateway = `${printed('JIRA_GATEWAY_URL')}/ex/jira/${printed('JIRA_CLOUD_ID')}/rest/api/3`;
    const client = { client_id: printed('JIRA_CLIENT_ID'), client_secret: printed('JIRA_CLIENT_SECRET') };
    expect(client.client_secret).toBe('mine');
    const back = new URLSearchParams({ client_id: client.client_id, redirect_uri: 'http://bot.test/back', state: 's' });
    const consent = await fetch(`${printed('JIRA_AUTH_URL')}/authorize?${back}`, { redirect: 'manual' });
    const code = new URL(consent.headers.get('location')!).searchParams.get('code');
    const form = { ...client, grant_type: 'authorization_code', code, redirect_uri: 'http://bot.test/back' };
    const body = JSON.stringify(form);
    const tokens = (await (
      await fetch(`${printed('JIRA_AUTH_URL')}/oauth/token`, { method: 'POST', body })
    ).json()) as Json;
    const statuses = () =>
      Promise.all(
        [printed('JIRA_API_TOKEN'), String(tokens.access_token)].map(async (token) => {
          const headers = { authorization: `Bearer ${token}` };
          return (await fetch(`${gateway}/issue/PROJ-1`, { headers })).status;
        }),
      );
    expect(await statuses()).toEqual([200, 200]);
    await sandbox.call('PATCH', 'jira/settings', { scopes: ['write:jira-work'] });
    expect(await statuses()).toEqual([401, 401]);
    await sandbox.call('PATCH', 'jira/settings', { scopes: ['read:jira-work'], denied: ['BROWSE_PROJECTS'] });
    expect((await sandbox.call('PATCH', 'slack/settings', { denied: [] })).status).toBe(400);
    expect((await sandbox.call('PATCH', 'jira/settings', { nonsense: 1 })).status).toBe(400);
  });

  it.each([
    [['--port', 'x']],
    [['--slack-events', 'file:///etc']],
    [['--manifest', '/nowhere.json']],
    [['--nonsense']],
  ])('explains what is wrong with %j', async (args) => {
    await expect(openSandbox(args, {})).rejects.toThrow(UsageError);
  });
});
