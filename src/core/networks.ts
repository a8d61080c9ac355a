/** Whether an IP address, in brackets or not, lies in a network (`10.0.0.0/8`, `fd00::/8`) or is the one address named. */
export function isInNetwork(address: string, network: string): boolean {
  const range = readNetwork(network);
  const bits = addressBits(address);
  return (
    range !== undefined && bits?.length === range.bits.length && bits.startsWith(range.bits.slice(0, range.prefix))
  );
}

export function isNetwork(text: string): boolean {
  return readNetwork(text) !== undefined;
}

function readNetwork(text: string): { bits: string; prefix: number } | undefined {
  const [base = '', length, ...rest] = text.split('/');
  const bits = addressBits(base);
  const prefix = length === undefined ? bits?.length : /^\d{1,3}$/.test(length) ? Number(length) : undefined;
  if (!bits || prefix === undefined || prefix > bits.length || rest.length > 0) return undefined;
  return { bits, prefix };
}

/** An IP address as a string of ones and zeros, one of IPv4 also where it is written as IPv6; undefined for names. */
export function addressBits(text: string): string | undefined {
  const address = text.toLowerCase().replace(/^\[|\]$/g, '');
  const v4 = v4Bits(address.replace(/^::ffff:(?=\d+\.)/, ''));
  if (v4) return v4;
  if (!/^[0-9a-f:]{2,39}$/.test(address)) return undefined;
  const [left = '', right, ...rest] = address.split('::');
  const head = left ? left.split(':') : [];
  const tail = right ? right.split(':') : [];
  const gap = 8 - head.length - tail.length;
  if (rest.length > 0 || (right === undefined ? gap !== 0 : gap < 1)) return undefined;
  const groups = [...head, ...Array<string>(gap).fill('0'), ...tail];
  if (groups.some((group) => !/^[0-9a-f]{1,4}$/.test(group))) return undefined;
  const bits = groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
  return bits.startsWith(mappedPrefix) ? bits.slice(96) : bits;
}

const mappedPrefix = '0'.repeat(80) + '1'.repeat(16);

function v4Bits(address: string): string | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)?.slice(1).map(Number);
  if (!parts || parts.some((byte) => byte > 255)) return undefined;
  return parts.map((byte) => byte.toString(2).padStart(8, '0')).join('');
}
