const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const step = /(?<!\d)([+-]?\d+)\s*([mhdw])/g;

/** The moment a query speaks of: relative as `-5d` or `4w 2d`, a date, or a function with an offset. */
export function readTime(value: string, nowMs: number, timeZone: string): number | undefined {
  const call = /^(now|startofday|endofday|startofweek|endofweek|startofmonth|endofmonth)\(([^)]*)\)$/i.exec(value);
  if (call) {
    const offset = call[2] ? readOffset(call[2]) : 0;
    return offset === undefined ? undefined : edgeOf(call[1]?.toLowerCase() ?? '', nowMs, timeZone) + offset;
  }
  const offset = readOffset(value);
  if (offset !== undefined) return nowMs + offset;
  const date = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:\s+(\d{1,2}):(\d{2}))?$/.exec(value);
  if (!date) return /^\d{10,16}$/.test(value) ? Number(value) : undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = date.slice(1).map((part) => Number(part ?? 0));
  return toUtc(Date.UTC(year, month - 1, day, hour, minute), timeZone);
}

function readOffset(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  if (!/^[+-]?\d+\s*[mhdw](?:\s+\d+\s*[mhdw])*$/.test(trimmed)) return undefined;
  const sign = trimmed.startsWith('-') ? -1 : 1;
  let sum = 0;
  for (const [, count, unit = ''] of trimmed.matchAll(step)) sum += Math.abs(Number(count)) * (unitMs[unit] ?? 0);
  return sign * sum;
}

function edgeOf(name: string, nowMs: number, timeZone: string): number {
  if (name === 'now') return nowMs;
  const local = new Date(nowMs + offsetOf(nowMs, timeZone));
  const isEnd = name.startsWith('end');
  let [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  if (name.endsWith('week')) day -= local.getUTCDay();
  if (name.endsWith('month')) day = 1;
  if (isEnd && name.endsWith('day')) day += 1;
  if (isEnd && name.endsWith('week')) day += 7;
  if (isEnd && name.endsWith('month')) month += 1;
  return toUtc(Date.UTC(year, month, day), timeZone) - (isEnd ? 1 : 0);
}

function toUtc(localMs: number, timeZone: string): number {
  return localMs - offsetOf(localMs, timeZone);
}

function offsetOf(atMs: number, timeZone: string): number {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(atMs)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '');
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 3_600_000 + Number(match[3]) * 60_000);
}
