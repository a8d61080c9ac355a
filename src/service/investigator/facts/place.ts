import type { LogRecord } from './records.ts';

/** A line that proves something. */
export interface Place {
  document: string;
  line: number;
  /** Of a record of several lines. */
  lastLine?: number | undefined;
  timeMs?: number | undefined;
  text: string;
}

export const placeOf = ({ document, line, lastLine, timeMs, text }: LogRecord): Place => ({
  document: document.name,
  line,
  lastLine,
  timeMs,
  text,
});
