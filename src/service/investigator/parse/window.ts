import { documentsOf } from '../facts/records.ts';
import type { Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { Query, Window } from '../query/query.ts';
import type { TimeAsked } from './time-asked.ts';
import { windowIn } from './times-asked.ts';

/** A time of the question on the clock of the file. */
export interface TimeRead {
  window: Window;
  /** Of a single moment, which `state` and `doing` ask about. */
  atMs?: number;
  label: string;
  kind: TimeAsked['kind'];
}

const [second, minute] = [1000, 60_000];

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
