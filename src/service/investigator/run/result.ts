import type { Unit } from '../facts/amount.ts';
import type { Interval } from '../facts/intervals.ts';

/** A line that proves something. */
export interface Place {
  document: string;
  line: number;
  /** Of a record of several lines. */
  lastLine?: number;
  timeMs?: number | undefined;
  text: string;
}

export interface GroupRow {
  key: string;
  value: number;
  first?: Place;
}

/** What running a query comes to; each shape is told by one renderer. */
export type Result =
  | {
      shape: 'number';
      value: number;
      places: Place[];
      lines?: number;
      records: number;
      /** Of different values: what they are, where they are few. */
      names?: string[];
    }
  | { shape: 'amount'; value: number; unit: Unit; count: number; places: Place[]; beside?: string }
  | { shape: 'share'; part: number; whole: number; places: Place[] }
  | { shape: 'groups'; rows: GroupRow[]; unit?: Unit; missing: number; total: number; records: number }
  | { shape: 'times'; rows: GroupRow[]; everyMs: number }
  | { shape: 'rate'; count: number; spanMs: number; everyMs: number; places: Place[] }
  | { shape: 'exists'; count: number; places: Place[]; records: number }
  | {
      shape: 'moment';
      place: Place | undefined;
      isLast: boolean;
      count: number;
      records: number;
      key?: string;
      was?: string;
    }
  | { shape: 'kinds'; kinds: { place: Place; message: string; count: number }[]; count: number }
  | { shape: 'lines'; places: Place[]; count: number }
  | {
      shape: 'trend';
      points: { timeMs: number; value: number }[];
      early: number;
      late: number;
      /** How far the values lie from their mean, all in all. */
      spread?: number;
      unit?: Unit;
      places: Place[];
    }
  | { shape: 'change'; before: number; after: number; isRate: boolean; unit?: Unit; places: Place[] }
  | { shape: 'order'; first: Place | undefined; second: Place | undefined }
  | { shape: 'compare'; left: number | undefined; right: number | undefined; unit?: Unit; places: Place[] }
  | {
      shape: 'state';
      unit: string;
      isIn: boolean | undefined;
      stateTold: string;
      since?: Place | undefined;
      rows?: { unit: string; isIn: boolean }[];
    }
  | { shape: 'episodes'; intervals: Interval[]; totalMs: number; endMs: number; isOfLines?: boolean }
  | {
      shape: 'overlap';
      spans: { fromMs: number; toMs: number }[];
      totalMs: number;
      places: Place[];
      most?: { count: number; timeMs: number; units: string[] };
    }
  /** One was asked for. */
  | { shape: 'several'; count: number; places: Place[] }
  | { shape: 'gap'; before: Place | undefined; after: Place | undefined; durationMs: number }
  | { shape: 'span'; firstMs: number; lastMs: number; lines: number }
  | { shape: 'nothing'; why: string };
