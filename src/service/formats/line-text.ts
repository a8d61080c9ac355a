import type { WatchedLine } from '../lines/form-book.ts';

/** A watched line's text, as much of it as is looked at. */
export function lineText({ bytes, start, end }: WatchedLine, mostBytes: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(end - start, mostBytes)).toString('utf8');
}
