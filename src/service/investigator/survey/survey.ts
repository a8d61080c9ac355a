import type { DocumentInfo, Severity } from '../../formats/reading.ts';

/** A line where something stands, with its continuation lines (a stack trace). */
export interface Spot {
  line: number;
  lineEnd: number;
  /** Of the line that came most recently with a time. */
  timeMs?: number;
}

/** Lines that say the same but for numbers, ids and addresses. */
export interface MessageGroup {
  id: number;
  pattern: string;
  /** Message of the first line, and what a structured line says besides it (`error`, `reason`). */
  message: string;
  detail?: string;
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
  points: { line: number; timeMs?: number; value: number }[];
  lastPoint: { line: number; timeMs?: number; value: number };
  maxPoint: { line: number; timeMs?: number; value: number };
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
  /** Its lines name their zone, so times may be printed as UTC. */
  isZoned: boolean;
  /** Lines looked at; less than `info.lines` where the file was sampled or `scope` chose. */
  linesSeen: number;
  isSampled: boolean;
  /** Start of a bucket: a time where the document has a clock, else undefined. */
  bucketTime(bucket: number): number | undefined;
  groups: MessageGroup[];
  series: NumberSeries[];
  shares: ShareRow[];
  /** Silences much longer than usual, longest first. */
  gaps: { before: Spot; after: Spot; durationMs: number }[];
  /** Where the clock went backwards, unless lines are out of order all over. */
  clockJumps: { line: number; backMs: number }[];
}
