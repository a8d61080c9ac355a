import type { DocumentInfo, Severity } from '../formats/reading.ts';
import type { Stretches } from './stretches.ts';

/** What a search over a document's lines asks for; all given conditions hold at once. */
export interface LineQuery {
  /** Literal terms that must all stand in the line. */
  all?: readonly string[];
  /** Literal terms of which at least one must. */
  any?: readonly string[];
  none?: readonly string[];
  /** RE2 syntax; user-given patterns never reach the backtracking engine. */
  pattern?: string;
  ignoreCase?: boolean;
  severityAtLeast?: Severity;
  fromTimeMs?: number;
  toTimeMs?: number;
  fromLine?: number;
  toLine?: number;
  template?: number;
  test?: LineTest;
  /** Counts the matches over time, also those that are not given back. */
  over?: Stretches;
  /** How many line numbers to give back; matches beyond are counted only. */
  limit: number;
  /** Wall clock the search may take, in milliseconds. */
  budgetMs?: number;
  /** Matches after which it may end: the rest is told by `readToLine`, as when the budget runs out. */
  enough?: number;
}

/** A last condition, for lines that hold all others. */
export interface LineTest {
  /** What holds for all lines of a form; undefined where each has to be read. */
  ofForm(form: number): boolean | undefined;
  ofLine(line: LineBytes): boolean;
}

/** One line in the bytes around it, without its line feed; only valid until the test returns. */
export interface LineBytes {
  bytes: Buffer;
  start: number;
  end: number;
  line: number;
  form: number;
}

export interface LineMatches {
  /** Line numbers in order, at most `limit`. */
  lines: number[];
  /** All matches in what was scanned. */
  total: number;
  firstLine?: number;
  lastLine?: number;
  scannedBytes: number;
  /** Of `over`. */
  counts?: number[];
  /** Set when the budget ran out or enough was found: nothing after this line was looked at. */
  readToLine?: number;
}

export interface LineMeta {
  timeMs?: number;
  severity?: Severity;
  template?: number;
}

/** What the index knows of lines in a row: arrays in their order. */
export interface LineMarks {
  /** NaN: no time. */
  timesMs: Float64Array;
  /** Lines of one number differ only in words with a digit. */
  forms: Uint32Array;
}

/** Bytes of lines in a row; only valid until the next piece is asked for. */
export interface LinePiece {
  bytes: Uint8Array;
  /** Where the text ends in `bytes`. */
  end: number;
}

export interface TemplateInfo {
  id: number;
  /** The constant words, variable ones as `<*>`. */
  text: string;
  count: number;
  severity?: Severity;
  firstLine: number;
  lastLine: number;
  firstTimeMs?: number;
  lastTimeMs?: number;
}

export interface TimeBucket {
  startMs: number;
  count: number;
  bySeverity: Record<Severity, number>;
}

/** A citable text, opened for reading. 1-based lines. Works for every document, with or without an index. */
export interface OpenDocument {
  info: DocumentInfo;
  /** Verbatim, without LF, invalid UTF-8 as U+FFFD; fewer where the document ends. */
  lines(from: number, to: number): Promise<string[]>;
  search(query: LineQuery): Promise<LineMatches>;
  meta(line: number): Promise<LineMeta>;
  /** Of the block of lines that holds `from`, up to `to` at most. Absent without an index. */
  marks?(from: number, to: number): Promise<LineMarks>;
  severityOfForm?(form: number): Severity | undefined;
  /** Its bytes from the first line to the last, whole lines where they are of usual length. Absent without a file. */
  pieces?(): AsyncIterable<LinePiece>;
  /** Most frequent first. Empty without an index. */
  templates(): Promise<TemplateInfo[]>;
  /** Lines over time, equal buckets over the document's span or the given window; empty without a clock. */
  histogram(
    buckets: number,
    query?: Pick<LineQuery, 'template' | 'fromTimeMs' | 'toTimeMs' | 'severityAtLeast'>,
  ): Promise<TimeBucket[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** `folder` is the reading's folder. */
export type OpenLines = (folder: string, info: DocumentInfo) => Promise<OpenDocument>;
