import type { MiddlewareHandler } from 'hono';

/** Turns away what a page of another site asks for. Programs send no `Origin`; browsers send it with all that changes. */
export function guardOrigin(publicUrl: string | undefined): MiddlewareHandler {
  const publicHost = URL.parse(publicUrl ?? '')?.host;
  return async (c, next) => {
    const origin = c.req.header('origin');
    const from = URL.parse(origin ?? '')?.host;
    if (origin === undefined || (from && (from === c.req.header('host') || from === publicHost))) return await next();
    return c.text('This request came from another site.', 403);
  };
}
