import type { DocumentInfo } from '../../formats/reading.ts';
import { documentsOf } from '../facts/records.ts';
import type { Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { Query, Window } from '../query/query.ts';
import { isSameDay } from './day-asked.ts';
import type { TimeAsked } from './time-asked.ts';

/** A time of the question on the clock of the file. */
export interface TimeRead {
  window: Window;
  /** Of a single moment, which `state` and `doing` ask about. */
  atMs?: number;
  label: string;
  kind: TimeAsked['kind'];
}

const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** What was last before a moment, or in the second that it names: stamps have parts of one. */
export const untilThen = ({ window: { fromMs = 0, toMs = 0 }, atMs }: TimeRead): Window => ({
  toMs: atMs === undefined ? toMs : toMs - fromMs === second ? toMs - 1 : atMs,
});

/** Undefined where the file does not cover it. */
export function resolveTime(asked: TimeAsked, scene: Scene, { clock }: Schema): TimeRead | undefined {
  if (clock === undefined) return undefined;
  for (const info of documentsOf(scene)) {
    const found = windowIn(asked, info);
    if (found === undefined) continue;
    const { label, kind } = asked;
    const read = (window: Window, atMs?: number): TimeRead => ({
      window,
      label,
      kind,
      ...(atMs === undefined ? {} : { atMs }),
    });
    const open = (fromMs: number, toMs: number): Window => ({
      ...(fromMs <= clock.firstMs ? {} : { fromMs }),
      ...(toMs >= clock.lastMs ? {} : { toMs }),
    });
    switch (kind) {
      case 'after':
        return read({ fromMs: found.fromMs }, found.fromMs);
      case 'before':
        // What comes at that moment is not before it.
        return read(found.toMs >= clock.lastMs ? {} : { toMs: found.toMs - 1 }, found.toMs);
      case 'first':
        return read({ toMs: clock.firstMs + asked.from });
      case 'last':
        return read({ fromMs: clock.lastMs - asked.from });
      case 'around': {
        const half = (asked.to - asked.from) / 2;
        const begins = windowIn(
          { ...asked, kind: 'after', from: asked.from + half, to: asked.from + half },
          info,
        )?.fromMs;
        const at = begins ?? (found.fromMs + found.toMs) / 2;
        const isRough = /\b(?:around|about|near|circa|ca\.?)\b/i.test(label);
        const precision = /\d:\d\d:\d\d/.test(label) ? second : minute;
        return read(isRough ? open(found.fromMs, found.toMs) : { fromMs: at, toMs: at + precision }, at);
      }
      case 'offset':
        return read(open(found.fromMs, found.toMs), (found.fromMs + found.toMs) / 2);
      default:
        return read(open(found.fromMs, found.toMs), found.fromMs);
    }
  }
  return undefined;
}

/** The first of the times that a question names. */
export function windowOf(times: readonly TimeRead[]): Pick<Query, 'window'> {
  const [time] = times;
  return time === undefined ? {} : { window: time.window };
}

/** The window in the document's own time; undefined where the document has no clock or does not cover it. */
function windowIn(asked: TimeAsked, info: DocumentInfo): { fromMs: number; toMs: number } | undefined {
  const { firstTimeMs: first, lastTimeMs: last } = info;
  if (first === undefined || last === undefined || info.clock === 'none') return undefined;
  if (asked.kind === 'first') return { fromMs: first, toMs: first + asked.from };
  if (asked.kind === 'last') return { fromMs: last - asked.to, toMs: last };
  if (asked.kind === 'offset') {
    const base = info.clock === 'boot' && info.isTimeOfDay !== true ? 0 : first;
    const [fromMs, toMs] = [base + asked.from, base + asked.to];
    return toMs >= first && fromMs <= last
      ? { fromMs: Math.max(fromMs, first), toMs: Math.min(toMs, last) }
      : undefined;
  }
  const shift = (asked.zoneMinutes ?? 0) * minute;
  const bases = asked.isAbsolute
    ? [0]
    : daysOf(first + shift, last + shift).filter(
        (base) => asked.day === undefined || isSameDay(asked.day, base, last + shift),
      );
  for (const half of asked.isTwelveHour && !asked.isAbsolute ? [0, 12 * hour] : [0]) {
    for (const base of bases) {
      const from = asked.kind === 'before' ? first : base + half + asked.from - shift;
      let to = asked.kind === 'after' ? last : base + half + asked.to - shift;
      if (to < from && !asked.isAbsolute) to += 24 * hour;
      // "Since 2 pm" is that of a day the file has, not of the day before it.
      const edge = asked.kind === 'after' ? from : asked.kind === 'before' ? to : undefined;
      if (edge !== undefined && !asked.isAbsolute && (edge < first || edge > last)) continue;
      if (to >= first && from <= last && from <= to) return { fromMs: Math.max(from, first), toMs: Math.min(to, last) };
    }
  }
  return undefined;
}

function daysOf(first: number, last: number): number[] {
  const days: number[] = [];
  const start = Math.floor(first / (24 * hour)) * 24 * hour - 24 * hour;
  for (let at = start; at <= last && days.length < 400; at += 24 * hour) days.push(at);
  return days;
}
