import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

/** Keeps a text in the browser for the next page below a path, which takes it once. */
export function passingCookie(name: string, { path, maxAge }: { path: string; maxAge: number }) {
  return {
    remember: (c: Context, text: string): void =>
      setCookie(c, name, text, { path, httpOnly: true, sameSite: 'Lax', maxAge }),
    take(c: Context): string | undefined {
      const text = getCookie(c, name);
      if (text !== undefined) deleteCookie(c, name, { path });
      return text;
    },
  };
}
