import { createLineClock } from '../../lines/line-clock.ts';
import { encodingOf } from '../../lines/text-encoding.ts';
import type { Sample } from '../format.ts';

/**
 * Any text is a log when nothing else claims it (0.2); the more of its lines bear a time, the surer (up to 0.7).
 */
export function detectLog(sample: Sample): number {
  if (sample.head.length === 0) return 0;
  const encoding = encodingOf(sample.head);
  if (encoding === 'binary') return 0;
  const text =
    encoding === 'utf-8'
      ? Buffer.from(sample.head.buffer, sample.head.byteOffset, sample.head.length)
      : Buffer.from(new TextDecoder(encoding).decode(sample.head));
  const clock = createLineClock({ notAfterMs: Date.now() });
  let timed = 0;
  let lines = 0;
  for (let start = 0; start < text.length && lines < 2000; ) {
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
