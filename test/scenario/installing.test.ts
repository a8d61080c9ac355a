import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createInstallationStore } from '../../src/bot/store/installation-store.ts';
import { withBotDatabase } from '../../src/commands/open-bot-database.ts';
import { readConfig } from '../../src/config.ts';
import { type BotUnderTest, startBot } from '../support/bot-under-test.ts';
import { startNode } from '../support/run-node.ts';
import { serveFetch } from '../support/serve-fetch.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { jiraSecrets, slackClient, slackSecrets } from '../support/vendors.ts';

/** The program as its operator has it: behind an address, with both vendors, and a shell with the same variables. */
async function installed(changes: Record<string, string> = {}, started: Parameters<typeof startBot>[0] = {}) {
  const run = await startBot(started);
  run.clock.advance(Date.now() - run.clock.now());
  const own = async (request: Request) =>
    new URL(request.url).pathname === '/healthz' ? new Response('ok') : await run.bot.routes.fetch(request);
  const env: Record<string, string> = {
    DATA_DIR: temporaryFolder().path,
    PUBLIC_URL: await serveFetch(own),
    SLACK_SIGNING_SECRET: slackSecrets.signingSecret,
    SLACK_BOT_TOKEN: slackSecrets.botToken,
    SLACK_API_URL: `${await serveFetch(run.fetchSlack)}/api/`,
    SLACK_OPS_CHANNEL: 'C0BRINGUP',
    JIRA_BASE_URL: await serveFetch(run.jira.fetch),
    JIRA_EMAIL: jiraSecrets.email,
    JIRA_API_TOKEN: jiraSecrets.apiToken,
    JIRA_WEBHOOK_SECRET: jiraSecrets.webhookSecret,
    JIRA_API_TOKEN_EXPIRES: '2099-01-01',
    ...changes,
  };
  const command = async (...args: string[]) => await startNode(['src/commands/cli.ts', ...args], { env }).ended;
  return { run, env, command, [Symbol.dispose]: () => run[Symbol.dispose]() };
}

function hooks(run: BotUnderTest) {
  return [...run.jira.webhooks.hooks.values()];
}

describe('npx logtriage doctor', () => {
  it('finds all well after the webhook was registered by command, which may be done twice', async () => {
    using setting = await installed();
    expect(await setting.command('webhook', 'jira')).toMatchObject({ code: 0, stdout: 'The webhook is registered.\n' });
    expect(await setting.command('webhook', 'jira')).toMatchObject({ stdout: 'The webhook is there already.\n' });
    expect(hooks(setting.run)).toMatchObject([
      { url: `${setting.env.PUBLIC_URL}/jira/webhook`, secret: jiraSecrets.webhookSecret },
    ]);
    const { stdout, code } = await setting.command('doctor');
    expect(stdout).not.toContain('FAIL');
    expect(code).toBe(0);
    for (const about of [
      'Slack token',
      'Slack scopes',
      'Slack events',
      'Jira account',
      'Jira webhook',
      'Jira permissions',
    ]) {
      expect(stdout).toContain(`ok    ${about}: `);
    }
  });

  it.each([
    [
      'a wrong token of Slack',
      { SLACK_BOT_TOKEN: 'xoxb-wrong' },
      /FAIL {2}Slack token: .*invalid_auth[\s\S]*Install App/,
    ],
    [
      'another signing secret',
      { SLACK_SIGNING_SECRET: 'another' },
      /FAIL {2}Slack events: [\s\S]*same SLACK_SIGNING_SECRET/,
    ],
    [
      'a channel the bot is not in',
      { SLACK_OPS_CHANNEL: 'C0NOWHERE' },
      /FAIL {2}Operators’ channel: C0NOWHERE cannot be seen/,
    ],
    ['a wrong token of Jira', { JIRA_API_TOKEN: 'wrong' }, /FAIL {2}Jira account: [\s\S]*JIRA_CLOUD_ID=c10ud1d0-/],
    ['a query that is none', { JIRA_FILTER: 'projekt =' }, /FAIL {2}JIRA_FILTER: Jira does not take it/],
    ['a project nobody sees', { JIRA_PROJECTS: 'PROJ,NOPE' }, /FAIL {2}Jira projects: NOPE cannot be seen/],
    ['no webhook', {}, /FAIL {2}Jira webhook: there is none[\s\S]*npx logtriage webhook jira/],
    ['a token that ends soon', { JIRA_API_TOKEN_EXPIRES: '2026-01-01' }, /FAIL {2}Jira token: has ended/],
    [
      'an address that leads nowhere',
      { PUBLIC_URL: 'http://127.0.0.1:9' },
      /FAIL {2}Address: http:\/\/127\.0\.0\.1:9 does not answer/,
    ],
    [
      'a Jira that nothing listens for',
      { JIRA_BASE_URL: 'http://127.0.0.1:9' },
      /FAIL {2}Jira: http:\/\/127\.0\.0\.1:9 does not answer: [\s\S]*JIRA_BASE_URL/,
    ],
  ])('says in a sentence what mends %s', async (_, changes, told) => {
    using setting = await installed(changes as Record<string, string>);
    const { stdout, code } = await setting.command('doctor');
    expect(stdout).toMatch(told);
    expect(code).toBe(1);
  });

  it('looks at the client of an app that people install, and at the token of each workspace', async () => {
    const client = { SLACK_CLIENT_ID: slackClient.clientId, SLACK_CLIENT_SECRET: slackClient.clientSecret };
    const without = { SLACK_BOT_TOKEN: '', SLACK_OPS_CHANNEL: '' };
    using setting = await installed({ ...client, ...without }, { installs: { rotates: false } });
    const { first } = setting.run.workspaces ?? {};
    expect((await setting.command('doctor')).stdout).toMatch(
      /ok {4}Slack client: [\s\S]*warn {2}Slack installs: [\s\S]*SLACK_INSTALL_TEAMS[\s\S]*warn {2}Slack workspaces: there is none/,
    );
    const keep = async (token: string) =>
      await withBotDatabase(readConfig(setting.env), async (opened) => {
        const given = { id: 'T0FIRST', name: 'Acme', teams: null, botUserId: 'U0LOGTRIAGE', token, installedAtMs: 0 };
        await createInstallationStore({ ...opened, clock: setting.run.clock }).save('T0FIRST', given);
      });
    first?.workspace.tokens.set('xoxb-first', { ...first.bot, token: 'xoxb-first' });
    await keep('xoxb-first');
    expect((await setting.command('doctor')).stdout).toContain('ok    Slack workspace T0FIRST: Acme');
    await keep('xoxb-other');
    setting.env.SLACK_CLIENT_SECRET = 'guess';
    const { stdout, code } = await setting.command('doctor');
    expect(stdout).toMatch(/FAIL {2}Slack client: it is refused \(bad_client_secret\)/);
    expect(stdout).toMatch(/FAIL {2}Slack workspace T0FIRST: [\s\S]*slack\/install/);
    expect(code).toBe(1);
  });

  it('names the scope that a token at the gateway lacks', async () => {
    using setting = await installed({ JIRA_API_TOKEN: 'scoped-token' });
    const { env, run } = setting;
    Object.assign(env, { JIRA_CLOUD_ID: run.jira.cloudId, JIRA_GATEWAY_URL: env.JIRA_BASE_URL });
    expect((await setting.command('doctor')).stdout).toContain('ok    Jira scopes: reading and writing');
    run.jira.settings.scopes = ['read:jira-work', 'read:jira-user'];
    expect((await setting.command('doctor')).stdout).toMatch(
      /FAIL {2}Jira scopes: write:jira-work is missing\n.*new token/,
    );
    run.jira.settings.scopes = ['read:jira-work'];
    expect((await setting.command('doctor')).stdout).toMatch(
      /FAIL {2}Jira scopes: read:jira-work or read:jira-user is/,
    );
  });

  it('does not take a site that is no Jira for a refused account', async () => {
    const elsewhere = await serveFetch(async () => new Response('a page of somebody else', { status: 404 }));
    using setting = await installed({ JIRA_BASE_URL: elsewhere });
    const { stdout } = await setting.command('doctor');
    expect(stdout).toContain(`FAIL  Jira: ${elsewhere} does not answer as Jira does (http_404)`);
    expect(stdout).toContain('Check that JIRA_BASE_URL leads to Jira itself');
    expect(stdout).not.toContain('Jira account');
  });

  it('names the permission the account lacks', async () => {
    using setting = await installed();
    setting.run.jira.settings.denied.add('EDIT_ISSUES');
    expect((await setting.command('doctor')).stdout).toContain('EDIT_ISSUES is missing, so the bot cannot set labels');
  });
});

it('a webhook at Data Center is registered with its secret where it is read, so that deliveries are signed', async () => {
  using run = await startBot({
    config: { jira: { baseUrl: 'http://jira.test', kind: 'datacenter', ...jiraSecrets } },
  });
  const env = {
    DATA_DIR: temporaryFolder().path,
    PUBLIC_URL: 'https://triage.example.com',
    JIRA_KIND: 'datacenter',
    JIRA_BASE_URL: await serveFetch(run.jira.fetch),
    JIRA_API_TOKEN: jiraSecrets.apiToken,
    JIRA_WEBHOOK_SECRET: jiraSecrets.webhookSecret,
  };
  const { stdout } = await startNode(['src/commands/cli.ts', 'webhook', 'jira'], { env }).ended;
  expect(stdout).toBe('The webhook is registered.\n');
  expect(hooks(run)).toMatchObject([{ secret: jiraSecrets.webhookSecret }]);
});

describe('npx logtriage setup', () => {
  it('walks a person through both vendors, tries each answer, and writes what the other commands read', async () => {
    using setting = await installed();
    const { env } = setting;
    const { path: cwd } = temporaryFolder();
    const answers = [
      'https://triage.example.com/',
      ...['', 'signing-secret', 'xoxb-wrong', ''],
      ...['one', '', slackSecrets.botToken, 'C0BRINGUP'],
      ...[env.JIRA_BASE_URL, '', '', jiraSecrets.email, jiraSecrets.apiToken, '2099-01-01'],
    ];
    const cli = resolve('src/commands/cli.ts');
    writeFileSync(join(cwd, 'logtriage.env'), `SLACK_API_URL="${env.SLACK_API_URL}"\n`);
    const ended = await startNode([cli, 'setup'], { cwd, input: `${answers.join('\n')}\n` }).ended;
    expect(ended.stderr).toBe('');
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain('https://api.slack.com/apps?new_app=1&manifest_json=%7B');
    expect(ended.stdout).toMatch(
      /FAIL {2}Slack token: [\s\S]*Try again[\s\S]*ok {2}Slack token: [\s\S]*ok {2}Jira account: /,
    );
    expect(statSync(join(cwd, 'logtriage.env')).mode & 0o777).toBe(0o600);
    const read = await startNode([cli, 'manifest'], { cwd }).ended;
    expect(JSON.parse(read.stdout).settings.interactivity.request_url).toBe('https://triage.example.com/slack/events');
    const again = await startNode([cli, 'setup'], { cwd, input: '\n'.repeat(20) }).ended;
    expect(again.code).toBe(0);
  });

  it.each([
    [
      'Slack, of which half is set and which is declined',
      { SLACK_BOT_TOKEN: 'xoxb-of-before' },
      [],
      /Without Slack, so SLACK_API_URL, SLACK_BOT_TOKEN are left out[\s\S]*ok {2}Jira account: /,
      { code: 0, slack: false },
    ],
    [
      'Slack, which is given up',
      {},
      ['', 'signing-secret', '', '', ...['', '', '', ''], ...['', '', '', '']],
      /ok {2}Jira account: [\s\S]*cannot start with them yet:[\s\S]*SLACK_BOT_TOKEN: missing/,
      { code: 1, slack: true },
    ],
  ])('tries Jira for itself, whatever became of %s', async (_, before, answers, told, wanted) => {
    using setting = await installed();
    const { env } = setting;
    const { path: cwd } = temporaryFolder();
    const lines = Object.entries({
      ...before,
      SLACK_API_URL: env.SLACK_API_URL,
      PUBLIC_URL: 'https://triage.example.com',
    });
    writeFileSync(join(cwd, 'logtriage.env'), lines.map(([name, value]) => `${name}="${value}"\n`).join(''));
    const ofJira = [env.JIRA_BASE_URL, '', '', jiraSecrets.email, jiraSecrets.apiToken, '2099-01-01'];
    const ofSlack = answers.length > 0 ? answers : ['', ''];
    const input = `${['', ...ofSlack, ...ofJira].join('\n')}\n`;
    const ended = await startNode([resolve('src/commands/cli.ts'), 'setup'], { cwd, input }).ended;
    expect(ended.stdout).toMatch(told);
    expect(ended.code).toBe(wanted.code);
    const written = parseEnv(readFileSync(join(cwd, 'logtriage.env'), 'utf8'));
    expect(Object.keys(written).some((name) => name.startsWith('SLACK_'))).toBe(wanted.slack);
  });

  it('tries Slack for itself, where half of Jira is set', async () => {
    using setting = await installed();
    const { env } = setting;
    const { path: cwd } = temporaryFolder();
    const before = { SLACK_API_URL: env.SLACK_API_URL, JIRA_EMAIL: 'a@b.example', JIRA_PROJECTS: 'PROJ' };
    const lines = Object.entries({ ...before, PUBLIC_URL: 'https://triage.example.com' });
    writeFileSync(join(cwd, 'logtriage.env'), lines.map(([name, value]) => `${name}="${value}"\n`).join(''));
    const input = `${['', '', 'signing-secret', slackSecrets.botToken, '', ''].join('\n')}\n`;
    const ended = await startNode([resolve('src/commands/cli.ts'), 'setup'], { cwd, input }).ended;
    expect(ended.stdout).toMatch(/ok {2}Slack token: [\s\S]*Without Jira, so JIRA_EMAIL, JIRA_PROJECTS are left out/);
    expect(ended.code).toBe(0);
    const written = parseEnv(readFileSync(join(cwd, 'logtriage.env'), 'utf8'));
    expect(readConfig(written)).toMatchObject({ slack: { kind: 'workspace' }, jira: { kind: 'off' } });
  });

  it('walks through the client of an app for several workspaces, and an OAuth app of Jira', async () => {
    using setting = await installed({}, { installs: { rotates: true } });
    const { env } = setting;
    const { path: cwd } = temporaryFolder();
    const cli = resolve('src/commands/cli.ts');
    const before = { SLACK_API_URL: env.SLACK_API_URL, JIRA_BASE_URL: env.JIRA_BASE_URL, JIRA_EMAIL: 'a@b.example' };
    const lines = Object.entries({ ...before, JIRA_API_TOKEN: 'of before', JIRA_WEBHOOK_SECRET: 'kept' });
    writeFileSync(join(cwd, 'logtriage.env'), lines.map(([name, value]) => `${name}="${value}"\n`).join(''));
    const answers = [
      'https://triage.example.com',
      ...['several', 'signing-secret', slackClient.clientId, 'guess', 'T0FIRST,T0SECOND', 'T0FIRST:C0BRINGUP'],
      ...['', '', '', slackClient.clientSecret, '', ''],
      ...['', 'cloud', 'app', 'jira-client', 'jira-client-secret'],
    ];
    const ended = await startNode([cli, 'setup'], { cwd, input: `${answers.join('\n')}\n` }).ended;
    expect(ended).toMatchObject({ stderr: '', code: 0 });
    const address = /https:\/\/api\.slack\.com\/apps\?new_app=1&manifest_json=(\S+)/.exec(ended.stdout)?.[1] ?? '';
    expect(JSON.parse(decodeURIComponent(address)).oauth_config.redirect_urls).toEqual([
      'https://triage.example.com/slack/oauth_redirect',
    ]);
    expect(ended.stdout).toMatch(/FAIL {2}Slack client: it is refused[\s\S]*Try again[\s\S]*ok {2}Slack client: /);
    expect(ended.stdout).toContain('https://triage.example.com/jira/oauth_redirect');
    expect(ended.stdout).toMatch(/triage\.example\.com\/slack\/install installs the app[\s\S]*logtriage connect jira/);
    const written = parseEnv(readFileSync(join(cwd, 'logtriage.env'), 'utf8'));
    expect(written).toMatchObject({
      SLACK_CLIENT_ID: slackClient.clientId,
      SLACK_CLIENT_SECRET: slackClient.clientSecret,
      SLACK_INSTALL_TEAMS: 'T0FIRST,T0SECOND',
      SLACK_OPS_CHANNEL: 'T0FIRST:C0BRINGUP',
      JIRA_CLIENT_ID: 'jira-client',
      JIRA_CLIENT_SECRET: 'jira-client-secret',
      JIRA_WEBHOOK_TOKEN: expect.stringMatching(/^[\w-]{22,}$/),
      DATA_KEY: expect.stringMatching(/^.{44}$/),
    });
    expect(Object.keys(written)).not.toContain('JIRA_API_TOKEN');
    expect(readConfig(written).slack).toMatchObject({ oauth: { allowed: ['T0FIRST', 'T0SECOND'] } });
    const again = await startNode([cli, 'setup'], { cwd, input: '\n'.repeat(20) }).ended;
    expect(again.code).toBe(0);
    expect(parseEnv(readFileSync(join(cwd, 'logtriage.env'), 'utf8'))).toEqual(written);
  });
});
