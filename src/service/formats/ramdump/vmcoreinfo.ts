/** The kernel's own description of itself for dump readers: symbols, sizes, offsets, numbers. */
export interface Vmcoreinfo {
  release: string;
  pageSize: number;
  /** KASLR shift of the kernel, 0 without. */
  kernelOffset: bigint;
  symbol(name: string): bigint | undefined;
  size(name: string): number | undefined;
  offset(name: string): number | undefined;
  number(name: string): bigint | undefined;
  isEmpty: boolean;
}

const maxEntries = 20_000;

export function parseVmcoreinfo(text: string): Vmcoreinfo {
  const entries = new Map<string, string>();
  for (const line of text.split('\n')) {
    const at = line.indexOf('=');
    if (at > 0 && at < 200 && entries.size < maxEntries) entries.set(line.slice(0, at), line.slice(at + 1).trim());
  }
  const hex = (key: string) => {
    const value = entries.get(key);
    return value !== undefined && /^(?:0x)?[0-9a-f]{1,16}$/i.test(value)
      ? BigInt(value.startsWith('0x') ? value : `0x${value}`)
      : undefined;
  };
  const decimal = (key: string) => {
    const value = entries.get(key);
    if (value === undefined) return undefined;
    if (/^-?\d{1,20}$/.test(value)) return BigInt(value);
    return /^0x[0-9a-f]{1,16}$/i.test(value) ? BigInt(value) : undefined;
  };
  const small = (key: string) => {
    const value = decimal(key);
    // Sizes and offsets of structures; anything else is damage.
    return value !== undefined && value >= 0n && value < 1_000_000n ? Number(value) : undefined;
  };
  return {
    release: entries.get('OSRELEASE') ?? '',
    pageSize: small('PAGESIZE') ?? 4096,
    kernelOffset: hex('KERNELOFFSET') ?? 0n,
    symbol: (name) => hex(`SYMBOL(${name})`),
    size: (name) => small(`SIZE(${name})`),
    offset: (name) => small(`OFFSET(${name})`),
    number: (name) => decimal(`NUMBER(${name})`),
    isEmpty: entries.size === 0,
  };
}
