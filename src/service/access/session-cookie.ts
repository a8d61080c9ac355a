import { parse, serialize } from 'hono/utils/cookie';
import { deviceLifetimeMs } from './session-tokens.ts';

const name = 'logtriage_session';
const deviceName = 'logtriage_device';

export function readSessionCookie(request: Request): string | undefined {
  return parse(request.headers.get('cookie') ?? '', name)[name];
}

/** An empty value ends the cookie. */
export function sessionCookie(value: string, isSecure: boolean): string {
  return serialize(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure,
    ...(value === '' ? { maxAge: 0 } : {}),
  });
}

export function readDeviceCookie(request: Request): string | undefined {
  return parse(request.headers.get('cookie') ?? '', deviceName)[deviceName];
}

/** Sent with attempts to sign in and with nothing else; it stays when the session ends. */
export function deviceCookie(value: string, isSecure: boolean): string {
  return serialize(deviceName, value, {
    path: '/auth/sign-in',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure,
    maxAge: deviceLifetimeMs / 1000,
  });
}

/** TLS ends here, at a proxy that says so, or at the one PUBLIC_URL names. */
export function isOverTls(request: Request, publicUrl: string | undefined): boolean {
  if (new URL(request.url).protocol === 'https:') return true;
  if (request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https') return true;
  return publicUrl?.startsWith('https:') ?? false;
}
