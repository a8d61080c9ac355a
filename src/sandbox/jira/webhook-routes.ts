import { type Context, Hono } from 'hono';
import type { JiraAuthorization } from './authorization.ts';
import { type JqlNode, JqlProblem, parseJql } from './jql/parse-jql.ts';
import { invalidPayload, pageOf, problem, readJson } from './problem.ts';
import type { Site } from './site.ts';
import { appEvents, type Hook, type WebhookSender } from './webhooks.ts';

const lifetimeMs = 30 * 86_400_000;
const section = 'issue-related-events-section';

interface Options {
  site: Site;
  webhooks: WebhookSender;
  authorization: JiraAuthorization;
}

/** Webhooks an administrator keeps. Cloud and older Data Center: `/rest/webhooks/1.0`; newer: `/rest/jira-webhook/1.0`. */
export function adminWebhookRoutes({ site, webhooks }: Options): Hono {
  const app = new Hono();
  const old = '/webhooks/1.0/webhook';
  const view = (hook: Hook) => ({
    name: hook.name,
    url: hook.url,
    events: hook.events,
    filters: { [section]: hook.jql },
    excludeBody: false,
    enabled: true,
    self: `${site.origin()}/rest${old}/${hook.id}`,
    isSigned: hook.secret !== undefined,
  });
  const viewNew = ({ id, name, url, events, secret }: Hook) => ({
    id,
    name,
    url,
    events,
    active: true,
    configuration: secret === undefined ? {} : { SECRET: '***' },
  });
  const all = () =>
    [webhooks.configured(), ...webhooks.hooks.values()].filter((hook) => hook?.kind === 'admin') as Hook[];
  const register = (body: Record<string, unknown>, secret: unknown): Hook | undefined => {
    const { name, url, events, filters } = body;
    if (typeof url !== 'string' || !URL.canParse(url) || !Array.isArray(events) || typeof name !== 'string')
      return undefined;
    const jql = String((filters as Record<string, unknown> | undefined)?.[section] ?? '');
    const id = Number(site.nextId());
    const hook: Hook = {
      id,
      name,
      url,
      events,
      jql,
      secret: typeof secret === 'string' ? secret : undefined,
      kind: 'admin',
    };
    webhooks.hooks.set(id, hook);
    return hook;
  };
  const remove = (c: Context) => {
    const id = Number(c.req.param('id'));
    return webhooks.hooks.delete(id) ? c.body(null, 204) : problem(c, 404, 'The webhook does not exist.');
  };

  app.get(old, (c) => c.json(all().map(view)));
  app.get(`${old}/:id`, (c) => {
    const hook = all().find(({ id }) => id === Number(c.req.param('id')));
    return hook ? c.json(view(hook)) : problem(c, 404, 'The webhook does not exist.');
  });
  app.post(old, async (c) => {
    const body = readJson(await c.req.text());
    // Data Center that has this path signs nothing.
    const hook = body && register(body, site.deployment === 'cloud' ? body.secret : undefined);
    return hook ? c.json(view(hook), 201) : problem(c, 400, 'A webhook needs a name, a valid url and events.');
  });
  app.delete(`${old}/:id`, remove);

  if (site.deployment === 'datacenter') {
    const path = '/jira-webhook/1.0/webhooks';
    app.get(path, (c) => c.json(all().map(viewNew)));
    // A secret beside `configuration` is ignored without a word, and deliveries go unsigned.
    app.post(path, async (c) => {
      const body = readJson(await c.req.text());
      const hook = body && register(body, (body.configuration as Record<string, unknown> | undefined)?.SECRET);
      return hook ? c.json(viewNew(hook), 201) : problem(c, 400, 'A webhook needs a name, a valid url and events.');
    });
    app.delete(`${path}/:id`, remove);
  }
  return app;
}

const dynamicFields = ['issuekey', 'project', 'issuetype', 'status', 'assignee', 'reporter'];

/** Webhooks an OAuth app registers for itself: without a secret, for thirty days. Mounted at `/rest/api/:version`. */
export function dynamicWebhookRoutes({ site, webhooks, authorization }: Options): Hono {
  const app = new Hono();
  const own = () => [...webhooks.hooks.values()].filter(({ kind }) => kind === 'dynamic');

  app.use('/webhook/*', async (c, next) => {
    if (authorization.isOauth(c)) return await next();
    return problem(c, 403, 'Only Connect and OAuth 2.0 apps can use this operation.');
  });
  app.get('/webhook', (c) => {
    const { page, ...rest } = pageOf(c, own(), 100);
    const values = page.map(({ id, jql, events, url, expiresMs }) => ({
      id,
      jqlFilter: jql,
      events,
      url,
      expirationDate: expiresMs,
    }));
    return c.json({ ...rest, values });
  });
  app.post('/webhook', async (c) => {
    const body = readJson(await c.req.text());
    const { url, webhooks: wanted } = body ?? {};
    if (typeof url !== 'string' || !URL.canParse(url) || !Array.isArray(wanted)) return problem(c, 400, invalidPayload);
    const webhookRegistrationResult = wanted.map((details: unknown) => register(url, details));
    return c.json({ webhookRegistrationResult });
  });
  app.delete('/webhook', async (c) => {
    const ids = readJson(await c.req.text())?.webhookIds;
    if (!Array.isArray(ids)) return problem(c, 400, invalidPayload);
    for (const id of ids) webhooks.hooks.delete(Number(id));
    return c.body(null, 202);
  });
  app.put('/webhook/refresh', async (c) => {
    const ids = readJson(await c.req.text())?.webhookIds;
    if (!Array.isArray(ids)) return problem(c, 400, invalidPayload);
    const expirationDate = site.clock.now() + lifetimeMs;
    for (const hook of own()) if (ids.map(Number).includes(hook.id)) hook.expiresMs = expirationDate;
    return c.json({ expirationDate });
  });
  return app;

  function register(url: string, details: unknown): Record<string, unknown> {
    const { events, jqlFilter } = (details ?? {}) as { events?: unknown; jqlFilter?: unknown };
    const errors: string[] = [];
    if (!Array.isArray(events) || !events.every((event) => appEvents.includes(String(event))))
      errors.push('The events are not valid for a dynamic webhook.');
    errors.push(...problemsOf(typeof jqlFilter === 'string' ? jqlFilter : ''));
    if (errors.length > 0) return { errors };
    const id = Number(site.nextId());
    const expiresMs = site.clock.now() + lifetimeMs;
    const hook = { id, name: '', url, events: events as string[], jql: jqlFilter as string, secret: undefined };
    webhooks.hooks.set(id, { ...hook, kind: 'dynamic', expiresMs });
    return { createdWebhookId: id };
  }
}

/** Only a few fields, compared for equality, may filter such webhooks. */
function problemsOf(jql: string): string[] {
  const check = (node: JqlNode): string[] => {
    if (node.kind === 'not') return ['Clause NOT is unsupported'];
    if (node.kind !== 'clause') return node.parts.flatMap(check);
    return [
      ...(dynamicFields.includes(node.field) ? [] : [`Field ${node.field} is unsupported`]),
      ...(['=', '!=', 'in', 'not in'].includes(node.operator) ? [] : [`Operator ${node.operator} is unsupported`]),
    ];
  };
  try {
    const { where } = parseJql(jql);
    return where ? check(where) : ['The JQL filter must not be empty'];
  } catch (error) {
    if (!(error instanceof JqlProblem)) throw error;
    return [error.message];
  }
}
