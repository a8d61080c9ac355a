import type { Context } from 'hono';

/** A refusal in the form of Jira's error bodies. */
export function problem(
  c: Context,
  status: 400 | 401 | 403 | 404 | 405 | 410 | 413 | 415,
  message: string,
  errors: Record<string, string> = {},
): Response {
  return c.json({ errorMessages: message === '' ? [] : [message], errors }, status);
}

export const noIssue = 'Issue does not exist or you do not have permission to see it.';

export const invalidPayload = 'Invalid request payload. Refer to the REST API documentation and try again.';

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
