export interface TakeOptions {
  maxBytes: number;
  /** As announced, so that a file there is no room for is refused before it comes. */
  expectedBytes?: number | undefined;
  /** What nobody needs gives way where room is short. */
  isNeeded?: (sha256: string) => Promise<boolean>;
  signal: AbortSignal;
}

/**
 * Files on their way, kept under their content hash until nobody needs them. A name that a stranger chose never
 * becomes part of a path.
 */
export interface Spool {
  /** Takes a whole stream, hashing it while it passes. What is cut short leaves nothing behind and throws. */
  take(
    stream: ReadableStream<Uint8Array>,
    options: TakeOptions,
  ): Promise<{ status: 'taken'; sha256: string; sizeBytes: number } | { status: 'too_large' }>;
  remove(sha256: string): Promise<void>;
  /** Undefined: not here, or no longer. */
  find(sha256: string): Promise<{ sizeBytes: number } | undefined>;
  /** From `start` up to but not including `end`; the whole file without. */
  open(sha256: string, start?: number, end?: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /**
   * Removes what was not used since, unless its hash is still needed, and what an earlier process left half written.
   * Anything else that lies there is left alone. Returns how many.
   */
  sweep(unusedSinceMs: number, isNeeded?: (sha256: string) => Promise<boolean>): Promise<number>;
}
