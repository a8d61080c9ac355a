import { Hono } from 'hono';
import { invalidPayload, problem, readJson } from './problem.ts';
import type { ApiOptions } from './versions.ts';
import { viewIssue } from './views.ts';

const mostMade = 50;
const mostFetched = 100;

export type CreateIssue = (
  request: Record<string, unknown>,
) => Promise<{ made: Record<string, unknown> } | { errors: Record<string, string> }>;

/** Many issues by one call. Mounted at `/rest/api/:version`. */
export function bulkRoutes({ site, version, caller }: ApiOptions, create: CreateIssue): Hono {
  const app = new Hono();

  app.post('/issue/bulk', async (c) => {
    const updates = readJson(await c.req.text())?.issueUpdates;
    if (!Array.isArray(updates) || updates.length > mostMade) return problem(c, 400, invalidPayload);
    const issues: Record<string, unknown>[] = [];
    const errors: Record<string, unknown>[] = [];
    for (const [failedElementNumber, request] of updates.entries()) {
      const result = await create(request ?? {});
      if ('made' in result) issues.push(result.made);
      else {
        const elementErrors = { errorMessages: [], errors: result.errors };
        errors.push({ status: 400, elementErrors, failedElementNumber });
      }
    }
    return c.json({ issues, errors }, issues.length > 0 ? 201 : 400);
  });

  if (site.deployment === 'cloud') {
    app.post('/issue/bulkfetch', async (c) => {
      const request = readJson(await c.req.text());
      const wanted = request?.issueIdsOrKeys;
      if (!Array.isArray(wanted) || wanted.length > mostFetched) return problem(c, 400, invalidPayload);
      const texts = (value: unknown) => (Array.isArray(value) ? { list: value.map(String) } : undefined);
      const fields = texts(request?.fields)?.list ?? ['*navigable'];
      const [properties, expand] = [texts(request?.properties)?.list, texts(request?.expand)?.list];
      const found = wanted.map((idOrKey) => ({ idOrKey, issue: site.findVisible(String(idOrKey), caller()) }));
      const known = new Map(found.flatMap(({ issue }) => (issue ? [[issue.id, issue] as const] : [])));
      const shown = { fields, ...(properties ? { properties } : {}), ...(expand ? { expand } : {}) };
      return c.json({
        issues: [...known.values()].map((issue) => viewIssue(site, issue, version, shown)),
        issueErrors: found
          .filter(({ issue }) => !issue)
          .map(({ idOrKey }) => ({ id: String(idOrKey), errorMessage: 'Issue not found' })),
      });
    });
  }
  return app;
}
