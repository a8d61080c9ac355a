import type { FileType, LineRange, Reading } from './reading.ts';

/** Bytes of one file, wherever they lie. */
export interface ByteSource {
  sizeBytes: number;
  /** Path on disk; sources from archives are unpacked to one before they are read. */
  path: string;
  /** At most `length` bytes from `offset`; fewer at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
  stream(offset?: number): AsyncIterable<Uint8Array>;
}

/** What detection looks at: content before name. */
export interface Sample {
  name: string;
  sizeBytes: number;
  /** First 256 KiB, after decompression of a single compressed file. */
  head: Uint8Array;
  tail: Uint8Array;
  /** Names in the archive's directory, where it is one. */
  memberNames?: readonly string[];
}

export interface ReadLimits {
  maxMembers: number;
  maxExpandedBytes: number;
  maxRatio: number;
  maxDepth: number;
}

export interface ReadContext {
  /** As cited. */
  name: string;
  source: ByteSource;
  limits: ReadLimits;
  signal: AbortSignal;
  /** 0 to 1 of this file. */
  progress(fraction: number): void;
  /**
   * Makes a new text document (a printed form, an unpacked member) in the reading's folder, written in order.
   * `path` in what `end` gives is relative to that folder.
   */
  createDocument(name: string): Promise<DocumentWriter>;
  /** What the names of this archive's members begin with: empty, or the path of an archive within an archive and `/`. */
  memberPrefix?: string;
  /** Reads one more file (a member, an embedded log) with the format its content asks for, one level deeper. */
  readMember(name: string, source: ByteSource): Promise<Reading>;
}

export interface DocumentWriter {
  /** Absolute path while writing. */
  path: string;
  write(text: string | Uint8Array): Promise<void>;
  end(): Promise<{ path: string; sizeBytes: number; lines: number }>;
}

/** One file type. Each folder beside this file exports one, and registry.ts lists them. */
export interface Format {
  type: FileType;
  /** 0 (not mine) to 1 (its magic number). Pure and quick: at most the sample is looked at. */
  detect(sample: Sample): number | Promise<number>;
  /** Loads what `read` needs: most children never see a file of this type. */
  load(): Promise<unknown>;
  read(context: ReadContext): Promise<Reading>;
}

/** A cited passage with its text, as it leaves the service. `file` is the document's name. */
export interface Quote {
  file: string;
  line_start: number;
  line_end: number;
  /** The lines verbatim joined by LF, invalid UTF-8 as U+FFFD, never cut. */
  excerpt: string;
}

export type { LineRange };
