import { isInNetwork } from '#core/networks.ts';

interface DownloadRuleSettings {
  /** Addresses of the vendors as configured; http is fine there. Undefined: not connected. */
  slackApiUrl: string | undefined;
  jiraBaseUrl: string | undefined;
  /** Where a site's files are asked for instead: the gateway in front of it. */
  jiraGatewayUrl?: string | undefined;
  /** `host`, `host:port` or networks (`10.0.0.0/8`, `fd00::/8`) that files may be fetched from beside the vendors. */
  allow: readonly string[];
}

export interface DownloadRule {
  /** Whether bytes may be fetched from there, for this vendor. */
  allows(url: URL, vendor: Vendor): boolean;
  /** Whether a host that no name allows may be asked because of where it lies: each of its addresses in an allowed network. */
  allowsAddresses(addresses: readonly string[]): boolean;
  /** Whether the vendor's credentials may go there: its own origins and nobody else's. */
  sendsCredentials(url: URL, vendor: Vendor): boolean;
}

export type Vendor = 'slack' | 'jira';

const families: Record<Vendor, { https: RegExp; credentials: boolean }> = {
  slack: { https: /^(?:[a-z0-9-]+\.)*slack\.com$|^(?:[a-z0-9-]+\.)*slack-files\.com$/, credentials: true },
  // A site's own origin is the configured one; other sites and the media host get no credentials of it.
  jira: { https: /^(?:[a-z0-9-]+\.)*atlassian\.net$|^api\.media\.atlassian\.com$/, credentials: false },
};

/** Which addresses files are fetched from. Pure: each redirect is asked about anew before it is followed. */
export function createDownloadRule({
  slackApiUrl,
  jiraBaseUrl,
  jiraGatewayUrl,
  allow,
}: DownloadRuleSettings): DownloadRule {
  const own: Record<Vendor, URL | null> = { slack: URL.parse(slackApiUrl ?? ''), jira: URL.parse(jiraBaseUrl ?? '') };
  const gateway = URL.parse(jiraGatewayUrl ?? '');
  const entries = allow.map((entry) => entry.toLowerCase());
  const networks = entries.filter((entry) => entry.includes('/'));

  function isOwn(url: URL, vendor: Vendor): boolean {
    return url.origin === own[vendor]?.origin || (vendor === 'jira' && url.origin === gateway?.origin);
  }

  function isFamily(url: URL, vendor: Vendor): boolean {
    return (
      own[vendor] !== null && url.protocol === 'https:' && url.port === '' && families[vendor].https.test(url.hostname)
    );
  }

  return {
    allows(url, vendor) {
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
      if (url.username !== '' || url.password !== '') return false;
      if (isOwn(url, 'slack') || isOwn(url, 'jira')) return true;
      if (isFamily(url, 'slack') || isFamily(url, 'jira')) return true;
      if (isLoopback(url.hostname) && isLoopback(own[vendor]?.hostname ?? '')) return true;
      return entries.some((entry) => matches(entry, url));
    },
    allowsAddresses: (addresses) =>
      addresses.length > 0 && addresses.every((address) => networks.some((network) => isInNetwork(address, network))),
    sendsCredentials(url, vendor) {
      return isOwn(url, vendor) || (families[vendor].credentials && isFamily(url, vendor));
    },
  };
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function matches(entry: string, url: URL): boolean {
  if (entry.includes('/')) return isInNetwork(url.hostname, entry);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const host = url.hostname;
  return entry === host || entry === `${host}:${port}` || `[${entry}]` === host;
}
