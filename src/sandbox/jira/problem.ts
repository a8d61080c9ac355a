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

export function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
