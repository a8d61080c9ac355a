import { hintsOf } from '../../lines/clock-hints.ts';
import { createLineClock } from '../../lines/line-clock.ts';
import type { Sample } from '../format.ts';

const sampledLines = 2000;

/**
 * Any text is a log when nothing else claims it (0.2); the more of its lines bear a time, the surer (up to 0.7).
 */
export function detectLog(sample: Sample): number {
  if (sample.head.length === 0 || isBinary(sample.head)) return 0;
  const text = Buffer.from(sample.head.buffer, sample.head.byteOffset, sample.head.length);
  const clock = createLineClock(hintsOf([text], Date.now()));
  let timed = 0;
  let lines = 0;
  for (let start = 0; start < text.length && lines < sampledLines; ) {
    const feed = text.indexOf(10, start);
    const end = feed < 0 ? text.length : feed;
    if (end > start + 1) {
      lines++;
      if (clock.read(text, start, end)) timed++;
    }
    start = end + 1;
  }
  const share = lines === 0 ? 0 : timed / lines;
  return share >= 0.5 ? 0.7 : share >= 0.1 ? 0.55 : timed > 0 ? 0.35 : 0.2;
}

/** Control characters no text has, in more than a fiftieth of the bytes; zeros fill holes of logs cut off by a crash. */
function isBinary(head: Uint8Array): boolean {
  const length = Math.min(head.length, 8192);
  let controls = 0;
  for (let i = 0; i < length; i++) {
    const byte = head[i]!;
    if ((byte > 0 && byte < 8) || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)) controls++;
  }
  return controls > Math.max(8, length * 0.02);
}
