import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { joinWorkspaces } from '../../src/sandbox/slack/join-workspaces.ts';
import { createSlackStandIn } from '../../src/sandbox/slack/slack-stand-in.ts';
import { listen, type StandInServer } from '../support/stand-in-server.ts';
import { createTestClock } from '../support/test-clock.ts';

const oauth = { clientId: '1.2', clientSecret: 'shh' };
const redirectUri = 'https://bot.example/slack/oauth_redirect';
const proof = { client_id: oauth.clientId, client_secret: oauth.clientSecret };

async function start(rotates: boolean) {
  let server: StandInServer | undefined;
  const clock = createTestClock();
  const told: Record<string, unknown>[] = [];
  const standIn = (id: string) =>
    createSlackStandIn({
      clock,
      origin: () => `${server?.origin}/${id}`,
      signingSecret: 'signing',
      oauth,
      team: { id, name: `Team ${id}` },
      manifest: {
        oauth_config: { redirect_urls: [redirectUri], scopes: { bot: ['chat:write', 'channels:read'] } },
        settings: {
          token_rotation_enabled: rotates,
          event_subscriptions: { bot_events: ['app_uninstalled', 'tokens_revoked', 'message.channels'] },
        },
      },
      target: () => 'https://bot.example/slack/events',
      send: async (request) => {
        told.push((await request.json()) as Record<string, unknown>);
        return new Response();
      },
    });
  const [one, two] = [standIn('T0ONE'), standIn('T0TWO')];
  for (const { workspace, bot } of [one, two])
    workspace.addChannel({ id: 'C0SAME', name: 'same', members: ['U0ADA', bot.userId] });
  const joined = joinWorkspaces([one, two], oauth.clientId);
  server = await listen(joined.app.fetch);
  const { origin } = server;
  const clientOf = (token?: string) =>
    new WebClient(token, { slackApiUrl: `${origin}/api/`, retryConfig: { retries: 0 } });
  const allow = async (team: string, answer = 'allow', redirect = redirectUri) => {
    const body = new URLSearchParams({ team, answer, state: 'the state', redirect_uri: redirect });
    const response = await fetch(`${origin}/oauth/v2/authorize`, { method: 'POST', body, redirect: 'manual' });
    return { status: response.status, back: URL.parse(response.headers.get('location') ?? '')?.searchParams };
  };
  const access = async (args: Record<string, string>) =>
    (await clientOf()
      .oauth.v2.access({ ...proof, ...args } as never)
      .catch((error: { data: unknown }) => error.data)) as Record<string, unknown>;
  const install = async (team: string) =>
    await access({ code: (await allow(team)).back?.get('code') ?? '', redirect_uri: redirectUri });
  return {
    clock,
    one,
    two,
    told,
    origin,
    clientOf,
    allow,
    access,
    install,
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

describe('installing by OAuth at the stand-in', () => {
  it('gives each workspace a token of its own, which does not work in the other', async () => {
    await using run = await start(false);
    const [one, two] = [await run.install('T0ONE'), await run.install('T0TWO')];
    expect(one).toMatchObject({
      ok: true,
      token_type: 'bot',
      team: { id: 'T0ONE' },
      scope: 'chat:write,channels:read',
    });
    expect(one).not.toHaveProperty('refresh_token');
    await run.clientOf(String(one.access_token)).chat.postMessage({ channel: 'C0SAME', text: 'for the first' });
    await run.clientOf(String(two.access_token)).chat.postMessage({ channel: 'C0SAME', text: 'for the second' });
    const texts = [run.one, run.two].map((slack) => slack.workspace.channels.get('C0SAME')?.messages[0]?.text);
    expect(texts).toEqual(['for the first', 'for the second']);
  });

  it('refuses what Slack refuses', async () => {
    await using run = await start(false);
    const refused = async (args: Record<string, string>) => (await run.access(args)).error;
    const code = async () => (await run.allow('T0ONE')).back?.get('code') ?? '';
    expect(await refused({ code: 'made-up' })).toBe('invalid_code');
    expect(await refused({ code: await code(), redirect_uri: 'https://other.example/' })).toBe('bad_redirect_uri');
    expect(await refused({ code: await code(), client_secret: 'guess' })).toBe('bad_client_secret');
    expect(await refused({ grant_type: 'refresh_token', refresh_token: 'xoxe-1-made-up' })).toBe(
      'invalid_refresh_token',
    );
    const used = await code();
    await run.access({ code: used, redirect_uri: redirectUri });
    expect(await refused({ code: used, redirect_uri: redirectUri })).toBe('code_already_used');
    const late = await code();
    run.clock.advance(11 * 60_000);
    expect(await refused({ code: late, redirect_uri: redirectUri })).toBe('invalid_code');
    expect((await run.allow('T0ONE', 'cancel')).back?.get('error')).toBe('access_denied');
    expect(await run.allow('T0ONE', 'allow', 'https://thief.example/')).toMatchObject({ status: 400 });
    const page = await fetch(`${run.origin}/oauth/v2/authorize?client_id=1.2&scope=x&redirect_uri=${redirectUri}`);
    expect(await page.text()).toContain('Team T0TWO');
  });

  it('rotates: tokens end after twelve hours, refresh tokens with their use, and two tokens work at a time', async () => {
    await using run = await start(true);
    const first = await run.install('T0ONE');
    expect(first).toMatchObject({ expires_in: 43_200 });
    const renew = (refresh: unknown) => run.access({ grant_type: 'refresh_token', refresh_token: String(refresh) });
    const second = await renew(first.refresh_token);
    expect((await renew(first.refresh_token)).error).toBe('invalid_refresh_token');
    const works = (token: unknown) =>
      run
        .clientOf(String(token))
        .auth.test()
        .then(
          () => 'yes',
          (error: { data: { error: string } }) => error.data.error,
        );
    expect([await works(first.access_token), await works(second.access_token)]).toEqual(['yes', 'yes']);
    const third = await renew(second.refresh_token);
    expect(await works(first.access_token)).toBe('token_revoked');
    run.clock.advance(43_200_000);
    expect(await works(third.access_token)).toBe('token_expired');
  });

  it('tells the app that it was removed, then nothing more', async () => {
    await using run = await start(false);
    await run.one.people.say({ channel: 'C0SAME', user: 'U0ADA', text: 'not installed yet' });
    await run.install('T0ONE');
    await run.one.people.say({ channel: 'C0SAME', user: 'U0ADA', text: 'hello' });
    await run.one.install.uninstall();
    await run.one.people.say({ channel: 'C0SAME', user: 'U0ADA', text: 'gone' });
    const types = run.told.map(({ event }) => (event as { type: string }).type);
    expect(types).toEqual(['message', 'tokens_revoked', 'app_uninstalled']);
  });
});
