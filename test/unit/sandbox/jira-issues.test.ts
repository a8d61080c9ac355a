import { describe, expect, it } from 'vitest';
import { createJiraStandIn, type JiraStandInOptions } from '../../../src/sandbox/jira/jira-stand-in.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { jiraOrigin, jiraSecrets } from '../../support/vendors.ts';

type Json = Record<string, unknown>;

function setUp(options: Partial<JiraStandInOptions> = {}) {
  const clock = createTestClock();
  const deliveries: { url: string; headers: Headers; body: Json }[] = [];
  const jira = createJiraStandIn({
    clock,
    origin: () => jiraOrigin,
    ...jiraSecrets,
    target: () => undefined,
    later: (delayMs, run) => void clock.after(delayMs, run),
    send: async (request) => {
      deliveries.push({ url: request.url, headers: request.headers, body: (await request.json()) as Json });
      return new Response(null, { status: request.url.includes('broken') ? 503 : 200 });
    },
    ...options,
  });
  jira.settings.hasRateLimits = false;
  jira.site.addUser({ accountId: 'ada', displayName: 'Ada' });
  jira.site.addProject({ key: 'PROJ', versions: ['1.0', '2.0'], components: ['radio'] });
  const basic = `Basic ${btoa(`${jiraSecrets.email}:${jiraSecrets.apiToken}`)}`;
  const authorization = options.deployment === 'datacenter' ? `Bearer ${jiraSecrets.apiToken}` : basic;
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { authorization },
  ) => {
    const response = await jira.fetch(
      new Request(`${jiraOrigin}${path}`, {
        method,
        redirect: 'manual',
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : {}) as Json, text };
  };
  const create = (fields: Json) =>
    call('POST', '/rest/api/3/issue', { fields: { project: { key: 'PROJ' }, issuetype: { name: 'Bug' }, ...fields } });
  return { clock, jira, deliveries, call, create };
}

const doc = (text: string) => ({
  type: 'doc',
  version: 1,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

describe('issues', () => {
  it('are created with what Jira asks for, and refused field by field', async () => {
    const { call, create } = setUp();
    expect(await create({ summary: 'It reboots', description: doc('Why?'), labels: ['a'] })).toMatchObject({
      status: 201,
      body: { key: 'PROJ-1', id: expect.any(String) },
    });
    const { body } = await call('GET', '/rest/api/3/issue/PROJ-1');
    expect(body).toMatchObject({ fields: { summary: 'It reboots', labels: ['a'], status: { name: 'Open' } } });
    const refused = await create({ summary: '', description: 'text', labels: ['two words'], nonsense: 1 });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors as Json).sort()).toEqual(['description', 'labels', 'nonsense', 'summary']);
    const empty = await call('POST', '/rest/api/3/issue', { fields: {} });
    expect(Object.keys(empty.body.errors as Json).sort()).toEqual(['issuetype', 'project', 'summary']);
  });

  it('are edited whole or not at all, with a history', async () => {
    const { jira, call, create } = setUp();
    await create({ summary: 'It reboots', labels: ['a'] });
    const bad = await call('PUT', '/rest/api/3/issue/PROJ-1', {
      fields: { summary: 'Other' },
      update: { labels: [{ add: 'with space' }] },
    });
    expect(bad.status).toBe(400);
    expect(jira.site.findIssue('PROJ-1')?.summary).toBe('It reboots');
    const update = { labels: [{ add: 'b' }, { remove: 'a' }], fixVersions: [{ add: { name: '2.0' } }] };
    expect(
      (await call('PUT', '/rest/api/3/issue/PROJ-1', { update, fields: { assignee: { accountId: 'ada' } } })).status,
    ).toBe(204);
    const { body } = await call('GET', '/rest/api/3/issue/PROJ-1/changelog');
    const [change] = body.values as { items: Json[] }[];
    expect(change?.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'labels', fromString: 'a', toString: 'b' }),
        expect.objectContaining({ field: 'fixVersions', toString: '2.0' }),
        expect.objectContaining({ field: 'assignee', to: 'ada', toString: 'Ada' }),
      ]),
    );
    expect(
      (await call('PUT', '/rest/api/3/issue/PROJ-1', { update: { versions: [{ add: { name: '9' } }] } })).status,
    ).toBe(400);
  });

  it('move through the workflow, and are resolved when done', async () => {
    const { call, create } = setUp();
    await create({ summary: 's' });
    const { body } = await call('GET', '/rest/api/3/issue/PROJ-1/transitions');
    const done = (body.transitions as { id: string; to: { name: string } }[]).find(({ to }) => to.name === 'Done');
    const move = () => call('POST', '/rest/api/3/issue/PROJ-1/transitions', { transition: { id: done!.id } });
    expect((await move()).status).toBe(204);
    expect((await call('GET', '/rest/api/3/issue/PROJ-1?fields=status,resolution')).body).toMatchObject({
      fields: { status: { statusCategory: { key: 'done' } }, resolution: { name: 'Done' } },
    });
    expect((await move()).status).toBe(400);
  });

  it('carry properties and links, each set once', async () => {
    const { call, create } = setUp();
    await create({ summary: 'one' });
    await create({ summary: 'two' });
    const path = '/rest/api/3/issue/PROJ-1/properties/logtriage';
    expect((await call('PUT', path, { cause: 'x' })).status).toBe(201);
    expect((await call('PUT', path, { cause: 'y' })).status).toBe(200);
    expect((await call('GET', path)).body).toEqual({ key: 'logtriage', value: { cause: 'y' } });
    const shown = await call('GET', '/rest/api/3/issue/PROJ-1?fields=summary&properties=logtriage');
    expect(shown.body.properties).toEqual({ logtriage: { cause: 'y' } });
    expect((await call('DELETE', path)).status).toBe(204);
    const link = { type: { name: 'Duplicate' }, inwardIssue: { key: 'PROJ-1' }, outwardIssue: { key: 'PROJ-2' } };
    for (let time = 0; time < 2; time += 1)
      expect((await call('POST', '/rest/api/3/issueLink', link)).status).toBe(201);
    const { fields } = (await call('GET', '/rest/api/3/issue/PROJ-2?fields=issuelinks')).body as {
      fields: { issuelinks: Json[] };
    };
    expect(fields.issuelinks).toHaveLength(1);
    const remote = { globalId: 'g', object: { url: 'https://x.example', title: 'x' } };
    expect((await call('POST', '/rest/api/3/issue/PROJ-1/remotelink', remote)).status).toBe(201);
    expect((await call('POST', '/rest/api/3/issue/PROJ-1/remotelink', remote)).status).toBe(200);
  });

  it('tell what the account may do, and refuse what it may not', async () => {
    const { jira, call, create } = setUp();
    jira.settings.denied.add('CREATE_ISSUES');
    const asked = await call('GET', '/rest/api/3/mypermissions?permissions=CREATE_ISSUES,ADD_COMMENTS');
    expect(asked.body).toMatchObject({
      permissions: { CREATE_ISSUES: { havePermission: false }, ADD_COMMENTS: { havePermission: true } },
    });
    expect((await create({ summary: 's' })).status).toBe(403);
    expect((await call('GET', '/rest/api/3/mypermissions')).status).toBe(400);
  });
});

describe('comments', () => {
  it('keep their visibility, and are changed by their author', async () => {
    const { jira, call, create } = setUp();
    await create({ summary: 's' });
    const visibility = { type: 'role', value: 'Developers' };
    const made = await call('POST', '/rest/api/3/issue/PROJ-1/comment', { body: doc('x'), visibility });
    expect(made.body.visibility).toEqual({ type: 'role', value: 'Developers', identifier: 'Developers' });
    const path = `/rest/api/3/issue/PROJ-1/comment/${String(made.body.id)}`;
    jira.site.clock.now();
    expect((await call('PUT', path, { body: doc('y') })).body).toMatchObject({ body: doc('y'), visibility });
    const other = await jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: 'mine' });
    expect((await call('PUT', `/rest/api/3/issue/PROJ-1/comment/${other.id}`, { body: doc('z') })).status).toBe(400);
    expect(
      (await call('POST', '/rest/api/3/issue/PROJ-1/comment', { body: doc('x'), visibility: { type: 'all' } })).status,
    ).toBe(400);
    expect((await call('PUT', `/rest/api/3/comment/${other.id}/properties/k`, { v: 1 })).status).toBe(201);
    expect((await call('GET', `/rest/api/3/comment/${other.id}/properties`)).body).toMatchObject({
      keys: [{ key: 'k' }],
    });
  });

  it.each([
    ['nothing in it', { type: 'doc', version: 1, content: [] }],
    ['an empty paragraph', { type: 'doc', version: 1, content: [{ type: 'paragraph' }] }],
    ['blanks alone', doc('   ')],
  ])('are refused with %s', async (_, body) => {
    const { call, create } = setUp();
    await create({ summary: 's' });
    expect((await call('POST', '/rest/api/3/issue/PROJ-1/comment', { body })).status).toBe(400);
  });
});

describe('JQL', () => {
  async function furnished() {
    const run = setUp();
    run.jira.site.addProject({ key: 'OTHER' });
    await run.jira.people.createIssue({
      project: 'PROJ',
      user: 'ada',
      summary: 'Radio drops out',
      labels: ['radio', 'log'],
    });
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Screen flickers', labels: ['screen'] });
    await run.jira.people.createIssue({ project: 'OTHER', user: 'bob', summary: 'radio again' });
    run.clock.advance(3_600_000);
    await run.jira.people.transition({ issue: 'PROJ-2', user: 'ada', status: 'Done' });
    await run.call('PUT', '/rest/api/3/issue/OTHER-1/properties/cause', { key: 'abc' });
    await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [{ name: 'a.log', bytes: 'a' }] });
    return run;
  }

  it.each([
    ['project = PROJ', 'PROJ-2 PROJ-1'],
    ['project in (PROJ, "OTHER") ORDER BY key ASC', 'OTHER-1 PROJ-1 PROJ-2'],
    ['labels = radio OR labels = screen order by key', 'PROJ-1 PROJ-2'],
    ['project = PROJ AND (labels = radio OR status = Done) ORDER BY key DESC', 'PROJ-2 PROJ-1'],
    ['labels not in (screen)', 'PROJ-1'],
    ['NOT labels = screen', 'PROJ-1'],
    ['labels is EMPTY', 'OTHER-1'],
    ['NOT (labels is not empty)', 'OTHER-1'],
    ['statusCategory != Done and project = "proj"', 'PROJ-1'],
    ['summary ~ "radio" order by key', 'OTHER-1 PROJ-1'],
    ['text ~ "flick*"', 'PROJ-2'],
    ['summary ~ "\\"radio again\\""', 'OTHER-1'],
    ['reporter = bob', 'OTHER-1'],
    ['assignee is empty && resolution is not empty', 'PROJ-2'],
    ['issue.property[cause].key = "abc"', 'OTHER-1'],
    ['updated > -30m ORDER BY key', 'PROJ-1 PROJ-2'],
    ['created <= -1h AND key in (PROJ-1, OTHER-1) ORDER BY key', 'OTHER-1 PROJ-1'],
    ['attachments IS NOT EMPTY', 'PROJ-1'],
    ['created >= startOfDay() order by key', 'OTHER-1 PROJ-1 PROJ-2'],
  ])('finds by %s', async (jql, keys) => {
    const { call } = await furnished();
    const found = await call('POST', '/rest/api/3/search/jql', { jql, fields: ['summary'] });
    expect((found.body.issues as { key: string }[]).map(({ key }) => key).join(' ')).toBe(keys);
    expect((await call('POST', '/rest/api/3/search/approximate-count', { jql })).body.count).toBe(
      keys.split(' ').length,
    );
  });

  it.each([
    ['', 'Unbounded'],
    ['ORDER BY created', 'Unbounded'],
    ['project = NOPE', "does not exist for the field 'project'"],
    ['colour = red', "Field 'colour' does not exist"],
    ['project = PROJ AND', 'Expecting'],
    ['(project = PROJ', 'Expecting'],
    ['project = PROJ labels = x', 'Expecting'],
    ['summary = "x"', "operator '=' is not supported"],
    ['created > yesterday', 'Date value'],
    ['project ~ "unclosed', 'not expected'],
    [`${'('.repeat(60)}project = PROJ${')'.repeat(60)}`, 'nested too deeply'],
  ])('refuses %s as Jira does', async (jql, message) => {
    const { call } = await furnished();
    const refused = await call('POST', '/rest/api/3/search/jql', { jql });
    expect(refused.status).toBe(400);
    expect((refused.body.errorMessages as string[])[0]).toContain(message);
  });

  it('goes on by page token, and refuses a made-up one', async () => {
    const { call } = await furnished();
    const first = await call('POST', '/rest/api/3/search/jql', { jql: 'project = PROJ', maxResults: 1 });
    expect(first.body).toMatchObject({ isLast: false, issues: [{ id: expect.any(String) }] });
    const { nextPageToken } = first.body;
    expect((await call('POST', '/rest/api/3/search/jql', { jql: 'project = PROJ', nextPageToken })).body.isLast).toBe(
      true,
    );
    const made = await call('POST', '/rest/api/3/search/jql', { jql: 'project = PROJ', nextPageToken: '%%' });
    expect(made.status).toBe(400);
  });
});

describe('webhooks', () => {
  it('are registered by an administrator, with events, a filter and a secret', async () => {
    const { jira, call, deliveries } = setUp();
    const hook = {
      name: 'logs',
      url: 'http://bot.example/jira/{issue.key}',
      events: ['jira:issue_updated'],
      filters: { 'issue-related-events-section': 'labels = log' },
      secret: 's',
    };
    const made = await call('POST', '/rest/webhooks/1.0/webhook', hook);
    expect(made).toMatchObject({ status: 201, body: { name: 'logs', self: expect.stringContaining('/webhook/') } });
    await jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 's' });
    await jira.people.edit({ issue: 'PROJ-1', user: 'ada', fields: { summary: 'unheard' } });
    await jira.people.label({ issue: 'PROJ-1', user: 'ada', add: ['log'] });
    expect(deliveries).toMatchObject([
      { url: 'http://bot.example/jira/PROJ-1', body: { changelog: { items: [{ field: 'labels', toString: 'log' }] } } },
    ]);
    expect(deliveries[0]?.headers.get('x-hub-signature')).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect((await call('GET', '/rest/webhooks/1.0/webhook')).body).toHaveLength(1);
    const path = new URL(String(made.body.self)).pathname;
    expect((await call('DELETE', path)).status).toBe(204);
    jira.settings.denied.add('ADMINISTER');
    expect((await call('POST', '/rest/webhooks/1.0/webhook', hook)).status).toBe(403);
  });

  it('are registered by an OAuth app for itself, through the gateway, for thirty days', async () => {
    const oauth = { clientId: 'app', clientSecret: 'secret' };
    const { jira, call, clock, deliveries } = setUp({ oauth });
    const consent = await call(
      'GET',
      '/authorize?client_id=app&redirect_uri=http://bot.example/cb&state=st&scope=x',
      undefined,
      {},
    );
    const back = new URL(consent.headers.get('location')!);
    expect(back.searchParams.get('state')).toBe('st');
    const token = async (body: Json) =>
      (await call('POST', '/oauth/token', { client_id: 'app', client_secret: 'secret', ...body }, {})).body;
    const code = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code'),
      redirect_uri: 'http://bot.example/cb',
    };
    const granted = await token(code);
    const renewed = await token({ grant_type: 'refresh_token', refresh_token: granted.refresh_token });
    expect((await token({ grant_type: 'refresh_token', refresh_token: granted.refresh_token })).error).toBe(
      'invalid_grant',
    );
    const headers = { authorization: `Bearer ${String(renewed.access_token)}` };
    const sites = await call('GET', '/oauth/token/accessible-resources', undefined, headers);
    expect(sites.body).toMatchObject([{ id: jira.cloudId }]);
    const gateway = `/ex/jira/${jira.cloudId}/rest/api/3`;
    expect((await call('GET', '/rest/api/3/myself', undefined, headers)).status).toBe(401);
    expect((await call('GET', `${gateway}/myself`, undefined, headers)).status).toBe(200);
    const webhooks = [
      { events: ['comment_created'], jqlFilter: 'project = PROJ' },
      { events: ['attachment_created'], jqlFilter: 'labels = x' },
    ];
    const made = await call('POST', `${gateway}/webhook`, { url: 'http://bot.example/dynamic', webhooks }, headers);
    expect(made.body.webhookRegistrationResult).toMatchObject([
      { createdWebhookId: expect.any(Number) },
      { errors: [expect.any(String), expect.any(String)] },
    ]);
    expect((await call('GET', '/rest/api/3/webhook')).status).toBe(403);
    await jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 's' });
    await jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: 'x' });
    expect(deliveries).toMatchObject([
      { url: 'http://bot.example/dynamic', body: { webhookEvent: 'comment_created' } },
    ]);
    clock.advance(31 * 86_400_000);
    await jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: 'y' });
    expect(deliveries).toHaveLength(1);
  });

  it('take a token with scopes through the gateway alone', async () => {
    const { jira, call } = setUp({ scopedToken: 'scoped' });
    const headers = { authorization: `Basic ${btoa(`${jiraSecrets.email}:scoped`)}` };
    expect((await call('GET', '/rest/api/3/myself', undefined, headers)).status).toBe(401);
    const { body } = await call('GET', '/_edge/tenant_info', undefined, {});
    expect(body.cloudId).toBe(jira.cloudId);
    expect((await call('GET', `/ex/jira/${jira.cloudId}/rest/api/3/myself`, undefined, headers)).status).toBe(200);
    expect((await call('GET', '/ex/jira/other/rest/api/3/myself', undefined, headers)).status).toBe(401);
  });
});

describe('Data Center', () => {
  const start = () => setUp({ deployment: 'datacenter', target: () => 'http://bot.example/broken' });

  it('speaks version 2 alone, to a personal access token, of people by name', async () => {
    const { call } = start();
    expect((await call('GET', '/rest/api/2/serverInfo')).body).toMatchObject({
      deploymentType: 'Server',
      version: '10.3.2',
    });
    const { body } = await call('GET', '/rest/api/2/myself');
    expect(body).toMatchObject({ name: 'bot:logtriage' });
    expect(body).not.toHaveProperty('accountId');
    expect((await call('GET', '/rest/api/3/myself')).status).toBe(404);
    const basic = { authorization: `Basic ${btoa(`${jiraSecrets.email}:${jiraSecrets.apiToken}`)}` };
    expect((await call('GET', '/rest/api/2/myself', undefined, basic)).status).toBe(401);
    expect((await call('GET', '/rest/api/2/project')).body).toMatchObject([{ key: 'PROJ' }]);
  });

  it('takes text, searches by startAt, and serves bytes from the site', async () => {
    const { jira, call } = start();
    const made = await call('POST', '/rest/api/2/issue', {
      fields: { project: { key: 'PROJ' }, issuetype: { name: 'Bug' }, summary: 's', description: 'h2. Why?' },
    });
    expect(made.status).toBe(201);
    expect((await call('POST', '/rest/api/2/issue/PROJ-1/comment', { body: '{code}x{code}' })).body.body).toBe(
      '{code}x{code}',
    );
    expect((await call('POST', '/rest/api/2/issue/PROJ-1/comment', { body: doc('x') })).status).toBe(400);
    const found = await call('GET', '/rest/api/2/search?jql=project%3DPROJ&startAt=0');
    expect(found.body).toMatchObject({
      startAt: 0,
      total: 1,
      issues: [{ key: 'PROJ-1', fields: { description: 'h2. Why?' } }],
    });
    const [attachment] = await jira.people.attach({
      issue: 'PROJ-1',
      user: 'ada',
      files: [{ name: 'a b.log', bytes: 'abc' }],
    });
    const record = (await call('GET', `/rest/api/2/attachment/${attachment!.id}`)).body;
    const content = new URL(String(record.content)).pathname;
    expect(content).toBe(`/secure/attachment/${attachment!.id}/a%20b.log`);
    expect((await call('GET', content)).text).toBe('abc');
    expect((await call('GET', content, undefined, {})).status).toBe(302);
  });

  it('delivers once, unnamed, with the user in the address, and signs only with the secret in its place', async () => {
    const { jira, call, clock, deliveries } = start();
    const hook = { name: 'n', url: 'http://bot.example/hook', events: ['jira:issue_created'] };
    await call('POST', '/rest/jira-webhook/1.0/webhooks', { ...hook, secret: 'ignored' });
    await call('POST', '/rest/jira-webhook/1.0/webhooks', { ...hook, configuration: { SECRET: 's' } });
    await jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 's' });
    clock.advance(3_600_000);
    expect(deliveries.map(({ headers }) => headers.has('x-hub-signature'))).toEqual([true, false, true]);
    expect(deliveries[1]?.url).toBe('http://bot.example/hook?user_id=ada&user_key=JIRAUSER-ada');
    expect(deliveries.every(({ headers }) => !headers.has('x-atlassian-webhook-identifier'))).toBe(true);
  });
});
