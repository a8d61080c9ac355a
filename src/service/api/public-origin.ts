/**
 * The origin a link in an answer may carry. A request that came through a proxy says nothing reliable about it, so
 * there PUBLIC_URL counts, and without one links stay relative.
 */
export function publicOrigin(request: Request, publicUrl: string | undefined): string | undefined {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded'].some((name) => request.headers.has(name));
  if (isForwarded) return publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  return new URL(request.url).origin;
}
