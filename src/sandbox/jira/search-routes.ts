import { type Context, Hono } from 'hono';
import { readCursor, writeCursor } from '../cursor.ts';
import { listOf } from './issue-routes.ts';
import { JqlProblem } from './jql/parse-jql.ts';
import { searchIssues } from './jql/search-issues.ts';
import { JiraProblem, problem, readJson, requireJson } from './problem.ts';
import { type JiraIssue, mayBrowse } from './site.ts';
import type { ApiOptions } from './versions.ts';
import { viewIssue, type Wanted } from './views.ts';

/** Search: by page token on Cloud, where the old one is gone; by `startAt` on Data Center. */
export function searchRoutes({ site, version, caller }: ApiOptions): Hono {
  const app = new Hono();
  const find = (jql: unknown): JiraIssue[] => {
    try {
      return searchIssues(site, caller(), String(jql ?? '')).filter((issue) => mayBrowse(issue, caller()));
    } catch (error) {
      throw error instanceof JqlProblem ? new JiraProblem(400, error.message) : error;
    }
  };
  const show = (issue: JiraIssue, { fields, ...wanted }: Wanted) =>
    fields || wanted.properties || wanted.expand
      ? viewIssue(site, issue, version, { fields: fields ?? ['id'], ...wanted })
      : { id: issue.id };

  if (site.deployment === 'datacenter') {
    app.on(['GET', 'POST'], '/search', async (c) => {
      const query = await readQuery(c);
      // Data Center searches without a restriction too.
      const found = query.jql ? find(query.jql) : site.visibleIssues(caller());
      const startAt = Number(query.startAt ?? 0) || 0;
      const maxResults = Math.min(Number(query.maxResults ?? 50) || 50, 1000);
      const wanted = wantedOf(query);
      const issues = found
        .slice(startAt, startAt + maxResults)
        .map((issue) =>
          viewIssue(site, issue, version, { fields: ['*navigable', '-comment', '-attachment'], ...wanted }),
        );
      return c.json({ startAt, maxResults, total: found.length, issues });
    });
    return app;
  }

  app.on(['GET', 'POST'], '/search', (c) =>
    problem(c, 410, 'The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.'),
  );

  app.on(['GET', 'POST'], '/search/jql', async (c) => {
    const query = await readQuery(c);
    const found = find(query.jql);
    const from = query.nextPageToken ? readCursor(query.nextPageToken) : 0;
    if (from === undefined) return problem(c, 400, 'The next page token is invalid or has expired.');
    const size = Math.min(Math.max(Number(query.maxResults ?? 50) || 50, 1), 5000);
    const isLast = from + size >= found.length;
    const issues = found.slice(from, from + size).map((issue) => show(issue, wantedOf(query)));
    return c.json({ issues, isLast, ...(isLast ? {} : { nextPageToken: writeCursor(from + size) }) });
  });

  app.post('/search/approximate-count', async (c) => {
    const query = readJson(await c.req.text());
    return c.json({ count: find(query?.jql).length });
  });
  return app;
}

async function readQuery(c: Context): Promise<Record<string, unknown>> {
  return c.req.method === 'GET' ? c.req.query() : await requireJson(c);
}

function wantedOf(query: Record<string, unknown>): Wanted {
  const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : listOf(value));
  const [fields, properties, expand] = [list(query.fields), list(query.properties), list(query.expand)];
  return { ...(fields ? { fields } : {}), ...(properties ? { properties } : {}), ...(expand ? { expand } : {}) };
}
