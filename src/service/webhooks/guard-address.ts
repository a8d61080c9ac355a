import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/**
 * Where outgoing webhooks may not go: everything that is not the public internet. A list for each family, because
 * one list takes an IPv4 address for its mapped IPv6 form.
 */
const refused = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  refused.ipv4.addSubnet(network, prefix, 'ipv4');
}
// Only 2000::/3 is public; of that, tunnels and documentation carry or hide other addresses.
for (const [network, prefix] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  refused.ipv6.addSubnet(network, prefix, 'ipv6');
}

export interface AddressGuard {
  /** Undefined where the address may be called; else why not, in words for its owner. Looks at the text alone. */
  refusal(url: URL, isInternal: boolean): string | undefined;
  /** An address to connect to, checked and resolved once: the connection goes there and nowhere else. Throws otherwise. */
  resolve(url: URL, isInternal: boolean): Promise<{ address: string; family: 4 | 6 }>;
}

export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

const resolveAll: Resolve = (hostname) => lookUp(hostname, { all: true, verbatim: true });

/** `allow`: hosts, host:port or networks beside the public internet; those may be plain http. */
export function createAddressGuard(allow: readonly string[], resolveHost: Resolve = resolveAll): AddressGuard {
  const hosts = new Set(allow.filter((entry) => !entry.includes('/')).map((entry) => entry.toLowerCase()));
  const networks = new BlockList();
  for (const entry of allow) {
    const [network = '', prefix] = entry.split('/');
    const family = isIP(network.replace(/^\[|\]$/g, ''));
    if (family === 0) continue;
    const bits = prefix === undefined ? (family === 4 ? 32 : 128) : Number(prefix);
    networks.addSubnet(network.replace(/^\[|\]$/g, ''), bits, family === 4 ? 'ipv4' : 'ipv6');
  }

  function isAllowedHost(url: URL): boolean {
    return hosts.has(url.hostname.toLowerCase()) || hosts.has(url.host.toLowerCase());
  }

  function isAllowedAddress(address: string): boolean {
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    return networks.check(address, family) || !refused[family].check(address, family);
  }

  function literalOf(url: URL): string | undefined {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return isIP(host) === 0 ? undefined : host;
  }

  return {
    refusal(url, isInternal) {
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'only https addresses are called';
      if (url.port === '0') return 'there is no port 0';
      if (url.username !== '' || url.password !== '') return 'an address with a user name is not called';
      if (isInternal || isAllowedHost(url)) return undefined;
      const literal = literalOf(url);
      const isNamedNetwork = literal !== undefined && networks.check(literal, isIP(literal) === 4 ? 'ipv4' : 'ipv6');
      if (isNamedNetwork) return undefined;
      if (url.protocol === 'http:') return 'only https addresses are called';
      if (literal !== undefined && !isAllowedAddress(literal)) return 'the address is not on the public internet';
      if (/(^|\.)(localhost|local|internal)\.?$/i.test(url.hostname)) return 'the host is not on the public internet';
      return undefined;
    },
    async resolve(url, isInternal) {
      const why = this.refusal(url, isInternal);
      if (why) throw new Error(why);
      const literal = literalOf(url);
      const found = literal ? [{ address: literal, family: isIP(literal) }] : await resolveHost(url.hostname);
      const isFree = isInternal || isAllowedHost(url);
      // One bad address among several is how a name that changes its mind begins.
      if (found.length === 0 || (!isFree && !found.every(({ address }) => isAllowedAddress(address)))) {
        throw new Error('the host resolves to an address that is not on the public internet');
      }
      const [first] = found;
      return { address: first!.address, family: first!.family === 6 ? 6 : 4 };
    },
  };
}
