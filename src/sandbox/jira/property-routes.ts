import { type Context, Hono } from 'hono';
import { noIssue, problem } from './problem.ts';
import type { EntityProperty } from './site.ts';
import type { ApiOptions } from './versions.ts';

const mostCharacters = 32_768;

/** Properties of issues and comments. Mounted at `/rest/api/:version`. */
export function propertyRoutes({ site, version, caller }: ApiOptions): Hono {
  const app = new Hono();
  const owners = {
    issue: (id: string) => site.findVisible(id, caller()),
    comment: (id: string) => site.findComment(id)?.comment,
  };

  for (const kind of ['issue', 'comment'] as const) {
    const find = (c: Context): EntityProperty[] | undefined => owners[kind](c.req.param('id') ?? '')?.properties;
    const missing = kind === 'issue' ? noIssue : 'The comment does not exist.';

    app.get(`/${kind}/:id/properties`, (c) => {
      const properties = find(c);
      if (!properties) return problem(c, 404, missing);
      const self = `${site.origin()}/rest/api/${version}/${kind}/${c.req.param('id')}/properties`;
      return c.json({ keys: properties.map(({ key }) => ({ self: `${self}/${key}`, key })) });
    });
    app.get(`/${kind}/:id/properties/:key`, (c) => {
      const property = find(c)?.find(({ key }) => key === c.req.param('key'));
      return property
        ? c.json(property)
        : problem(c, 404, `The property with key '${c.req.param('key')}' does not exist.`);
    });
    app.put(`/${kind}/:id/properties/:key`, async (c) => {
      const properties = find(c);
      if (!properties) return problem(c, 404, missing);
      const value = readValue(await c.req.text());
      const key = c.req.param('key');
      if (value === undefined || key.length > 255)
        return problem(c, 400, 'The property value must be valid, non-empty JSON of at most 32768 characters.');
      const known = properties.find((property) => property.key === key);
      if (known) known.value = value.json;
      else properties.push({ key, value: value.json });
      return c.body(null, known ? 200 : 201);
    });
    app.delete(`/${kind}/:id/properties/:key`, (c) => {
      const properties = find(c);
      const at = properties?.findIndex(({ key }) => key === c.req.param('key')) ?? -1;
      if (!properties || at < 0)
        return problem(c, 404, `The property with key '${c.req.param('key')}' does not exist.`);
      properties.splice(at, 1);
      return c.body(null, 204);
    });
  }

  app.get('/issue/:id/remotelink', (c) => {
    const issue = owners.issue(c.req.param('id'));
    if (!issue) return problem(c, 404, noIssue);
    const self = `${site.origin()}/rest/api/${version}/issue/${issue.key}/remotelink`;
    return c.json(issue.remoteLinks.map((link) => ({ self: `${self}/${link.id}`, ...link })));
  });
  app.post('/issue/:id/remotelink', async (c) => {
    const issue = owners.issue(c.req.param('id'));
    if (!issue) return problem(c, 404, noIssue);
    const { globalId, object } = (readValue(await c.req.text())?.json ?? {}) as {
      globalId?: string;
      object?: Record<string, unknown>;
    };
    if (typeof object?.url !== 'string' || typeof object.title !== 'string')
      return problem(c, 400, '', { url: 'url is required', title: 'title is required' });
    const known = globalId === undefined ? undefined : issue.remoteLinks.find((link) => link.globalId === globalId);
    const id = known?.id ?? Number(site.nextId());
    if (known) known.object = object;
    else issue.remoteLinks.push({ id, ...(globalId === undefined ? {} : { globalId }), object });
    const self = `${site.origin()}/rest/api/${version}/issue/${issue.key}/remotelink/${id}`;
    return c.json({ id, self }, known ? 200 : 201);
  });
  return app;
}

function readValue(text: string): { json: unknown } | undefined {
  if (text.trim() === '' || text.length > mostCharacters) return undefined;
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
