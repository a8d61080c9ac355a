import type { Context } from 'hono';
import { passingCookie } from './passing-cookie.ts';

const wanted = passingCookie('logtriage_return', { path: '/console', maxAge: 600 });

/** Keeps the page somebody wanted to see for the time they sign in. */
export function rememberReturn(c: Context): void {
  // A chart or a part of a page is not what somebody wanted to see.
  const isPage = (c.req.header('sec-fetch-dest') ?? 'document') === 'document';
  if (c.req.method !== 'GET' || !isPage) return;
  const url = new URL(c.req.url);
  if (url.pathname === '/console') return;
  wanted.remember(c, `${url.pathname}${url.search}`);
}

/** Keeps a page that opens for somebody else, for the time they sign in anew. */
export const rememberPage = (c: Context, page: string): void => wanted.remember(c, page);

/** The page to go on to, once; undefined where there is none. */
export function takeReturn(c: Context): string | undefined {
  const page = wanted.take(c);
  return page !== undefined && /^\/console\/[\w/.-]+(\?[^\s]*)?$/.test(page) ? page : undefined;
}
