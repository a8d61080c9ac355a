import { Hono } from 'hono';
import { issueTypes, priorities, statuses } from './issue-fields.ts';
import { issueTypeViews } from './issue-routes.ts';
import { JqlProblem, parseJql } from './jql/parse-jql.ts';
import { searchIssues } from './jql/search-issues.ts';
import { showJql } from './jql/show-jql.ts';
import { invalidPayload, pageOf, problem, readJson } from './problem.ts';
import type { ApiOptions } from './versions.ts';
import { apiOf, resolutionView, statusCategoryViews, viewStatus } from './views.ts';

/** The words a site knows: labels, types, states, priorities, resolutions, and how a query is read. */
export function vocabularyRoutes({ site, caller }: ApiOptions): Hono {
  const app = new Hono();
  const isCloud = site.deployment === 'cloud';

  app.get('/priority/:id', (c) => {
    const found = priorities.find(({ id }) => id === c.req.param('id'));
    return found
      ? c.json({ self: `${apiOf(site)}/priority/${found.id}`, ...found })
      : problem(c, 404, `The priority with id '${c.req.param('id')}' does not exist`);
  });
  app.get('/resolution', (c) => c.json([resolutionView(site)]));
  app.get('/resolution/:id', (c) => {
    const resolution = resolutionView(site);
    return resolution.id === c.req.param('id')
      ? c.json(resolution)
      : problem(c, 404, `The resolution with id '${c.req.param('id')}' does not exist`);
  });
  app.get('/status/:idOrName', (c) => {
    const wanted = c.req.param('idOrName');
    const found = statuses.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
    return found ? c.json(viewStatus(site, found.id)) : problem(c, 404, `The status '${wanted}' does not exist`);
  });
  app.get('/statuscategory', (c) => c.json(statusCategoryViews(site)));
  app.get('/statuscategory/:idOrKey', (c) => {
    const wanted = c.req.param('idOrKey');
    const found = statusCategoryViews(site).find(({ id, key }) => String(id) === wanted || key === wanted);
    return found ? c.json(found) : problem(c, 404, `The status category '${wanted}' does not exist`);
  });
  app.get('/issuetype/:id', (c) => {
    const found = issueTypes.some(({ id }) => id === c.req.param('id'));
    return found
      ? c.json(issueTypeViews(site.origin()).find(({ id }) => id === c.req.param('id')))
      : problem(c, 404, 'The issue type does not exist or is not visible to you.');
  });
  if (!isCloud) return app;

  app.get('/label', (c) => {
    const labels = [...new Set(site.visibleIssues(caller()).flatMap((issue) => issue.labels))].toSorted();
    const { page, ...rest } = pageOf(c, labels, 1000);
    return c.json({ ...rest, values: page });
  });

  app.post('/jql/parse', async (c) => {
    const validation = c.req.query('validation');
    if (validation === undefined || !['strict', 'warn', 'none'].includes(validation))
      return problem(c, 400, 'The validation query parameter must be strict, warn or none.');
    const request = readJson(await c.req.text());
    if (!Array.isArray(request?.queries) || request.queries.length === 0) return problem(c, 400, invalidPayload);
    return c.json({ queries: request.queries.map((query) => parse(String(query), validation)) });
  });
  return app;

  /** What is wrong with its words is an error, a warning or nothing, as the caller wants it. */
  function parse(query: string, validation: string): Record<string, unknown> {
    try {
      const structure = showJql(parseJql(query));
      const mistake = validation === 'none' ? undefined : mistakeIn(query);
      if (!mistake) return { query, structure };
      return validation === 'strict' ? { query, errors: [mistake] } : { query, structure, warnings: [mistake] };
    } catch (error) {
      if (error instanceof JqlProblem) return { query, errors: [error.message] };
      throw error;
    }
  }

  function mistakeIn(query: string): string | undefined {
    try {
      searchIssues(site, caller(), query);
      return undefined;
    } catch (error) {
      if (error instanceof JqlProblem) return error.message;
      throw error;
    }
  }
}
