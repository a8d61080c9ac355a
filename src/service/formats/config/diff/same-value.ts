const durations: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  msec: 1,
  s: 1000,
  sec: 1000,
  secs: 1000,
  second: 1000,
  seconds: 1000,
  m: 60_000,
  min: 60_000,
  mins: 60_000,
  minute: 60_000,
  minutes: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  days: 86_400_000,
  w: 604_800_000,
};
const sizes: Record<string, number> = {
  b: 1,
  k: 1024,
  kb: 1024,
  kib: 1024,
  ki: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  mib: 1024 ** 2,
  mi: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
  gib: 1024 ** 3,
  gi: 1024 ** 3,
  t: 1024 ** 4,
  tb: 1024 ** 4,
  ti: 1024 ** 4,
};
const truths: Record<string, boolean> = {
  true: true,
  yes: true,
  on: true,
  enabled: true,
  false: false,
  no: false,
  off: false,
  disabled: false,
};

/**
 * Whether two ways to write the value of one key mean the same: `10s` and `10000ms`, `1024k` and `1m`, `yes` and `on`,
 * a mask and its prefix length. Only where both say their unit; a bare number may be anything. Where the file types its
 * values, `on` and `true` are a text and a truth.
 */
export function isSameValue(key: string, before: string, after: string, isTyped = false): boolean {
  if (!isTyped && isTruth(before) && isTruth(after) && truths[before.toLowerCase()] === truths[after.toLowerCase()])
    return true;
  const [old, now] = [quantity(before), quantity(after)];
  if (!old || !now) return false;
  for (const units of unitsFor(key)) {
    const [x, y] = [factor(units, old.unit), factor(units, now.unit)];
    if (x !== undefined && y !== undefined)
      return Math.abs(old.number * x - now.number * y) < 1e-9 * Math.max(1, old.number * x);
  }
  return false;
}

/** Whether two statements differ in nothing but how an address's network is written. */
export function isSameStatement(before: string, after: string): boolean {
  const normal = (text: string) =>
    text.replace(
      /(\d{1,3}(?:\.\d{1,3}){3})[ /](255\.\d{1,3}\.\d{1,3}\.\d{1,3})(?![\d.])/g,
      (whole, address: string, mask: string) => {
        const length = prefixLength(mask);
        return length === undefined ? whole : `${address}/${length}`;
      },
    );
  return before !== after && normal(before) === normal(after);
}

function isTruth(text: string): boolean {
  return Object.hasOwn(truths, text.toLowerCase());
}

function quantity(text: string): { number: number; unit: string } | undefined {
  const match = /^(\d{1,15}(?:\.\d{1,9})?) ?([a-z]{1,7})$/i.exec(text.trim());
  return match ? { number: Number(match[1]), unit: match[2]!.toLowerCase() } : undefined;
}

function factor(units: Record<string, number>, unit: string): number | undefined {
  return Object.hasOwn(units, unit) ? units[unit] : undefined;
}

/** `m` is minutes of a timeout and megabytes of a limit. Where the key does not tell, only what cannot be both. */
function unitsFor(key: string): Record<string, number>[] {
  if (/time|interval|delay|period|ttl|age|expir|wait|keepalive|duration|lease|after/i.test(key)) return [durations];
  if (/size|mem|buffer|bytes|limit|storage|cache|heap|space|disk/i.test(key)) return [sizes];
  const { m: _, ...surely } = durations;
  const { m: __, ...plainly } = sizes;
  return [surely, plainly];
}

function prefixLength(mask: string): number | undefined {
  const bits = mask
    .split('.')
    .map((octet) => Number(octet).toString(2).padStart(8, '0'))
    .join('');
  return /^1*0*$/.test(bits) && bits.length === 32 ? bits.replace(/0/g, '').length : undefined;
}
