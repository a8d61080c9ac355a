import { ApiError } from '../api/errors.ts';

/** For unsafe requests that carry the cookie: only a page of this service may make them. Throws 403 otherwise. */
export function requireOwnOrigin(request: Request, publicUrl: string | undefined): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
  if (!isOwnOrigin(request.headers.get('origin'), request.headers.get('host'), publicUrl)) {
    throw new ApiError('origin_not_allowed');
  }
}

/** The scheme may differ from what arrives here: a proxy may have ended TLS. */
export function isOwnOrigin(
  origin: string | null | undefined,
  host: string | null | undefined,
  publicUrl: string | undefined,
): boolean {
  if (!origin || !URL.canParse(origin)) return false;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  return new URL(origin).host === host && /^https?:$/.test(new URL(origin).protocol);
}
