import { z } from 'zod';
import type { DocumentInfo, Severity } from '../formats/reading.ts';

const time = z.coerce.number().finite().optional();

/** What lines somebody wants to see; all given conditions hold at once. */
export const filterSchema = z.object({
  text: z.string().max(500).optional(),
  /** RE2 syntax. */
  pattern: z.string().max(500).optional(),
  level: z.enum(['critical', 'error', 'warning', 'info']).optional(),
  template: z.coerce.number().int().min(0).optional(),
  /** A name of the file's own, and its value. */
  field: z.string().max(200).optional(),
  value: z.string().max(500).optional(),
  fromMs: time,
  toMs: time,
});
export type LineFilter = z.infer<typeof filterSchema>;

/** The lines a written query is run over, where it says nothing else. */
export const shownSchema = filterSchema.pick({ field: true, value: true, fromMs: true, toMs: true });
export type ShownLines = z.infer<typeof shownSchema>;

/**
 * One line as it is drawn: number, text, severity, time, how many characters were left out, and of a line that goes on
 * with the record above it how grave that record is.
 */
export type ViewRow = [
  line: number,
  text: string,
  severity: Severity | '',
  timeMs: number | null,
  left: number,
  record: Severity | '' | null,
];

/** What was found since the last part of an answer. */
export interface Found {
  /** In order; no more than `mostFound` of all parts. */
  lines: number[];
  /** Of all parts so far. */
  total: number;
  /** Another part is on its way. */
  goesOn: boolean;
  /** Nothing after this line was looked at yet, or at all where no other part comes. */
  readToLine?: number;
  /** Over the span of the document, also of lines that are not given. */
  counts: number[];
}

export interface TimeCounts {
  fromMs: number;
  toMs: number;
  buckets: { critical: number; error: number; warning: number; info: number }[];
}

export interface Facets {
  /** Names of fields with what they hold, most frequent first; `isCut`: they hold more. */
  fields: { name: string; seen: number; isCut: boolean; values: { value: string; count: number }[] }[];
  templates: { id: number; text: string; count: number; severity: Severity | '' }[];
  /** How many lines the counts of fields are of; fewer than there are: a sample. */
  looked: number;
}

/** Values of stretches of time, each as long as `stepMs`; stretches without lines may be left out. */
export interface Course {
  stepMs: number;
  points: { timeMs: number; value: number }[];
  /** Of the values; empty for numbers without one. */
  unit: string;
}

/** What a written query came to, with every row of it. */
export type QueryRun =
  | { kind: 'unread'; takes: string[] }
  /** It names what no line states; `names` are some that lines do. */
  | { kind: 'absent'; name: string; names: string[] }
  /** It asks for a cause, which is told of the whole file and not of one text. */
  | { kind: 'cause' }
  /** It asks for lines by their numbers. */
  | { kind: 'lines'; from: number; to: number }
  | {
      kind: 'run';
      written: string;
      /** Markdown. */
      words: string;
      isWhole: boolean;
      /** A stretch of time narrows it. */
      isTimed: boolean;
      table: { head: string[]; rows: (string | number)[][] } | undefined;
      /** The second value of each row is told by a bar too. */
      hasBars: boolean;
      course: Course | undefined;
    };

/** A text of a file that was read: where it lies, and what is known of it. */
export interface ViewDocument {
  fileId: string;
  fileName: string;
  folder: string;
  info: DocumentInfo;
}

export type ViewRequest =
  | { op: 'lines'; from: number; to: number }
  | { op: 'rows'; lines: number[] }
  | { op: 'find'; filter: LineFilter }
  | { op: 'times'; buckets: number }
  | { op: 'facets' }
  | { op: 'query'; text: string; shown?: ShownLines };

export interface ViewAnswers {
  lines: ViewRow[];
  rows: ViewRow[];
  find: Found;
  times: TimeCounts | null;
  facets: Facets;
  query: QueryRun;
}

/** Lines a filter gives back; those beyond are counted. */
export const mostFound = 50_000;

/** Of a histogram. */
export const viewBuckets = 120;
