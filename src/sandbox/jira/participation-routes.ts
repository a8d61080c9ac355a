import { type Context, Hono } from 'hono';
import { problem, requireIssue } from './problem.ts';
import type { JiraIssue } from './site.ts';
import type { ApiOptions } from './versions.ts';
import { apiOf, viewUser } from './views.ts';

/** Who follows an issue, and who votes for it. Mounted at `/rest/api/:version`. */
export function participationRoutes({ site, caller }: ApiOptions): Hono {
  const app = new Hono();
  const find = (c: Context) => requireIssue(c, site, caller());
  const people = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const user = site.users.get(id);
      return user ? [viewUser(site, user)] : [];
    });
  const self = (issue: JiraIssue, what: string) => `${apiOf(site)}/issue/${issue.id}/${what}`;

  app.get('/issue/:idOrKey/watchers', (c) => {
    const issue = find(c);
    const watchers = people(issue.watchers ?? []);
    const isWatching = issue.watchers?.includes(caller().accountId) === true;
    return c.json({ self: self(issue, 'watchers'), isWatching, watchCount: watchers.length, watchers });
  });

  app.post('/issue/:idOrKey/watchers', async (c) => {
    const issue = find(c);
    const wanted = readText(await c.req.text());
    if (wanted === null) return problem(c, 400, 'The account ID must be a JSON string.');
    const id = wanted === '' ? caller().accountId : wanted;
    if (!site.users.has(id)) return problem(c, 404, `The user named '${id}' does not exist.`);
    issue.watchers = [...new Set([...(issue.watchers ?? []), id])];
    return c.body(null, 204);
  });

  app.delete('/issue/:idOrKey/watchers', (c) => {
    const issue = find(c);
    const id = c.req.query(site.deployment === 'cloud' ? 'accountId' : 'username');
    if (!id) return problem(c, 400, 'The account ID of the watcher to remove must be given.');
    if (!site.users.has(id)) return problem(c, 404, `The user named '${id}' does not exist.`);
    issue.watchers = (issue.watchers ?? []).filter((other) => other !== id);
    return c.body(null, 204);
  });

  app.get('/issue/:idOrKey/votes', (c) => {
    const issue = find(c);
    const voters = people(issue.voters ?? []);
    const hasVoted = issue.voters?.includes(caller().accountId) === true;
    return c.json({ self: self(issue, 'votes'), votes: voters.length, hasVoted, voters });
  });

  app.on(['POST', 'DELETE'], '/issue/:idOrKey/votes', (c) => {
    const issue = find(c);
    const { accountId: id } = caller();
    if (issue.reporter?.accountId === id) return problem(c, 404, 'You cannot vote for an issue you have reported.');
    if (issue.resolvedMs !== null) return problem(c, 404, 'You cannot vote for an issue that is resolved.');
    const others = (issue.voters ?? []).filter((other) => other !== id);
    issue.voters = c.req.method === 'POST' ? [...others, id] : others;
    return c.body(null, 204);
  });
  return app;
}

/** An account id as a JSON string; nothing: whoever asks. Null: something else. */
function readText(body: string): string | null {
  if (body.trim() === '') return '';
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
