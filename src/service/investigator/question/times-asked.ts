import type { DocumentInfo } from '../../formats/reading.ts';
import type { TimeAsked } from './question.ts';

const zones: Record<string, number> = {
  utc: 0,
  gmt: 0,
  z: 0,
  cet: 60,
  cest: 120,
  bst: 60,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  ist: 330,
  jst: 540,
};
const clock = String.raw`(\d{1,2})(?::(\d\d))?(?::(\d\d))?(?:[.,]\d+)?\s?(am|pm)?`;
const day = String.raw`(?:(\d{4})-(\d\d)-(\d\d)[T ]+)?`;
const zone = String.raw`(?:\s?(utc|gmt|z|cet|cest|bst|est|edt|cst|cdt|mst|mdt|pst|pdt|ist|jst|[+-]\d\d:?\d\d)\b)?`;
const moment = `${day}${clock}${zone}`;
const minute = 60_000;

/** Times and windows a question names. */
export function timesIn(text: string): TimeAsked[] {
  const found: TimeAsked[] = [];
  const range = new RegExp(
    `(?:between|from)\\s+${moment}\\s+(?:and|to|until|till)\\s+${moment}|${moment}\\s?(?:-|–|to|until)\\s?${moment}`,
    'gi',
  );
  let rest = text;
  for (const match of text.matchAll(range)) {
    const parts = match.slice(1);
    const offset = parts.slice(0, 16).some((part) => part !== undefined) ? 0 : 16;
    const from = momentOf(parts.slice(offset, offset + 8));
    const to = momentOf(parts.slice(offset + 8, offset + 16));
    if (from === undefined || to === undefined || !isClock(match[0])) continue;
    if (to.zoneMinutes !== undefined && from.zoneMinutes === undefined) from.zoneMinutes = to.zoneMinutes;
    const toMs = from.isAbsolute && !to.isAbsolute ? Math.floor(from.ms / 86_400_000) * 86_400_000 + to.ms : to.ms;
    found.push({
      label: match[0].trim(),
      kind: 'between',
      from: from.ms,
      to: toMs,
      isAbsolute: from.isAbsolute,
      ...zoned(from),
    });
    rest = rest.replace(match[0], ' ');
  }
  const single = new RegExp(
    `(?:\\b(around|about|near|at|circa|ca\\.?|since|after|from|before|until|by)\\s+)?(?:the\\s+)?${moment}`,
    'gi',
  );
  for (const match of rest.matchAll(single)) {
    const at = momentOf(match.slice(2, 10));
    if (at === undefined || !isClock(match[0])) continue;
    const word = (match[1] ?? 'around').toLowerCase();
    const common = { label: match[0].trim(), isAbsolute: at.isAbsolute, ...zoned(at) };
    if (/since|after|from/.test(word)) found.push({ ...common, kind: 'after', from: at.ms, to: at.ms });
    else if (/before|until|by/.test(word)) found.push({ ...common, kind: 'before', from: at.ms, to: at.ms });
    else found.push({ ...common, kind: 'around', from: at.ms - 5 * minute, to: at.ms + 5 * minute });
  }
  const edge = /\b(last|final|first)\s+(\d{1,4}\s+)?(seconds?|minutes?|mins?|hours?|days?)\b/i.exec(text);
  if (edge !== null) {
    const size = Number(edge[2] ?? 1) * unitMs(edge[3]!);
    found.push({
      label: edge[0],
      kind: /first/i.test(edge[1]!) ? 'first' : 'last',
      from: size,
      to: size,
      isAbsolute: false,
    });
  }
  if (found.length === 0) {
    const date = /\b(\d{4})-(\d\d)-(\d\d)\b/.exec(text);
    if (date !== null) {
      const from = Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3]));
      found.push({ label: date[0], kind: 'on', from, to: from + 86_400_000, isAbsolute: true });
    }
  }
  return found.slice(0, 4);
}

/** The window in the document's own time; undefined where the document has no clock or does not cover it. */
export function windowIn(asked: TimeAsked, info: DocumentInfo): { fromMs: number; toMs: number } | undefined {
  const { firstTimeMs: first, lastTimeMs: last } = info;
  if (first === undefined || last === undefined || info.clock === 'none') return undefined;
  if (asked.kind === 'first') return { fromMs: first, toMs: first + asked.from };
  if (asked.kind === 'last') return { fromMs: last - asked.to, toMs: last };
  const shift = (asked.zoneMinutes ?? 0) * minute;
  const bases = asked.isAbsolute ? [0] : daysOf(first, last);
  for (const base of bases) {
    const from = asked.kind === 'before' ? first : base + asked.from - shift;
    let to = asked.kind === 'after' ? last : base + asked.to - shift;
    if (to < from && !asked.isAbsolute) to += 86_400_000;
    if (to >= first && from <= last && from <= to) return { fromMs: Math.max(from, first), toMs: Math.min(to, last) };
  }
  return undefined;
}

function daysOf(first: number, last: number): number[] {
  const days: number[] = [];
  const start = Math.floor(first / 86_400_000) * 86_400_000 - 86_400_000;
  for (let at = start; at <= last && days.length < 60; at += 86_400_000) days.push(at);
  return days;
}

function momentOf(
  parts: readonly (string | undefined)[],
): { ms: number; isAbsolute: boolean; zoneMinutes?: number } | undefined {
  const [year, month, date, hourText, minuteText, secondText, half, zoneText] = parts;
  if (hourText === undefined || (minuteText === undefined && half === undefined)) return undefined;
  let hour = Number(hourText);
  if (half !== undefined) hour = (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (hour > 24 || Number(minuteText ?? 0) > 59) return undefined;
  const ofDay = hour * 3_600_000 + Number(minuteText ?? 0) * minute + Number(secondText ?? 0) * 1000;
  const isAbsolute = year !== undefined;
  const ms = isAbsolute ? Date.UTC(Number(year), Number(month) - 1, Number(date)) + ofDay : ofDay;
  const zoneMinutes = zoneText === undefined ? undefined : zoneOf(zoneText);
  return { ms, isAbsolute, ...(zoneMinutes === undefined ? {} : { zoneMinutes }) };
}

function zoneOf(text: string): number | undefined {
  const offset = /^([+-])(\d\d):?(\d\d)$/.exec(text);
  if (offset !== null) return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3]));
  return zones[text.toLowerCase()];
}

function zoned(at: { zoneMinutes?: number }): { zoneMinutes?: number } {
  return at.zoneMinutes === undefined ? {} : { zoneMinutes: at.zoneMinutes };
}

/** "60 %" and "12 errors" are no times. */
function isClock(text: string): boolean {
  return /\d:\d\d|\d\s?[ap]m\b/i.test(text);
}

function unitMs(unit: string): number {
  if (/^sec/i.test(unit)) return 1000;
  if (/^min/i.test(unit)) return minute;
  return /^hour/i.test(unit) ? 3_600_000 : 86_400_000;
}
