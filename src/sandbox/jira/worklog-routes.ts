import { type Context, Hono } from 'hono';
import { adfText, checkAdf } from './check-adf.ts';
import { invalidPayload, JiraProblem, pageOf, readJson, requireIssue } from './problem.ts';
import type { JiraIssue, JiraWorklog } from './site.ts';
import type { ApiOptions, ApiVersion } from './versions.ts';
import { apiOf, asAdf, isoTime, viewUser } from './views.ts';

const secondsOf = { w: 5 * 8 * 3600, d: 8 * 3600, h: 3600, m: 60 } as const;

/** Time spent on an issue. Mounted at `/rest/api/:version`. */
export function worklogRoutes({ site, version, caller }: ApiOptions): Hono {
  const app = new Hono();
  const find = (c: Context) => requireIssue(c, site, caller());
  const findEntry = (c: Context, issue: JiraIssue): JiraWorklog => {
    const worklog = issue.worklogs?.find(({ id }) => id === c.req.param('id'));
    if (!worklog) throw new JiraProblem(404, `Cannot find worklog with id: '${c.req.param('id')}'.`);
    return worklog;
  };
  const view = (issue: JiraIssue, { id, author, comment, createdMs, updatedMs, started, seconds }: JiraWorklog) => ({
    self: `${apiOf(site)}/issue/${issue.id}/worklog/${id}`,
    author: viewUser(site, author),
    updateAuthor: viewUser(site, author),
    ...(comment === undefined ? {} : { comment: version === '2' ? adfText(comment) : asAdf(comment) }),
    created: isoTime(createdMs),
    updated: isoTime(updatedMs),
    started,
    timeSpent: spell(seconds),
    timeSpentSeconds: seconds,
    id,
    issueId: issue.id,
  });

  app.get('/issue/:idOrKey/worklog', (c) => {
    const issue = find(c);
    const { page, isLast: _, ...rest } = pageOf(c, issue.worklogs ?? [], 5000);
    return c.json({ ...rest, worklogs: page.map((worklog) => view(issue, worklog)) });
  });

  app.get('/issue/:idOrKey/worklog/:id', (c) => {
    const issue = find(c);
    return c.json(view(issue, findEntry(c, issue)));
  });

  app.post('/issue/:idOrKey/worklog', async (c) => {
    const issue = find(c);
    const { seconds, comment, started } = readWorklog(await c.req.text(), version);
    if (seconds === undefined)
      throw new JiraProblem(400, '', { timeLogged: 'You must indicate the time spent working.' });
    const now = site.clock.now();
    const worklog = {
      id: site.nextId(),
      author: caller(),
      comment,
      started: started ?? isoTime(now),
      seconds,
      createdMs: now,
      updatedMs: now,
    };
    issue.worklogs = [...(issue.worklogs ?? []), worklog];
    return c.json(view(issue, worklog), 201);
  });

  app.put('/issue/:idOrKey/worklog/:id', async (c) => {
    const issue = find(c);
    const worklog = findEntry(c, issue);
    const given = readWorklog(await c.req.text(), version);
    const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    Object.assign(worklog, known, { updatedMs: site.clock.now() });
    return c.json(view(issue, worklog));
  });

  app.delete('/issue/:idOrKey/worklog/:id', (c) => {
    const issue = find(c);
    const worklog = findEntry(c, issue);
    issue.worklogs = issue.worklogs?.filter((other) => other !== worklog);
    return c.body(null, 204);
  });
  return app;
}

interface Given {
  seconds?: number | undefined;
  comment?: unknown;
  started?: string | undefined;
}

function readWorklog(body: string, version: ApiVersion): Given {
  const request = readJson(body);
  if (!request) throw new JiraProblem(400, invalidPayload);
  const { timeSpent, timeSpentSeconds, comment, started } = request;
  if (comment !== undefined && (version === '3' ? checkAdf(comment) !== undefined : typeof comment !== 'string'))
    throw new JiraProblem(400, '', { comment: 'Comment body is not valid!' });
  if (
    started !== undefined &&
    (typeof started !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]{8,12}[+-]\d{4}$/.test(started))
  )
    throw new JiraProblem(400, '', { started: 'Invalid date format.' });
  const seconds = timeSpentSeconds === undefined ? readDuration(timeSpent) : Number(timeSpentSeconds);
  if (seconds !== undefined && !(Number.isInteger(seconds) && seconds > 0))
    throw new JiraProblem(400, '', { timeLogged: 'Invalid time entered.' });
  return { seconds, comment, started };
}

/** `3h 20m`, by working days of eight hours and weeks of five days. Undefined: none was given. */
function readDuration(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  const words = String(text).trim().split(/\s+/);
  return words.reduce((sum, word) => {
    const [, amount, unit] = /^(\d{1,6})([wdhm])$/.exec(word) ?? [];
    return sum + Number(amount ?? Number.NaN) * (secondsOf[unit as keyof typeof secondsOf] ?? Number.NaN);
  }, 0);
}

function spell(seconds: number): string {
  let rest = seconds;
  const parts = Object.entries(secondsOf).flatMap(([unit, length]) => {
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    return amount > 0 ? [`${amount}${unit}`] : [];
  });
  return parts.length > 0 ? parts.join(' ') : '1m';
}
