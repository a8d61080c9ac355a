const key = /^[A-Z][A-Z0-9_]{1,20}-\d{1,10}$/;

/** Key of the ticket an address of this site leads to: `/browse/PROJ-1`, `?selectedIssue=PROJ-1`, `/issues/PROJ-1`. */
export function readTicketLink(address: string, site: string): string | null {
  const url = URL.parse(address);
  const base = new URL(site);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.host !== base.host) return null;
  const root = base.pathname.replace(/\/$/, '');
  if (!url.pathname.startsWith(`${root}/`)) return null;
  const candidates = [
    url.searchParams.get('selectedIssue'),
    /\/(?:browse|issues)\/([^/]+)\/?$/.exec(url.pathname)?.[1],
    /\/(?:queues\/custom\/\d+|queues\/issue|portal\/\d+)\/([^/]+)\/?$/.exec(url.pathname)?.[1],
  ];
  for (const candidate of candidates) {
    const upper = candidate?.toUpperCase();
    if (upper && key.test(upper)) return upper;
  }
  return null;
}
