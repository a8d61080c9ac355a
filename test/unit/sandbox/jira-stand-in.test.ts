import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../support/test-clock.ts';
import { jiraOrigin, jiraSecrets, startJira } from '../../support/vendors.ts';

const authorization = `Basic ${btoa(`${jiraSecrets.email}:${jiraSecrets.apiToken}`)}`;

function setUp(app?: (request: Request) => Promise<Response>) {
  const clock = createTestClock();
  const jira = startJira(clock, app);
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = { authorization }) =>
    jira.fetch(
      new Request(`${jiraOrigin}${path}`, {
        method,
        redirect: 'manual',
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  return { clock, jira, call };
}

const doc = (...content: unknown[]) => ({ type: 'doc', version: 1, content });
const paragraph = (text: string, marks?: unknown[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks ? { marks } : {}) }],
});

async function withIssue(project = 'PROJ', app?: (request: Request) => Promise<Response>) {
  const run = setUp(app);
  const issue = await run.jira.people.createIssue({ project, user: 'ada', summary: 'It reboots', description: 'Why?' });
  return { ...run, issue };
}

describe('the Jira stand-in', () => {
  it('answers 401 without the right credentials, and remembers routes that Jira has not', async () => {
    const { jira, call } = setUp();
    expect((await call('GET', '/rest/api/3/myself', undefined, {})).status).toBe(401);
    expect((await call('GET', '/rest/api/3/nonsense')).status).toBe(404);
    expect(jira.unexpected).toEqual(['GET /rest/api/3/nonsense']);
  });

  it('lists the webhook it was made with by what it sends', async () => {
    const { call } = setUp(async () => new Response());
    const [hook] = await (await call('GET', '/rest/webhooks/1.0/webhook')).json();
    expect(hook.events).toEqual(
      expect.arrayContaining(['jira:issue_created', 'jira:issue_updated', 'comment_created']),
    );
  });

  it('speaks ADF in version 3 and text in version 2', async () => {
    const { call } = await withIssue();
    const v3 = await (await call('GET', '/rest/api/3/issue/PROJ-1?fields=description,project')).json();
    expect(v3).toMatchObject({
      fields: { description: doc(paragraph('Why?')), project: { projectTypeKey: 'software' } },
    });
    expect(v3).not.toHaveProperty('fields.summary');
    const v2 = await (await call('GET', '/rest/api/2/issue/PROJ-1')).json();
    expect(v2).toMatchObject({ fields: { description: 'Why?', summary: 'It reboots' } });
  });

  it.each([
    ['text', 'hello'],
    ['an unknown node', doc({ type: 'sparkles' })],
    ['a paragraph in a paragraph', doc({ type: 'paragraph', content: [paragraph('x')] })],
    ['an empty text', doc(paragraph(''))],
    ['bold code', doc(paragraph('x', [{ type: 'code' }, { type: 'strong' }]))],
    ['an unknown panel', doc({ type: 'panel', attrs: { panelType: 'pink' }, content: [paragraph('x')] })],
    ['more than 32,767 characters', doc(paragraph('x'.repeat(32_768)))],
  ])('refuses a comment of %s', async (_, body) => {
    const { call, issue } = await withIssue();
    expect((await call('POST', '/rest/api/3/issue/PROJ-1/comment', { body })).status).toBe(400);
    expect(issue.comments).toEqual([]);
  });

  it('keeps properties given with a comment, and shows them only where asked', async () => {
    const { call } = await withIssue();
    const properties = [{ key: 'k', value: { v: 1 } }];
    const created = await call('POST', '/rest/api/3/issue/PROJ-1/comment', { body: doc(paragraph('x')), properties });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: string };
    const plain = await (await call('POST', '/rest/api/3/comment/list', { ids: [Number(id)] })).json();
    expect(plain.values[0]).not.toHaveProperty('properties');
    const expanded = await (
      await call('POST', '/rest/api/3/comment/list?expand=properties', { ids: [Number(id)] })
    ).json();
    expect(expanded.values[0].properties).toEqual(properties);
    expect((await call('GET', `/rest/api/3/comment/${id}/properties/k`)).status).toBe(200);
    expect((await call('DELETE', `/rest/api/3/issue/PROJ-1/comment/${id}`)).status).toBe(204);
  });

  it('redirects to the media host, which wants no credentials, or sends the bytes itself', async () => {
    const { jira, call } = await withIssue();
    const [attachment] = await jira.people.attach({
      issue: 'PROJ-1',
      user: 'ada',
      files: [{ name: 'a.log', bytes: 'abc' }],
    });
    const path = `/rest/api/3/attachment/content/${attachment!.id}`;
    jira.settings.mediaOrigin = 'http://media.test';
    const redirect = await call('GET', path);
    expect(redirect.status).toBe(303);
    const media = redirect.headers.get('location')!;
    expect(new URL(media).origin).toBe('http://media.test');
    expect(await (await jira.fetch(new Request(media))).text()).toBe('abc');
    expect((await jira.fetch(new Request(media, { headers: { authorization } }))).status).toBe(400);
    expect(await (await call('GET', `${path}?redirect=false`)).text()).toBe('abc');
  });

  it('takes uploads with the header against forgery, up to the limit', async () => {
    const { jira } = await withIssue();
    jira.settings.uploadLimitBytes = 10;
    const upload = (size: number, headers: Record<string, string>) => {
      const form = new FormData();
      form.append('file', new Blob(['x'.repeat(size)]), 'a.txt');
      const url = `${jiraOrigin}/rest/api/3/issue/PROJ-1/attachments`;
      return jira.fetch(new Request(url, { method: 'POST', body: form, headers: { authorization, ...headers } }));
    };
    expect((await upload(3, {})).status).toBe(403);
    expect((await upload(3, { 'x-atlassian-token': 'no-check' })).status).toBe(200);
    expect((await upload(11, { 'x-atlassian-token': 'no-check' })).status).toBe(413);
  });

  it('has lost the old search, and bounds the new one', async () => {
    const { call } = await withIssue();
    expect((await call('GET', '/rest/api/3/search?jql=project=PROJ')).status).toBe(410);
    expect((await call('POST', '/rest/api/3/search/jql', { jql: 'order by created' })).status).toBe(400);
    const found = await (
      await call('POST', '/rest/api/3/search/jql', { jql: 'project = PROJ AND created >= -1d' })
    ).json();
    expect(found).toMatchObject({ isLast: true, issues: [{ id: expect.any(String) }] });
  });

  it('comments internally through the service desk API, on requests alone', async () => {
    const { call, issue, jira } = await withIssue('DESK');
    const path = `/rest/servicedeskapi/request/${issue.key}/comment`;
    expect(await (await call('POST', path, { body: 'x', public: false })).json()).toMatchObject({ public: false });
    expect(await (await call('POST', path, { body: 'x' })).json()).toMatchObject({ public: true });
    const other = await jira.people.createIssue({ project: 'DESK', user: 'ada', summary: 's', isRequest: false });
    expect(
      (await call('POST', `/rest/servicedeskapi/request/${other.key}/comment`, { body: 'x', public: false })).status,
    ).toBe(404);
  });

  it('limits writes to one issue, and says why and how long', async () => {
    const { call, jira, clock } = await withIssue();
    jira.settings.hasRateLimits = true;
    const write = () => call('POST', '/rest/api/3/issue/PROJ-1/comment', { body: doc(paragraph('x')) });
    for (let time = 0; time < 20; time += 1) expect((await write()).status).toBe(201);
    const limited = await write();
    expect(limited.status).toBe(429);
    expect(limited.headers.get('ratelimit-reason')).toBe('jira-per-issue-on-write');
    clock.advance(Number(limited.headers.get('retry-after')) * 1000);
    expect((await write()).status).toBe(201);
  });

  it('signs webhooks, and sends again with the same identifier', async () => {
    const seen: Request[] = [];
    const { clock, jira } = await withIssue('PROJ', async (request) => {
      seen.push(request);
      return new Response(null, { status: seen.length === 1 ? 503 : 200 });
    });
    clock.advance(60_000);
    await expect.poll(() => seen).toHaveLength(2);
    const [first, second] = seen.map(({ headers }) => headers);
    expect(first?.get('x-hub-signature')).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(second?.get('x-atlassian-webhook-identifier')).toBe(first?.get('x-atlassian-webhook-identifier'));
    expect(second?.get('x-atlassian-webhook-retry')).toBe('1');
    await jira.people.attach({
      issue: 'PROJ-1',
      user: 'ada',
      files: [
        { name: 'constructor', bytes: 'x' },
        { name: 'b', bytes: 'y' },
      ],
    });
    const update = JSON.parse(jira.webhooks.sent.at(-1)!.rawBody);
    expect(update).toMatchObject({ webhookEvent: 'jira:issue_updated', issue: { key: 'PROJ-1' } });
    expect(update.changelog.items.map((item: Record<string, unknown>) => item.toString)).toEqual(['constructor', 'b']);
    expect(jira.webhooks.sent.at(-2)?.rawBody).not.toContain('PROJ-1');
  });
});

describe('an edited issue of the stand-in', () => {
  it('keeps labels, tells of them in a changelog, and is found by them', async () => {
    const { jira, call } = await withIssue();
    const edit = { update: { labels: [{ add: 'one' }, { add: 'two' }] } };
    expect((await call('PUT', '/rest/api/3/issue/PROJ-1', edit)).status).toBe(204);
    expect((await call('PUT', '/rest/api/3/issue/PROJ-1', { update: { labels: [{ add: 'a b' }] } })).status).toBe(400);
    await jira.people.label({ issue: 'PROJ-1', user: 'ada', remove: ['one'] });
    const found = await (
      await call('POST', '/rest/api/3/search/jql', { jql: 'labels = two', fields: ['labels'] })
    ).json();
    expect(found).toMatchObject({ issues: [{ key: 'PROJ-1', fields: { labels: ['two'] } }] });
  });

  it('keeps properties, as JSON', async () => {
    const { call } = await withIssue();
    const at = '/rest/api/3/issue/PROJ-1/properties/some.key';
    expect((await call('GET', at)).status).toBe(404);
    expect((await call('PUT', at, { one: 1 })).status).toBe(201);
    expect((await call('PUT', at, { one: 2 })).status).toBe(200);
    expect(await (await call('GET', at)).json()).toEqual({ key: 'some.key', value: { one: 2 } });
  });
});
