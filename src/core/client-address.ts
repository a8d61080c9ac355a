import { addressBits, isInNetwork } from './networks.ts';

/**
 * Who a request comes from. What proxies wrote of it is believed from the right, and only as far as each of them is
 * trusted: the rest of the list is the client's own and may say anything.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | null | undefined,
  trustedProxies: readonly string[],
): string {
  let address = remote ?? 'unknown';
  const told = (forwardedFor ?? '').split(',').map((entry) => withoutPort(entry.trim()));
  while (trustedProxies.some((network) => isInNetwork(address, network))) {
    const before = told.pop();
    if (before === undefined || addressBits(before) === undefined) break;
    address = before;
  }
  return address;
}

/** What an address is counted as: the whole IPv4 address, or the network that one IPv6 customer has to themselves. */
export function addressGroup(address: string): string {
  const bits = addressBits(address);
  return bits && bits.length > 32 ? bits.slice(0, 64) : (bits ?? address);
}

function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}
