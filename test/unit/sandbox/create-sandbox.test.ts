import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSandbox, sandboxIds } from '../../../src/sandbox/create-sandbox.ts';
import { examples } from '../../../src/sandbox/examples/examples.ts';

const origin = 'http://127.0.0.1:1';
const clock = { now: () => Date.UTC(2026, 0, 1) };
const own = { origin };

function open(folder?: string) {
  // Nothing listens at the bot's address here: deliveries fail as they do while the bot is down.
  return createSandbox({ clock, origin: () => origin, plays: { slack: true, jira: true }, folder });
}

function form(values: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

it('keeps what was said and attached over a restart, with the bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const before = open(folder);
  const file = new File(['kernel: Oops'], 'a b.log');
  const response = await before.app.request('/act/share', {
    method: 'POST',
    headers: own,
    body: form({ place: 'both', text: 'look', file }),
  });
  expect(response.status).toBe(200);

  const after = open(folder);
  expect(after.credentials).toEqual(before.credentials);
  const [message] = after.slack!.workspace.channels.get(sandboxIds.channel)!.messages;
  expect(message).toMatchObject({ text: 'look', files: [{ name: 'a b.log', size: 12 }] });
  const [kept] = after.slack!.workspace.files.values();
  expect(new TextDecoder().decode(kept!.bytes)).toBe('kernel: Oops');
  expect(after.jira!.site.issues.get('PROJ-1')!.attachments[0]).toMatchObject({ filename: 'a b.log' });
});

it('refuses acts from pages of other sites', async () => {
  const { app, slack } = open();
  for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }, { origin: '%' }] as Record<
    string,
    string
  >[]) {
    const response = await app.request('/act/say', { method: 'POST', headers, body: form({ text: 'hi' }) });
    expect(response.status).toBe(403);
  }
  expect(slack!.workspace.channels.get(sandboxIds.channel)!.messages).toEqual([]);
});

it('shows names and texts as text, whatever they hold', async () => {
  const { app } = open();
  const file = new File(['x'], '<img src=x onerror=alert(1)>.log');
  await app.request('/act/share', {
    method: 'POST',
    headers: own,
    body: form({ place: 'both', text: '<script>', file }),
  });
  const view = (await (await app.request('/view')).json()) as { channel: string; tickets: string };
  for (const markup of [view.channel, view.tickets]) {
    expect(markup).toContain('&lt;img');
    expect(markup).not.toMatch(/<img|<script/);
  }
});

it('streams what is to be seen, again when it changes, and ends with the program', async () => {
  const { app, closeStreams } = open();
  const response = await app.request('/view', { headers: { accept: 'text/event-stream' } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader.read();
  expect(first.value).toContain('event: part');
  expect(first.value).not.toContain('is it on?');
  await app.request('/act/say', { method: 'POST', headers: own, body: form({ text: 'is it on?' }) });
  expect((await reader.read()).value).toContain('is it on?');
  closeStreams();
  expect((await reader.read()).done).toBe(true);
});

it.each(examples)('makes the same $name every time', ({ make }) => {
  expect(make()).toBe(make());
  expect(make().split('\n').length).toBeGreaterThan(500);
});

it('keeps what installing by OAuth gave out over a restart: tokens, refresh tokens, and that the app was removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const redirect = 'https://bot.example/slack/oauth_redirect';
  const post = async (
    sandbox: ReturnType<typeof createSandbox>,
    path: string,
    body: Record<string, string>,
    token = '',
  ) =>
    await sandbox.app.request(`/slack/${path}`, {
      method: 'POST',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: new URLSearchParams(body),
    });
  const exchange = async (sandbox: ReturnType<typeof createSandbox>, grant: Record<string, string>) => {
    const { clientId: client_id, clientSecret: client_secret } = sandbox.credentials.slackOAuth;
    const reply = await post(sandbox, 'api/oauth.v2.access', { client_id, client_secret, ...grant });
    return (await reply.json()) as { error?: string; access_token: string; refresh_token: string };
  };
  const works = async (sandbox: ReturnType<typeof createSandbox>, token: string) =>
    ((await (await post(sandbox, 'api/auth.test', {}, token)).json()) as { ok: boolean }).ok;
  const rotating = () =>
    createSandbox({
      clock,
      origin: () => origin,
      plays: { slack: true, jira: false },
      folder,
      manifest: { settings: { token_rotation_enabled: true } },
    });

  const first = rotating();
  const allowed = await post(first, 'oauth/v2/authorize', {
    team: 'T0SANDBOX',
    answer: 'allow',
    state: 's',
    redirect_uri: redirect,
  });
  const code = URL.parse(allowed.headers.get('location') ?? '')?.searchParams.get('code') ?? '';
  const second = rotating();
  const given = await exchange(second, { code, redirect_uri: redirect });
  expect(await exchange(rotating(), { code, redirect_uri: redirect })).toMatchObject({ error: 'code_already_used' });
  const third = rotating();
  expect(await works(third, given.access_token)).toBe(true);
  const renewed = await exchange(third, { grant_type: 'refresh_token', refresh_token: given.refresh_token });
  const fourth = rotating();
  expect(await works(fourth, renewed.access_token)).toBe(true);
  const again = await exchange(fourth, { grant_type: 'refresh_token', refresh_token: given.refresh_token });
  expect(again.error).toBe('invalid_refresh_token');
  await fourth.slack?.install.uninstall();
  await post(fourth, 'api/auth.test', {});
  const fifth = rotating();
  expect(await works(fifth, renewed.access_token)).toBe(false);
  expect(fifth.slack?.install.isInstalled()).toBe(false);
});
