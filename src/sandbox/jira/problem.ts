import type { Context } from 'hono';
import type { JiraIssue, JiraUser, Site } from './site.ts';

type Status = 400 | 401 | 403 | 404 | 405 | 410 | 413 | 415;

/** Thrown where a call below `/rest` is refused. */
export class JiraProblem extends Error {
  readonly status: Status;
  readonly errors: Record<string, string>;

  constructor(status: Status, message: string, errors: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

/** A refusal in the form of Jira's error bodies. */
export function problem(c: Context, status: Status, message: string, errors: Record<string, string> = {}): Response {
  return c.json({ errorMessages: message === '' ? [] : [message], errors }, status);
}

export const noIssue = 'Issue does not exist or you do not have permission to see it.';

export const invalidPayload = 'Invalid request payload. Refer to the REST API documentation and try again.';

/** The issue that the call's path names by id or key, where the caller sees it. */
export function requireIssue(c: Context, site: Site, caller: JiraUser): JiraIssue {
  const issue = site.findVisible(c.req.param('idOrKey') ?? '', caller);
  if (!issue) throw new JiraProblem(404, noIssue);
  return issue;
}

/** The JSON object that a call carries. */
export async function requireJson(c: Context): Promise<Record<string, unknown>> {
  const body = readJson(await c.req.text());
  if (!body) throw new JiraProblem(400, invalidPayload);
  return body;
}

/** A page by `startAt` and `maxResults`, with what Jira says around it. */
export function pageOf<T>(c: Context, all: readonly T[], mostResults: number) {
  const startAt = Math.max(Number(c.req.query('startAt') ?? 0) || 0, 0);
  const maxResults = Math.min(
    Math.max(Number(c.req.query('maxResults') ?? mostResults) || mostResults, 1),
    mostResults,
  );
  const page = all.slice(startAt, startAt + maxResults);
  return { startAt, maxResults, total: all.length, isLast: startAt + page.length >= all.length, page };
}

export function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
