import type { MiddlewareHandler } from 'hono';

/** Of every page: nothing but what this program serves is loaded, run or framed, nothing is kept, and no other site told. */
const pageHeaders = Object.entries({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
});

/** What an answer says of itself stays: pictures and styles may be kept, a drawing has a stricter policy of its own. */
export const pageSecurity: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of pageHeaders) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  // Behind a proxy on Node, PUBLIC_URL says it.
  if (c.req.url.startsWith('https:')) c.res.headers.set('strict-transport-security', 'max-age=31536000');
};
