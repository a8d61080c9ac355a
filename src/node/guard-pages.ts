import type { MiddlewareHandler } from 'hono';
import { createOwnHosts } from '#core/own-hosts.ts';
import { isFromThisMachine } from './local-request.ts';

interface PageAddress {
  host: string;
  publicUrl: string | undefined;
}

/** Turns away requests whose `Host` is not a name of this program. */
export function guardHost(address: PageAddress): MiddlewareHandler {
  const isOwn = createOwnHosts(address);
  return async (c, next) => {
    if (isOwn(c.req.header('host') ?? new URL(c.req.url).host)) return await next();
    return c.text(
      'This is not an address of this program. Set PUBLIC_URL to the address at which people open it.',
      421,
    );
  };
}

/** Hides what is for this machine alone. */
export function guardLocal(): MiddlewareHandler {
  return async (c, next) => (isFromThisMachine(c) ? await next() : c.notFound());
}
