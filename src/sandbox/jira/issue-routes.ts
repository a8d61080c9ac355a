import { Hono } from 'hono';
import { changedLabels, setLabels } from './people.ts';
import { noIssue, problem, readJson } from './problem.ts';
import { type JiraIssue, type JiraUser, mayBrowse, type Site } from './site.ts';
import { type ApiVersion, viewIssue, viewProject, viewUser } from './views.ts';

/** Who one is, the server, projects, issues and their search. Mounted at `/rest/api/:version`. */
export function issueRoutes(
  site: Site,
  version: ApiVersion,
  caller: () => JiraUser,
  onChange: (event: Record<string, unknown>) => void = () => {},
): Hono {
  const app = new Hono();

  app.get('/myself', (c) => c.json(viewUser(site, caller())));
  app.get('/serverInfo', (c) =>
    c.json({ baseUrl: site.origin(), version: '1001.0.0-SNAPSHOT', deploymentType: 'Cloud', serverTitle: 'Sandbox' }),
  );

  app.get('/project/search', (c) => {
    const startAt = Number(c.req.query('startAt') ?? 0);
    const maxResults = Math.min(Number(c.req.query('maxResults') ?? 50), 100);
    const all = [...site.projects.values()].filter((project) => mayBrowse({ project }, caller()));
    const values = all.slice(startAt, startAt + maxResults).map((project) => viewProject(site, project));
    return c.json({ startAt, maxResults, total: all.length, isLast: startAt + values.length >= all.length, values });
  });

  app.get('/project/:idOrKey', (c) => {
    const idOrKey = c.req.param('idOrKey');
    const project = [...site.projects.values()].find(({ id, key }) => id === idOrKey || key === idOrKey.toUpperCase());
    return project && mayBrowse({ project }, caller())
      ? c.json(viewProject(site, project))
      : problem(c, 404, `No project could be found with key '${idOrKey}'.`);
  });

  app.get('/issue/:idOrKey', (c) => {
    const issue = site.findVisible(c.req.param('idOrKey'), caller());
    if (!issue) return problem(c, 404, noIssue);
    return c.json(viewIssue(site, issue, version, fieldList(c.req.query('fields')) ?? ['*all']));
  });

  app.put('/issue/:idOrKey', async (c) => {
    const issue = site.findVisible(c.req.param('idOrKey'), caller());
    if (!issue) return problem(c, 404, noIssue);
    const labels = readLabels(issue, readJson(await c.req.text()));
    if (!labels) return problem(c, 400, 'Only labels can be edited in the sandbox.');
    const bad = labels.find((label) => label === '' || /\s/.test(label) || label.length > 255);
    if (bad !== undefined) return problem(c, 400, '', { labels: `The label '${bad}' can't contain spaces.` });
    onChange(setLabels(site, issue, caller(), labels));
    return c.body(null, 204);
  });

  app.get('/issue/:idOrKey/properties/:key', (c) => {
    const issue = site.findVisible(c.req.param('idOrKey'), caller());
    const key = c.req.param('key');
    if (!issue) return problem(c, 404, noIssue);
    const { properties = {} } = issue;
    return Object.hasOwn(properties, key)
      ? c.json({ key, value: properties[key] })
      : problem(c, 404, `The property ${key} does not exist.`);
  });

  app.put('/issue/:idOrKey/properties/:key', async (c) => {
    const issue = site.findVisible(c.req.param('idOrKey'), caller());
    if (!issue) return problem(c, 404, noIssue);
    const key = c.req.param('key');
    const text = await c.req.text();
    const value = readValue(text);
    if (value === undefined || key.length > 255 || text.length > 32_768) return problem(c, 400, 'property value');
    const isNew = !Object.hasOwn(issue.properties ?? {}, key);
    issue.properties = { ...issue.properties, [key]: value };
    return c.json({}, isNew ? 201 : 200);
  });

  app.on(['GET', 'POST'], '/search', (c) =>
    problem(c, 410, 'The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.'),
  );

  app.on(['GET', 'POST'], '/search/jql', async (c) => {
    const query = c.req.method === 'GET' ? c.req.query() : readJson(await c.req.text());
    if (!query) return problem(c, 400, 'Invalid request payload.');
    const { jql, fields, maxResults, nextPageToken } = query as Record<string, unknown>;
    const found =
      typeof jql === 'string' ? search(site, jql)?.filter((issue) => mayBrowse(issue, caller())) : undefined;
    if (!found) return problem(c, 400, 'Unbounded JQL queries are not allowed here. Please add a search restriction.');
    const from = nextPageToken === undefined ? 0 : Number(atob(String(nextPageToken)));
    if (!Number.isInteger(from)) return problem(c, 400, 'The next page token is invalid or has expired.');
    const size = Math.min(Number(maxResults ?? 50), 5000);
    const wanted = Array.isArray(fields) ? fields.map(String) : fieldList(fields);
    const page = found.slice(from, from + size);
    const isLast = from + size >= found.length;
    return c.json({
      issues: page.map((issue) => (wanted ? viewIssue(site, issue, version, wanted) : { id: issue.id })),
      isLast,
      ...(isLast ? {} : { nextPageToken: btoa(String(from + size)) }),
    });
  });
  return app;
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readLabels(issue: JiraIssue, request: Record<string, unknown> | undefined): string[] | undefined {
  const { fields, update } = (request ?? {}) as {
    fields?: { labels?: unknown };
    update?: { labels?: { add?: string; remove?: string }[] };
  };
  if (Array.isArray(fields?.labels)) return fields.labels.map(String);
  if (!Array.isArray(update?.labels)) return undefined;
  const add = update.labels.flatMap((change) => change.add ?? []);
  return changedLabels(issue.labels, { add, remove: update.labels.flatMap((change) => change.remove ?? []) });
}

function fieldList(value: unknown): string[] | undefined {
  return typeof value === 'string' && value !== '' ? value.split(',') : undefined;
}

/** As much of JQL as bounds a query: projects, keys, attachments and ages. Undefined where nothing bounds it. */
function search(site: Site, jql: string): JiraIssue[] | undefined {
  const where = jql.split(/\border\s+by\b/i)[0] ?? '';
  const clauses = where.split(/\band\b/i).map((clause) => clause.trim().replace(/^\((.*)\)$/s, '$1'));
  const filters = clauses.map((clause) => readClause(site, clause));
  if (where.trim() === '' || filters.includes(undefined)) return undefined;
  return [...site.issues.values()].filter((issue) => filters.every((filter) => filter?.(issue)));
}

function readClause(site: Site, clause: string): ((issue: JiraIssue) => boolean) | undefined {
  if (/^attachments\s+is\s+not\s+empty$/i.test(clause)) return (issue) => issue.attachments.length > 0;
  const age = /^(created|updated)\s*>=\s*-?(\d+)([dhw])$/i.exec(clause);
  if (age) {
    const unitMs = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }[age[3]?.toLowerCase() as 'h' | 'd' | 'w'];
    const sinceMs = site.clock.now() - Number(age[2]) * unitMs;
    return (issue) => (age[1]?.toLowerCase() === 'created' ? issue.createdMs : issue.updatedMs) >= sinceMs;
  }
  const list = /^(project|key|issuekey|issue|labels)\s*(?:=|in)\s*\(?([^()]+)\)?$/i.exec(clause);
  if (!list) return undefined;
  const values = (list[2] ?? '').split(',').map((value) =>
    value
      .trim()
      .replace(/^["']|["']$/g, '')
      .toUpperCase(),
  );
  if (list[1]?.toLowerCase() === 'labels') {
    return (issue) => (issue.labels ?? []).some((label) => values.includes(label.toUpperCase()));
  }
  return list[1]?.toLowerCase() === 'project'
    ? (issue) => values.includes(issue.project.key) || values.includes(issue.project.id)
    : (issue) => values.includes(issue.key) || values.includes(issue.id);
}
