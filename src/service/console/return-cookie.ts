import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

const name = 'logtriage_return';

/** Keeps the page somebody wanted to see for the time they sign in. */
export function rememberReturn(c: Context): void {
  // A chart or a part of a page is not what somebody wanted to see.
  const isPage = (c.req.header('sec-fetch-dest') ?? 'document') === 'document';
  if (c.req.method !== 'GET' || !isPage) return;
  const url = new URL(c.req.url);
  if (url.pathname === '/console') return;
  setCookie(c, name, `${url.pathname}${url.search}`, {
    path: '/console',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: 600,
  });
}

/** The page to go on to, once; undefined where there is none. */
export function takeReturn(c: Context): string | undefined {
  const wanted = getCookie(c, name);
  if (wanted === undefined) return undefined;
  deleteCookie(c, name, { path: '/console' });
  return /^\/console\/[\w/.-]+(\?[^\s]*)?$/.test(wanted) ? wanted : undefined;
}
