/** An IPv4 network: its first address as a number and the length of its prefix. */
export interface Network {
  first: number;
  length: number;
}

/** The address as a number, undefined where it is none. */
export function addressOf(text: string): number | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (!match) return undefined;
  const octets = match.slice(1).map(Number);
  return octets.some((octet) => octet > 255) ? undefined : octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

/** The length that a mask `255.255.255.0`, or inverted `0.0.0.255`, stands for; undefined where its bits have gaps. */
export function lengthOfMask(mask: string, isInverted = false): number | undefined {
  const number = addressOf(mask);
  if (number === undefined) return undefined;
  const bits = (isInverted ? 0xffffffff - number : number).toString(2).padStart(32, '0');
  return /^1*0*$/.test(bits) ? bits.replace(/0/g, '').length : undefined;
}

export function networkOf(address: number, length: number): Network {
  const size = 2 ** (32 - length);
  return { first: Math.floor(address / size) * size, length };
}

/** `10.0.0.0/8` or one address. */
export function parseNetwork(text: string): Network | undefined {
  const [base = '', bits] = text.split('/');
  const address = addressOf(base);
  const length = bits === undefined ? 32 : /^\d{1,2}$/.test(bits) ? Number(bits) : lengthOfMask(bits);
  return address === undefined || length === undefined || length > 32 ? undefined : networkOf(address, length);
}

export function contains(outer: Network, inner: Network): boolean {
  return inner.length >= outer.length && networkOf(inner.first, outer.length).first === outer.first;
}

export function overlap(one: Network, other: Network): boolean {
  return contains(one, other) || contains(other, one);
}

export function formatAddress(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}
