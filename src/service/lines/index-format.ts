/**
 * The index of a document: blocks of up to 8,192 lines (lengths, times, forms in the narrowest width that holds them),
 * then a trailer with the blocks' directory, the level and template of each form, and the templates. Read by position.
 */
export const indexMagic = 'LTINDEX1';
export const linesPerBlock = 8192;
/** A line without a time, as stored in the wide and the narrow form. */
export const noTimeWide = 0xffff_ffff;
export const noTimeNarrow = 0xffff;

export interface BlockEntry {
  /** Position of the block in the index file. */
  at: number;
  /** 1-based number of its first line, and how many it has. */
  firstLine: number;
  count: number;
  /** Byte offset of its first line in the document. */
  offset: number;
  /** Earliest and latest time, NaN where no line has one. */
  minTimeMs: number;
  maxTimeMs: number;
  /** Bytes each length, time and form takes: 2 or 4. */
  widths: number;
}

export interface StoredTemplate {
  text: string;
  count: number;
  level: number;
  firstLine: number;
  lastLine: number;
  firstTimeMs: number | null;
  lastTimeMs: number | null;
}

export interface IndexTrailer {
  lines: number;
  sizeBytes: number;
  templates: StoredTemplate[];
}

export const directoryFields = 7;
