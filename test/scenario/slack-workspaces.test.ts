import { describe, expect, it } from 'vitest';
import { grants } from '../../src/bot/store/memory.ts';
import { silentLog } from '../../src/core/log.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { slackOrigin } from '../support/vendors.ts';

const log = '09:00:01 start\n09:00:02 ERROR disk is full\n';
const data = {
  verdict: 'LIKELY',
  root_cause: 'The disk ran full',
  answer: 'Nothing was written after that.',
  signature: 'ENOSPC in store_block()',
  citations: [{ file: 'app.log', line_start: 2, line_end: 2, excerpt: '09:00:02 ERROR disk is full' }],
};
const hourMs = 3_600_000;
type Workspaces = NonNullable<BotUnderTest['workspaces']>;
type Slack = Workspaces['first'];

async function start(changes: Parameters<typeof startBot>[0] = {}) {
  const run = await startBot({ installs: { rotates: false }, ...changes });
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data });
  if (!run.workspaces) throw new Error('these tests are about two workspaces');
  return { run, ...run.workspaces, [Symbol.dispose]: () => run[Symbol.dispose]() };
}

/** A browser that follows the way of an installation, with the cookies it was given. */
function openBrowser(run: BotUnderTest) {
  let cookie = '';
  return {
    async begin() {
      const response = await run.request('/slack/install', {});
      cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      return new URL(response.headers.get('location') ?? '');
    },
    async answer(page: URL, team: string, answer = 'allow') {
      const asked = page.searchParams;
      const body = new URLSearchParams({
        team,
        answer,
        state: asked.get('state') ?? '',
        redirect_uri: asked.get('redirect_uri') ?? '',
      });
      const url = `${slackOrigin}/oauth/v2/authorize`;
      const response = await run.fetchSlack(new Request(url, { method: 'POST', body }));
      return new URL(response.headers.get('location') ?? '');
    },
    async comeBack(url: URL) {
      const response = await run.request(`${url.pathname}${url.search}`, { headers: { cookie } });
      return { status: response.status, text: await response.text() };
    },
  };
}

async function install(run: BotUnderTest, team: string) {
  const browser = openBrowser(run);
  return await browser.comeBack(await browser.answer(await browser.begin(), team));
}

const share = (slack: Slack, name = 'app.log', bytes = log) =>
  slack.people.say({ channel, user: 'U0ADA', text: '', files: [{ name, bytes }] });

describe('an app in two workspaces', () => {
  it('answers each file in its own workspace, with the token of that workspace alone', async () => {
    using both = await start();
    const { run, first, second } = both;
    expect(await install(run, 'T0FIRST')).toMatchObject({ status: 200, text: expect.stringContaining('Team T0FIRST') });
    expect(await install(run, 'T0SECOND')).toMatchObject({ status: 200 });
    await share(first, 'first.log');
    await share(second, 'second.log', `${log}09:00:03 more\n`);
    await run.pass(40_000);
    for (const [slack, name, foreign] of [
      [first, 'first.log', 'second.log'],
      [second, 'second.log', 'first.log'],
    ] as const) {
      const said = JSON.stringify(run.posts(channel, slack));
      expect(run.posts(channel, slack)).toHaveLength(1);
      expect(said).toContain(name);
      expect(said).not.toContain(foreign);
      expect(slack.unexpected).toEqual([]);
      const used = new Set(slack.calls.map(({ method, token }) => (method === 'oauth.v2.access' ? 'none' : token)));
      expect([...used].sort()).toEqual(['none', ...slack.workspace.tokens.keys()]);
    }
  });

  it('has its tokens sealed in the database', async () => {
    using both = await start();
    const { run, first } = both;
    await install(run, 'T0FIRST');
    await share(first);
    await run.pass(40_000);
    expect(run.posts()).toHaveLength(1);
    const [token = 'none'] = first.workspace.tokens.keys();
    const [row] = await run.database.sql.select().from(grants).limit(5);
    expect(row).toMatchObject({ name: 'slack:T0FIRST', sealed: expect.stringMatching(/^sealed:1:/) });
    expect(run.database.engine.connection.serialize().includes(Buffer.from(token))).toBe(false);
  });

  it('keeps working for the workspace of its token, which no other one gets', async () => {
    using both = await start({ installs: { rotates: false, botToken: 'xoxb-test' } });
    const { run, first, second } = both;
    await share(first);
    await run.pass(40_000);
    expect(run.posts()).toHaveLength(1);
    await install(run, 'T0SECOND');
    await share(second);
    await run.pass(40_000);
    expect(run.posts(channel, second)).toHaveLength(1);
    await run.bot.start();
    await run.pass(700_000, 60_000);
    const slack = run.bot.connections().find(({ name }) => name === 'slack');
    expect(slack).toEqual({ name: 'slack', problem: null, note: '2 workspaces' });
    expect(second.calls.map(({ token }) => token)).not.toContain('xoxb-test');
  });
});

describe('two workspaces with the same ids of channels, people and files', () => {
  async function startBoth(changes: Parameters<typeof startBot>[0] = {}) {
    const both = await start(changes);
    for (const team of ['T0FIRST', 'T0SECOND']) await install(both.run, team);
    return both;
  }
  const said = (run: BotUnderTest, slack: Slack) => JSON.stringify(run.posts(channel, slack));
  const whispers = (slack: Slack) =>
    (slack.workspace.channels.get(channel)?.ephemerals ?? []).map(({ text }) => text).join('\n');

  it('learn nothing of each other from the same bytes, or from the same cause', async () => {
    using both = await startBoth();
    const { run, first, second } = both;
    await share(first, 'secret-project.log');
    await run.pass(40_000);
    await share(first, 'again.log', `${log}09:00:03 again\n`);
    await run.pass(40_000);
    expect(said(run, first)).toContain('The same cause was in one other file');
    await share(second, 'ours.log');
    await run.pass(40_000);
    await share(second, 'ours-too.log', `${log}09:00:04 ours\n`);
    await run.pass(40_000);
    expect(run.posts(channel, second)).toHaveLength(2);
    expect(said(run, second)).toContain('The same cause was in one other file');
    for (const word of ['secret-project', 'again.log', 'T0FIRST', 'two other files', '3 other files'])
      expect(said(run, second)).not.toContain(word);
    await second.people.command({ channel, user: 'U0ADA', text: 'status' });
    expect(whispers(second)).toContain('ours.log');
    expect(whispers(second)).not.toContain('secret-project');
    const unknown = await second.people.command({ channel, user: 'U0ADA', text: 'why secret-project.log' });
    const nowhere = await second.people.command({ channel, user: 'U0ADA', text: 'why nowhere-project.log' });
    // Their name is a word of the asker's alone: no file at all has the same answer.
    expect(unknown.text.replaceAll('secret', 'nowhere')).toBe(nowhere.text);
  });

  it('delete a file of their own alone', async () => {
    using both = await startBoth();
    const { run, first, second } = both;
    const [ours, theirs] = [await share(first), await share(second)];
    expect(ours.files[0]?.id).toBe(theirs.files[0]?.id);
    run.service.intercept = () => new Response(null, { status: 503 });
    await run.pass(5_000);
    await second.deliveries.tell({ type: 'file_deleted', file_id: ours.files[0]?.id, user_id: 'U0ADA' });
    await run.pass(5_000);
    run.service.intercept = () => undefined;
    await run.pass(90_000);
    expect([run.posts().length, run.posts(channel, second).length]).toEqual([1, 0]);
  });

  it('give projects and the board to their own channels alone', async () => {
    using both = await startBoth({
      config: { opsChannel: 'T0FIRST:C0BRINGUP', channelProjects: new Map([['T0FIRST:C0BRINGUP', new Set(['PROJ'])]]) },
    });
    const { run, first, second } = both;
    const issue = await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops' });
    issue.browsers = [run.jira.bot.accountId];
    await run.jira.people.attach({ issue: issue.key, user: 'ada', files: [{ name: 'a.log', bytes: log }] });
    await run.pass(40_000);
    for (const slack of [first, second]) {
      await slack.people.command({ channel, user: 'U0ADA', text: `${issue.key} why?` });
      await slack.people.command({ channel, user: 'U0ADA', text: 'board' });
    }
    await run.pass(60_000);
    expect(said(run, first)).toContain('The disk ran full');
    expect(whispers(first)).toContain('The board, for the next 15 minutes');
    expect(run.posts(channel, second)).toEqual([]);
    expect(whispers(second)).not.toMatch(/disk ran full|next 15 minutes/);
  });

  it('see tickets by the address of their people only where the operator chose the workspace', async () => {
    for (const allowed of [[], ['T0FIRST', 'T0SECOND']]) {
      using both = await startBoth({ installs: { rotates: false, allowed } });
      const { run, second } = both;
      const issue = await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops' });
      await run.jira.people.attach({ issue: issue.key, user: 'ada', files: [{ name: 'a.log', bytes: log }] });
      await run.pass(40_000);
      const comments = run.comments(issue.key).length;
      await second.people.command({ channel, user: 'U0ADA', text: `${issue.key} why?` });
      const files = [{ name: 'b.log', bytes: `${log}09:00:05 b\n` }];
      await second.people.say({ channel, user: 'U0ADA', text: issue.key, files });
      await run.pass(60_000);
      const isChosen = allowed.length > 0;
      expect(whispers(second).includes('The disk ran full') || run.posts(channel, second).length > 1).toBe(isChosen);
      expect(run.comments(issue.key).length > comments).toBe(isChosen);
    }
  });

  it('open no link into the other', async () => {
    using both = await startBoth();
    const { run, first, second } = both;
    const { message } = await share(first, 'secret-project.log');
    await run.pass(40_000);
    const link = `${slackOrigin}/archives/${channel}/p${message.ts.replace('.', '')}`;
    await second.people.command({ channel, user: 'U0ADA', text: `${link} why?` });
    await run.pass(40_000);
    expect(run.posts(channel, second)).toEqual([]);
    expect(whispers(second)).not.toContain('disk ran full');
  });
});

describe('an organisation', () => {
  it('installs the app for its workspaces at once: files, commands, buttons and sweeps there work, and it leaves at once', async () => {
    const organisation = { id: 'E0ORG', name: 'The organisation' };
    using both = await start({ installs: { rotates: true, allowed: ['E0ORG'], organisation } });
    const { run, second } = both;
    expect(await install(run, 'T0SECOND')).toMatchObject({
      status: 200,
      text: expect.stringContaining('The organisation'),
    });
    expect(await install(run, 'T0FIRST')).toMatchObject({ status: 403 });
    await run.bot.start();
    await share(second);
    await run.pass(40_000);
    expect(run.posts(channel, second)).toHaveLength(1);
    const answer = second.workspace.channels.get(channel)?.messages.find(({ user }) => user === second.bot.userId);
    await second.people.press({ channel, ts: answer?.ts ?? '', user: 'U0ADA', actionId: 'answer:around' });
    await run.pass(20_000);
    expect(run.posts(channel, second)).toHaveLength(2);
    expect((await second.people.command({ channel, user: 'U0ADA', text: 'status' })).text).toContain('app.log');
    run.away(true);
    await share(second, 'missed.log', `${log}missed\n`);
    run.away(false);
    await run.pass(1.1 * hourMs, 300_000);
    expect(run.posts(channel, second)).toHaveLength(3);
    expect(second.unexpected).toEqual([]);
    await second.install.uninstall();
    await run.pass(20_000);
    expect(await run.database.sql.select().from(grants).limit(5)).toEqual([]);
  });

  it('lets go of one workspace: work there ends with the reason, and the token for the others stays', async () => {
    const organisation = { id: 'E0ORG', name: 'The organisation' };
    using both = await start({ installs: { rotates: true, allowed: ['E0ORG'], organisation } });
    const { run, second } = both;
    await install(run, 'T0SECOND');
    await run.bot.start();
    run.service.intercept = () => new Response(null, { status: 503 });
    await share(second);
    await run.pass(10_000);
    await second.install.revokeTeam();
    await run.pass(20_000);
    run.service.intercept = () => undefined;
    await run.pass(60_000);
    expect(run.posts(channel, second)).toEqual([]);
    const [row] = run.database.engine.connection
      .prepare<[], { state: string; detail: string }>('select state, detail from cases')
      .all();
    expect(row).toMatchObject({ state: 'failed', detail: expect.stringContaining('team_access_revoked') });
    expect((await run.database.sql.select().from(grants).limit(5)).map(({ name }) => name)).toEqual(['slack:E0ORG']);
    await share(second, 'later.log', `${log}later\n`);
    await run.pass(60_000);
    expect(run.posts(channel, second)).toEqual([]);
  });
});

describe('tokens that rotate', () => {
  it('are renewed before they end, one call at a time, and work after a restart', async () => {
    using both = await start({ installs: { rotates: true } });
    const { run, first } = both;
    await install(run, 'T0FIRST');
    await run.bot.start();
    for (const number of [1, 2, 3, 4]) {
      await run.pass(9 * hourMs, hourMs / 2);
      await share(first, `${number}.log`, `${log}${number}\n`);
      await run.pass(60_000);
      expect(run.posts()).toHaveLength(number);
      if (number === 2) await run.restart();
    }
    const renewals = first.calls.filter(({ method, args }) => method === 'oauth.v2.access' && args.refresh_token);
    expect(renewals.length).toBeGreaterThanOrEqual(3);
    expect(new Set(renewals.map(({ args }) => args.refresh_token)).size).toBe(renewals.length);
  });

  it('go on with the old one where the answer was lost, and say until when', async () => {
    using both = await start({ installs: { rotates: true } });
    const { run, first } = both;
    await install(run, 'T0FIRST');
    await run.bot.start();
    first.faults.add(/^oauth\.v2\.access$/, { kind: 'reset', after: true });
    await run.pass(10.5 * hourMs, hourMs / 6);
    await share(first);
    await run.pass(60_000);
    expect(run.posts()).toHaveLength(1);
    const problem = () => run.bot.connections().find(({ name }) => name === 'slack')?.problem;
    expect(problem()).toContain('cannot be renewed (invalid_refresh_token)');
    await run.pass(2 * hourMs, hourMs / 6);
    await share(first, 'late.log', `${log}late\n`);
    await run.pass(60_000);
    expect(run.posts()).toHaveLength(1);
    await install(run, 'T0FIRST');
    await run.pass(hourMs / 2, 60_000);
    expect(run.posts()).toHaveLength(2);
    expect(problem()).toBeNull();
  });
});

describe('a workspace that removes the app', () => {
  it('is forgotten, what was under way there ends with the reason, and the other goes on', async () => {
    using both = await start();
    const { run, first, second } = both;
    await install(run, 'T0FIRST');
    await install(run, 'T0SECOND');
    await first.people.command({ channel, user: 'U0ADA', text: 'digest daily 09:00 UTC' });
    run.service.intercept = () => new Response(null, { status: 503 });
    await share(first);
    await run.pass(10_000);
    await first.install.uninstall();
    await run.pass(20_000);
    run.service.intercept = () => undefined;
    expect((await run.database.sql.select().from(grants).limit(5)).map(({ name }) => name)).toEqual(['slack:T0SECOND']);
    const [row] = run.database.engine.connection
      .prepare<[], { state: string; detail: string }>('select state, detail from cases')
      .all();
    expect(row).toMatchObject({ state: 'failed', detail: expect.stringMatching(/tokens_revoked|app_uninstalled/) });
    await share(second);
    await run.pass(60_000);
    expect([run.posts().length, run.posts(channel, second).length]).toEqual([0, 1]);
    const before = first.calls.length;
    await run.pass(26 * hourMs, hourMs);
    expect(first.calls.length).toBe(before);
  });

  it('that has installed it again since keeps what it gave', async () => {
    using both = await start();
    const { run, first } = both;
    await install(run, 'T0FIRST');
    run.refuseDeliveries(true);
    await first.install.uninstall();
    await install(run, 'T0FIRST');
    run.refuseDeliveries(false);
    run.clock.advance(61_000);
    await run.pass(30_000);
    await share(first);
    await run.pass(40_000);
    expect(run.posts()).toHaveLength(1);
  });
});

it('a workspace whose token is in the environment and that removes the app: the operator is told, and the connection shows it', async () => {
  const told: string[] = [];
  const log = {
    ...silentLog,
    error: (_: string, fields?: Record<string, unknown>) => void told.push(String(fields?.message)),
  };
  using run = await startBot({ log });
  await run.bot.start();
  await run.pass(5_000);
  const slack = () => run.bot.connections().find(({ name }) => name === 'slack');
  expect(slack()).toEqual({ name: 'slack', problem: null });
  await run.slack.install.uninstall();
  await run.pass(11 * 60_000, 60_000);
  expect(told.filter((words) => words.includes('was removed from the workspace T0SANDBOX'))).toHaveLength(1);
  expect(slack()).toEqual({ name: 'slack', problem: 'token_revoked' });
});

describe('an installation that does not come about', () => {
  it('because the person said no, came late, from another browser, twice, or was never sent', async () => {
    using both = await start();
    const { run } = both;
    const browser = openBrowser(run);
    const denied = await browser.answer(await browser.begin(), 'T0FIRST', 'cancel');
    expect(await browser.comeBack(denied)).toMatchObject({ status: 403, text: expect.stringContaining('Start again') });
    const late = await browser.answer(await browser.begin(), 'T0FIRST');
    run.clock.advance(11 * 60_000);
    expect(await browser.comeBack(late)).toMatchObject({ status: 400, text: expect.stringContaining('Too late') });
    const stolen = await browser.answer(await browser.begin(), 'T0FIRST');
    const other = openBrowser(run);
    expect((await other.comeBack(stolen)).text).toContain('another browser');
    await other.begin();
    expect((await other.comeBack(stolen)).text).toContain('another browser');
    const forged = new URL(stolen);
    forged.searchParams.set('state', `${crypto.randomUUID()}.${run.clock.now() + 1}.${'0'.repeat(64)}`);
    expect((await browser.comeBack(forged)).status).toBe(400);
    expect((await run.request('/slack/oauth_redirect?code=x&state=y', {})).status).toBe(400);
    expect(await run.database.sql.select().from(grants).limit(5)).toEqual([]);
    expect((await browser.comeBack(stolen)).status).toBe(200);
    expect(await browser.comeBack(stolen)).toMatchObject({
      status: 400,
      text: expect.stringContaining('Already used'),
    });
    expect(await run.database.sql.select().from(grants).limit(5)).toHaveLength(1);
  });

  it('because the operator lets other workspaces in: what Slack gave is given back', async () => {
    using both = await start({ installs: { rotates: false, allowed: ['T0SECOND'] } });
    const { run, first } = both;
    const page = await openBrowser(run).begin();
    expect(page.searchParams.get('team')).toBe('T0SECOND');
    expect(await install(run, 'T0FIRST')).toMatchObject({ status: 403 });
    expect([...first.workspace.tokens.values()].map(({ isRevoked }) => isRevoked)).toEqual([true]);
    expect(await install(run, 'T0SECOND')).toMatchObject({ status: 200 });
    expect((await run.database.sql.select().from(grants).limit(5)).map(({ name }) => name)).toEqual(['slack:T0SECOND']);
  });
});
