import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

const name = 'logtriage_email';
const path = '/console/sign-in';

/** Keeps the address of a sign-in that failed for the page that says so: in an address of a page, logs would keep it. */
export function rememberEmail(c: Context, email: string): void {
  setCookie(c, name, email, { path, httpOnly: true, sameSite: 'Lax', maxAge: 60 });
}

/** The address that was typed, once; undefined where none was. */
export function takeEmail(c: Context): string | undefined {
  const email = getCookie(c, name);
  if (email !== undefined) deleteCookie(c, name, { path });
  return email;
}
