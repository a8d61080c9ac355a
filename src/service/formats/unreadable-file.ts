import type { ReadingFailure } from './reading.ts';

/** Thrown by a reader when nothing of a file can be read, for good: the message is shown to the person. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly code: Exclude<ReadingFailure['code'], 'reader_failed'>;

  constructor(code: UnreadableFile['code'], message: string) {
    super(message);
    this.code = code;
  }
}
