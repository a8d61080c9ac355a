import type { MiddlewareHandler } from 'hono';

/** What a page that needs more says itself. */
const strictest = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Vendors' programs read these answers, thousands a second, and no browser does. */
const withoutPages = new Set(['/slack/events', '/jira/webhook', '/hooks/log-service']);

/** Headers of every answer that has none of its own: nothing is run, framed, guessed at or told to other sites. */
export function defaultHeaders(publicUrl: string | undefined): MiddlewareHandler {
  const headers = Object.entries({
    'content-security-policy': strictest,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  });
  return async (c, next) => {
    await next();
    if (withoutPages.has(c.req.path)) return;
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}
