import { describe, expect, it } from 'vitest';
import type { BotConfig } from '../../src/app/bot-config.ts';
import { createJiraAccess } from '../../src/bot/jira/jira-access.ts';
import { createJiraClient } from '../../src/bot/jira/jira-client.ts';
import { createJiraGrants } from '../../src/bot/jira/jira-grants.ts';
import { createWebhookRegistry } from '../../src/bot/jira/webhook-registry.ts';
import { createGrantStore } from '../../src/bot/store/grant-store.ts';
import { grants } from '../../src/bot/store/memory.ts';
import { silentLog } from '../../src/core/log.ts';
import { createVault, openVault } from '../../src/core/vault.ts';
import { adfText } from '../../src/sandbox/jira/check-adf.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { fetchOf, jiraOrigin, jiraSecrets } from '../support/vendors.ts';

const log = '09:00:01 start\n09:00:02 ERROR disk is full\n';
const data = {
  verdict: 'LIKELY',
  root_cause: 'The disk ran full',
  answer: 'Nothing was written after that.',
  signature: 'ENOSPC in store_block()',
  citations: [{ file: 'app.log', line_start: 2, line_end: 2, excerpt: '09:00:02 ERROR disk is full' }],
};
const { webhookSecret } = jiraSecrets;
const site = { baseUrl: jiraOrigin, gatewayUrl: jiraOrigin, webhookSecret };
const act = { user: 'ada', summary: 'It stops', files: [{ name: 'app.log', bytes: log }] };

async function start(config: Partial<BotConfig>, ownLog = silentLog): Promise<BotUnderTest> {
  const run = await startBot({ config: { publicUrl: 'http://bot.test', ...config }, log: ownLog });
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data });
  return run;
}

function texts(run: BotUnderTest, issueKey: string): string[] {
  return (run.jira.site.findIssue(issueKey)?.comments ?? [])
    .filter(({ author }) => author === run.jira.bot)
    .map(({ body }) => adfText(body));
}

/** What `npx logtriage connect jira` does, and the person who opens the link. */
async function grant(
  run: BotUnderTest,
  connection: Parameters<typeof createJiraGrants>[0]['connection'],
): Promise<Response> {
  const { clock, database } = run;
  const store = createGrantStore({ sql: database.sql, clock, vault: openVault });
  const url = new URL(
    await createJiraGrants({ connection, store, clock }).begin('http://bot.test/jira/oauth_redirect'),
  );
  expect(url.searchParams.get('scope')).toContain('offline_access');
  const back = (await run.jira.fetch(new Request(url, { redirect: 'manual' }))).headers.get('location') ?? '';
  return await run.request(back.replace('http://bot.test', ''), {});
}

describe('a token with scopes', () => {
  it.each([
    ['of a person', { email: jiraSecrets.email }],
    ['of a service account, without an e-mail address', {}],
  ])('%s works through the gateway: files, comments, labels', async (_, who) => {
    using run = await start({
      jira: { ...site, ...who, apiToken: 'scoped-token', cloudId: 'c10ud1d0-0000-4000-8000-000000000001' },
    });
    await run.jira.people.createIssue({ project: 'PROJ', ...act });
    await run.pass(40_000);
    expect(texts(run, 'PROJ-1')[0]).toContain('LIKELY: The disk ran full');
    expect(run.jira.site.findIssue('PROJ-1')?.labels?.[0]).toMatch(/^logtriage-cause-/);
    expect(run.jira.unexpected).toEqual([]);
  });

  it('is refused by the site itself, and the work waits for people', async () => {
    using run = await start({ jira: { ...site, email: jiraSecrets.email, apiToken: 'scoped-token' } });
    await run.jira.people.createIssue({ project: 'PROJ', ...act });
    await run.pass(60_000);
    expect(texts(run, 'PROJ-1')).toEqual([]);
  });
});

describe('an app that was granted access', () => {
  const oauth = { clientId: 'client', clientSecret: 'client-secret', authUrl: jiraOrigin };
  const connection = { ...site, oauth };

  it('works, has its access renewed each hour, and keeps each refresh token over a restart', async () => {
    using run = await start({ jira: connection });
    expect((await grant(run, connection)).status).toBe(200);
    for (const number of [1, 2, 3]) {
      await run.jira.people.createIssue({ project: 'PROJ', ...act });
      await run.pass(40_000);
      expect(texts(run, `PROJ-${number}`)).toHaveLength(1);
      await run.restart();
      await run.pass(3_700_000, 300_000);
    }
  });

  it('takes no answer that was not asked for here, and no second one', async () => {
    using run = await start({ jira: connection });
    expect((await run.request(`/jira/oauth_redirect?code=made-up&state=made-up`, {})).status).toBe(400);
    const first = await grant(run, connection);
    expect(first.status).toBe(200);
    expect((await run.request(`/jira/oauth_redirect?code=again&state=`, {})).status).toBe(400);
  });

  it('waits for the grant and goes on by itself', async () => {
    using run = await start({ jira: connection });
    await run.jira.people.createIssue({ project: 'PROJ', ...act });
    await run.pass(20_000);
    expect(texts(run, 'PROJ-1')).toEqual([]);
    await grant(run, connection);
    await run.pass(120_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(1);
    expect((await run.database.sql.select().from(grants).limit(5)).map(({ name }) => name)).toEqual(['jira']);
  });
});

describe('the webhook an app registered', () => {
  const oauth = { clientId: 'client', clientSecret: 'client-secret', authUrl: jiraOrigin };
  const connection = { ...site, oauth, webhookToken: 'w'.repeat(22) };
  const hour = 3_600_000;
  const day = 24 * hour;

  async function withWebhook() {
    const told: string[] = [];
    const error = (_: string, fields?: Record<string, unknown>) => void told.push(String(fields?.message));
    const run = await start({ jira: connection }, { ...silentLog, error });
    await grant(run, connection);
    const url = `http://bot.test/jira/webhook/${connection.webhookToken}`;
    const events = ['jira:issue_created', 'jira:issue_updated'];
    const jql = 'project = PROJ';
    const given = { name: '', url, events, jql, secret: undefined, kind: 'dynamic' as const };
    const hook = { ...given, id: 77, expiresMs: run.clock.now() + 30 * day };
    const foreign = { ...hook, id: 78, url: 'http://other.test' };
    for (const each of [hook, foreign]) run.jira.webhooks.hooks.set(each.id, each);
    await run.bot.start();
    return { run, hook, foreign, told, [Symbol.dispose]: () => run[Symbol.dispose]() };
  }

  it('is prolonged before its thirty days are over, and no other one', async () => {
    using setting = await withWebhook();
    const { run, hook, foreign, told } = setting;
    const foreignEndsMs = foreign.expiresMs;
    for (let passed = 0; passed < 35; passed += 1) {
      await run.pass(day, 12 * hour);
      expect(hook.expiresMs - run.clock.now()).toBeGreaterThan(18 * day);
    }
    expect(foreign.expiresMs).toBe(foreignEndsMs);
    const refreshes = run.jira.calls.filter(({ path }) => path.endsWith('/webhook/refresh'));
    expect(refreshes.length).toBeLessThan(5);
    await run.jira.people.createIssue({ project: 'PROJ', ...act });
    await run.pass(60_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(1);
    expect(told).toEqual([]);
  });

  it('that Jira does not prolong is told to the operator in its last week, and once more when it is gone', async () => {
    using setting = await withWebhook();
    const { run, told } = setting;
    await run.pass(hour, hour / 4);
    const fault = { kind: 'status', status: 403, body: '{}' } as const;
    run.jira.faults.add(/webhook\/refresh$/, fault, 100_000);
    await run.pass(20 * day, 12 * hour);
    expect(told).toEqual([]);
    await run.pass(5 * day, 4 * hour);
    expect(told[0]).toMatch(/The Jira webhook expires in \d days, .*npx logtriage webhook jira/);
    run.jira.faults.clear();
    run.jira.webhooks.hooks.clear();
    told.length = 0;
    await run.pass(3 * day, 4 * hour);
    expect(told).toEqual([expect.stringContaining('is gone: it expired, or somebody removed it')]);
  });
});

describe('npx logtriage webhook jira', () => {
  const oauth = { clientId: 'client', clientSecret: 'client-secret', authUrl: jiraOrigin };
  const connection = { ...site, oauth, webhookToken: 'w'.repeat(22) };
  const url = `http://bot.test/jira/webhook/${connection.webhookToken}`;

  async function ofApp() {
    const run = await start({ jira: connection });
    await grant(run, connection);
    const send = fetchOf(run.jira);
    const vault = await createVault([new Uint8Array(32)]);
    const store = createGrantStore({ sql: run.database.sql, clock: run.clock, vault });
    const grantsOfApp = () => createJiraGrants({ connection, store, clock: run.clock, fetch: send });
    const access = createJiraAccess(connection, grantsOfApp());
    const registry = createWebhookRegistry(createJiraClient({ baseUrl: jiraOrigin, access, fetch: send }), true);
    return { run, registry, grantsOfApp, [Symbol.dispose]: () => run[Symbol.dispose]() };
  }

  it('has an app told of every ticket, by a filter that Jira takes for it', async () => {
    using setting = await ofApp();
    const { run, registry } = setting;
    await registry.register({ url, secret: undefined, jql: undefined });
    expect(await registry.list()).toMatchObject([{ url }]);
    await run.jira.people.createIssue({ project: 'PROJ', ...act });
    expect(run.jira.webhooks.sent.filter(({ rawBody }) => rawBody.includes('issue_created'))).toHaveLength(2);
  });

  it('works beside the program, whose renewal of the access it may lose a race with', async () => {
    using setting = await ofApp();
    const { run, registry, grantsOfApp } = setting;
    // Read before the program renews, used after it: the refresh token is spent.
    run.clock.advance(3_700_000);
    const { fetch: answer } = run.jira;
    run.jira.fetch = async (request) => {
      run.jira.fetch = answer;
      await grantsOfApp().current();
      return await answer(request);
    };
    await registry.register({ url, secret: undefined, jql: undefined });
    expect(await registry.list()).toMatchObject([{ url }]);
  });

  it('tells why Jira refused, which it does with status 200', async () => {
    using setting = await ofApp();
    const refused = setting.registry.register({ url, secret: undefined, jql: 'project IS NOT EMPTY' });
    await expect(refused).rejects.toMatchObject({ code: 'rejected', reason: 'Operator is not is unsupported' });
  });

  it('finds the older path of Data Center before version 10, which cannot sign', async () => {
    const jira = { ...site, kind: 'datacenter' as const, apiToken: jiraSecrets.apiToken };
    using run = await start({ jira });
    run.jira.faults.add(/jira-webhook/, { kind: 'status', status: 404 }, 100);
    const access = createJiraAccess(jira);
    const client = createJiraClient({ ...jira, access, fetch: fetchOf(run.jira) });
    const registry = createWebhookRegistry(client, false);
    const refused = registry.register({ url, secret: webhookSecret, jql: undefined });
    await expect(refused).rejects.toMatchObject({ reason: 'cannot_sign' });
    await registry.register({ url, secret: undefined, jql: undefined });
    expect((await registry.list()).map((hook) => hook.url)).toContain(url);
  });
});

describe('Jira Data Center', () => {
  const jira = { ...site, kind: 'datacenter' as const, apiToken: jiraSecrets.apiToken };

  it('no Jira Data Center: is answered in wiki text with a personal access token, once, although its webhooks have no identifier', async () => {
    using run = await start({ jira });
    await run.jira.people.createIssue({ project: 'PROJ', ...act });
    await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [{ name: 'b.log', bytes: `${log}more\n` }] });
    for (const { rawBody } of [...run.jira.webhooks.sent]) await run.jira.webhooks.sendOnce(rawBody, '');
    await run.pass(60_000);
    const told = texts(run, 'PROJ-1');
    expect(told).toHaveLength(2);
    expect(told[0]).toContain('*LIKELY: The disk ran full*');
    expect(told[0]).toContain('{noformat}\n09:00:02 ERROR disk is full\n{noformat}');
    expect(run.jira.calls.filter(({ path }) => !path.startsWith('/rest/api/2/'))).toEqual([]);
    expect(run.jira.unexpected).toEqual([]);
  });

  it('keeps what it tells of several files apart, each with its proof once and its link last', async () => {
    using run = await start({ jira });
    run.service.deep = ({ fileId }) => {
      const name = run.service.files.find(({ id }) => id === fileId)?.name ?? '';
      const citations = data.citations.map((citation) => ({ ...citation, file: name }));
      const told = { ...data, root_cause: `The disk of ${name} ran full`, signature: name, citations };
      return Response.json({ code: 200, message: 'ok', data: told });
    };
    const files = ['a.log', 'b.log'].map((name) => ({ name, bytes: `${log}${name}\n` }));
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files });
    await run.pass(60_000);
    const [text = '', ...more] = texts(run, 'PROJ-1');
    expect(more).toEqual([]);
    const [first = '', second = '', foot = '', ...others] = text.split('\n\n----\n\n');
    expect(others).toEqual([]);
    expect(first).toMatch(/^\{panel.*\n\*LIKELY: The disk of a\.log ran full\*/);
    expect(second).toMatch(/^\*LIKELY: The disk of b\.log ran full\*/);
    for (const part of [first, second]) {
      expect(part.match(/09:00:02 ERROR disk is full/g)).toHaveLength(1);
      expect(part).toMatch(/\|http:\/\/bot\.test\/[^|\]]+\]$/);
    }
    expect(foot).toContain('2 files: 2 LIKELY.');
  });

  it('has a question end with its own mark before it is told where else that was found', async () => {
    using run = await start({ jira });
    const files = ['a.log', 'b.log', 'c.log'].map((name) => ({ name, bytes: `${log}${name}\n` }));
    run.service.deep = ({ fileId }) => {
      const isFirst = run.service.files.find(({ id }) => id === fileId)?.name === 'a.log';
      const cause = isFirst ? {} : { verdict: 'INCONCLUSIVE', root_cause: 'Nothing is known', signature: 'none' };
      return Response.json({ code: 200, message: 'ok', data: { ...data, ...cause, citations: [] } });
    };
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files });
    await run.pass(60_000);
    await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: '@logtriage which disk was it?' });
    await run.pass(60_000);
    expect(texts(run, 'PROJ-1').at(-1)).toContain('asked: which disk was it? The same in c.log.');
  });

  it.each([
    ['500 after it was stored', { kind: 'status', status: 500, after: true }],
    ['a lost connection', { kind: 'reset' }],
  ] as const)('is answered once although commenting met %s', async (_, fault) => {
    using run = await start({ jira });
    run.jira.faults.add(/^POST \/rest\/api\/2\/issue\/[^/]+\/comment$/, fault);
    await run.jira.people.createIssue({ project: 'PROJ', ...act });
    await run.pass(90_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(1);
  });

  it('is answered once on a service project, with a key that nobody sees, although commenting met a 500', async () => {
    using run = await start({ jira });
    const fault = { kind: 'status', status: 500, after: true } as const;
    run.jira.faults.add(/^POST \/rest\/servicedeskapi\/request\/[^/]+\/comment$/, fault);
    await run.jira.people.createIssue({ project: 'DESK', ...act });
    await run.pass(90_000);
    expect(texts(run, 'DESK-1').map((text) => text.split('\n').at(-1))).toEqual([
      expect.stringMatching(/^\{anchor:[\w-]+\}$/),
    ]);
  });

  it('has comments that speak to the bot heard, although they name no ticket, and the bot’s own are not', async () => {
    using run = await start({ jira });
    await run.jira.people.createIssue({ project: 'PROJ', ...act });
    await run.pass(40_000);
    await run.jira.people.comment({
      issue: 'PROJ-1',
      user: 'ada',
      text: `[~${run.jira.bot.accountId}] why did it stop?`,
    });
    await run.pass(40_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(2);
    expect(run.service.posts).toHaveLength(2);
  });

  it('has what somebody quotes taken for no question and no command', async () => {
    using run = await start({ jira });
    await run.jira.people.createIssue({ project: 'PROJ', ...act });
    await run.pass(40_000);
    const call = `[~${run.jira.bot.accountId}]`;
    const say = async (text: string) => {
      await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text });
      await run.pass(40_000);
    };
    for (const quoted of [
      `{quote}\n${call} why did it stop?\n{quote}\nI do not know.`,
      `bq. @logtriage rerun\nShall we?`,
      `{code:java|title=a}\n// @logtriage why?\n{code}`,
      'Write {{@logtriage rerun}} to have it looked at anew.',
      `See {noformat}@logtriage why? {quote}{noformat} and {quote}@logtriage why?{quote}`,
    ])
      await say(quoted);
    expect(run.service.posts).toHaveLength(1);
    expect(texts(run, 'PROJ-1')).toHaveLength(1);
    await say(`{quote}rerun{quote}\n${call} why did it stop?`);
    expect(run.service.posts).toHaveLength(2);
    expect(JSON.stringify(run.service.posts.at(-1))).not.toContain('rerun');
    await say(`@logtriage what is {code and {{code}} good for?`);
    expect(run.service.posts).toHaveLength(3);
    await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: 'x {quote} @logtriage how often?' });
    await run.pass(40_000);
    expect(run.service.posts).toHaveLength(4);
  });

  it('reads descriptions and comments as people see them, without their markup', async () => {
    using run = await start({ jira });
    const description = 'h2. Question\nWhy did {{store_block}} stop at *nine*? !shot.png|thumbnail!';
    await run.jira.people.createIssue({ project: 'PROJ', ...act, description });
    await run.pass(40_000);
    expect(run.service.posts[0]?.query).toContain('Question\nWhy did store_block stop at nine?');
    expect(run.service.posts[0]?.query).not.toMatch(/[{}*!]|h2/);
    await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: '*@logtriage* _why_' });
    await run.pass(40_000);
    expect(run.service.posts).toHaveLength(1);
    expect(texts(run, 'PROJ-1').at(-1)).toContain('app.log was answered here');
  });

  it('takes commands on a service project from listed people alone: it does not tell customers from others', async () => {
    using run = await start({ jira, tickets: { commanders: new Set(['bob']) } });
    await run.jira.people.createIssue({ project: 'DESK', ...act });
    await run.pass(40_000);
    for (const user of ['ada', 'bob']) {
      await run.jira.people.comment({ issue: 'DESK-1', user, text: '@logtriage invalid' });
      await run.pass(20_000);
      expect(texts(run, 'DESK-1')).toHaveLength(user === 'bob' ? 2 : 1);
    }
  });

  it('has its service projects answered internally', async () => {
    using run = await start({ jira });
    await run.jira.people.createIssue({ project: 'DESK', ...act });
    await run.pass(40_000);
    expect(run.jira.site.findIssue('DESK-1')?.comments).toMatchObject([{ isPublic: false }]);
  });

  it('lets people see in Slack what their account may browse, and no more', async () => {
    using run = await start({ jira });
    const issue = await run.jira.people.createIssue({ project: 'PROJ', ...act });
    await run.pass(40_000);
    issue.browsers = [run.jira.bot.accountId, 'ada'];
    const asked = (user: string) => run.slack.people.command({ channel, user, text: 'PROJ-1 why?' });
    await asked('U0BOB');
    await run.pass(40_000);
    expect(run.service.posts).toHaveLength(1);
    await asked('U0ADA');
    await run.pass(40_000);
    expect(run.service.posts).toHaveLength(2);
    expect(run.posts()).toEqual([]);
  });
});
