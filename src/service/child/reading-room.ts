import type { FileType, Reading, ReadingFailure } from '../formats/reading.ts';
import type { Investigate } from '../investigator/report.ts';

export interface ReadFileInput {
  /** The stored upload. */
  path: string;
  /** The client's file name, base name only; cited, never used as a path. */
  name: string;
  /** Where documents, indexes and `reading.json` go; made if missing, emptied if not. */
  folder: string;
}

export type ReadFileResult = { ok: true; reading: Reading } | { ok: false; failure: ReadingFailure };

/**
 * Where hostile files are read: in child processes with memory and time limits of their own, each of which sees the
 * files of one call, never on the event loop. The child that looked at a file may be the one that reads it.
 */
export interface ReadingRoom {
  /** Quick: looks at head, tail and an archive's directory. A file that defeats it is a `log`; reading it tells why. */
  detect(path: string, name: string): Promise<FileType>;
  read(
    input: ReadFileInput,
    options: { signal: AbortSignal; progress(fraction: number): void },
  ): Promise<ReadFileResult>;
  investigate: Investigate;
}
