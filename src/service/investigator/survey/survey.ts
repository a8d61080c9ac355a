import type { DocumentInfo, Severity } from '../../formats/reading.ts';
import type { TimeWords } from '../wording/times.ts';

/** A line where something stands, with its continuation lines (a stack trace). */
export interface Spot {
  line: number;
  lineEnd: number;
  /** Of the line that came most recently with a time. */
  timeMs?: number | undefined;
}

/** A number as one line states it. */
export interface Point extends Spot {
  value: number;
}

/** Lines that say the same but for numbers, ids and addresses. */
export interface MessageGroup {
  id: number;
  pattern: string;
  /** Message of the first line, and what a structured line says besides it (`error`, `reason`). */
  message: string;
  detail?: string | undefined;
  severity: Severity;
  /** An error by level, or by outcome where the level says nothing (status 500). */
  isFailure: boolean;
  count: number;
  /** The count was worked out from a selection of lines. */
  isEstimated?: boolean;
  first: Spot;
  last: Spot;
  /** Evenly spread over the occurrences, at most 64, in order. */
  spots: Spot[];
  /** Lines and times (ms, NaN without one) of each occurrence in file order; of kinds that are no plain information. */
  at: { lines: number[]; timesMs: number[] };
  /** Top frames of the stacks below these lines. */
  frames: Map<string, number>;
  sources: Map<string, number>;
  /** Values of the fields of these lines, most useful for "who": at most 12 fields of 24 values. */
  values: Map<string, Map<string, number>>;
  /** Groups that came within three lines after one of these, by id. */
  followedBy: Map<number, number>;
}

/** All that its first line says. */
export function textOf({ message, detail = '' }: MessageGroup): string {
  return `${message} ${detail}`;
}

/** Kinds of lines told as one, by the words of `lead`. */
export function mergedInto(lead: MessageGroup, groups: readonly MessageGroup[]): MessageGroup {
  const sources = new Map<string, number>();
  for (const group of groups)
    for (const [name, count] of group.sources) sources.set(name, (sources.get(name) ?? 0) + count);
  return {
    ...lead,
    count: groups.reduce((sum, { count }) => sum + count, 0),
    first: groups.map(({ first }) => first).reduce((a, b) => (b.line < a.line ? b : a)),
    last: groups.map(({ last }) => last).reduce((a, b) => (b.line > a.line ? b : a)),
    at: { lines: groups.flatMap(({ at }) => at.lines), timesMs: groups.flatMap(({ at }) => at.timesMs) },
    sources,
  };
}

/** What stands on top of at least half of its stacks. */
export function topFrame({ frames, count }: MessageGroup): string | undefined {
  const [top] = [...frames].sort((a, b) => b[1] - a[1]);
  return top !== undefined && top[1] >= count * 0.5 ? top[0] : undefined;
}

export interface NumberSeries {
  /** Field name, or the words before the number. */
  name: string;
  unit: string;
  /** Which of several: the service, pod or host; empty where the file has one. */
  owner: string;
  count: number;
  min: number;
  max: number;
  /** Evenly spread, at most 1,024, in file order. */
  points: Point[];
  lastPoint: Point;
  maxPoint: Point;
}

/** Lines and failures over the buckets for one value of one field ("service=web-1"), or for all ("" = ""). */
export interface ShareRow {
  field: string;
  value: string;
  lines: Uint32Array;
  failures: Uint32Array;
  firstFailure?: Spot;
  lastFailure?: Spot;
  total: number;
  failed: number;
}

export interface Survey {
  info: DocumentInfo;
  /** Prints its times; as UTC where its lines name their zone. */
  times: TimeWords;
  /** Lines looked at; less than `info.lines` where the file was sampled. */
  linesSeen: number;
  isSampled: boolean;
  /** Start of a bucket: a time where the document has a clock, else undefined. */
  bucketTime(bucket: number): number | undefined;
  groups: MessageGroup[];
  series: NumberSeries[];
  shares: ShareRow[];
  /** Silences much longer than usual, longest first. */
  gaps: { before: Spot; after: Spot; durationMs: number }[];
  /** The clock was never set back; lines that are out of order all over do not count. */
  isClockSteady: boolean;
}
