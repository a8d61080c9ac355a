/**
 * Whether an address Slack handed us (`response_url`, upload) may be called: Slack's own over https, the origin of the
 * API we were told to use, and what the operator allows beside them (`host` or `host:port`).
 */
export function isAllowedAddress(address: string, apiUrl: string, allowed: readonly string[]): boolean {
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '') return false;
  if (url.origin === new URL(apiUrl).origin) return true;
  if (allowed.includes(url.host) || allowed.includes(url.hostname)) return true;
  return url.protocol === 'https:' && url.port === '' && /(?:^|\.)slack(?:-files)?\.com$/.test(url.hostname);
}
