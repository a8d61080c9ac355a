import type { Sample } from '../format.ts';
import { continuation } from './logcat-entries.ts';
import { bufferMark, parseLogcatLine } from './logcat-line.ts';

const sampledLines = 400;

/** Android log text by its lines: most of them must be printed as logcat prints. */
export function detectCapture(sample: Sample): number {
  const text = new TextDecoder('latin1').decode(sample.head.subarray(0, 131_072));
  let lines = 0;
  let parsed = 0;
  let marks = 0;
  let isFirstCut = false;
  for (const line of text.split('\n').slice(0, sampledLines)) {
    const tidy = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (tidy.trim() === '') continue;
    if (bufferMark.test(tidy)) marks++;
    else if (lines > 0 && continuation.test(tidy)) continue;
    else {
      lines++;
      if (parseLogcatLine(tidy)) parsed++;
      else if (lines === 1) isFirstCut = true;
    }
  }
  if (lines === 0) return marks > 0 ? 0.8 : 0;
  // A buffer is cut where it was full, so that its first line may be the rest of one.
  if (isFirstCut && parsed > 0) lines--;
  const share = parsed / lines;
  if (marks > 0 && share >= 0.3) return 0.95;
  // Raw messages, which nothing else tells from other text.
  if (bufferMark.test(text.slice(0, 60).split(/\r?\n/)[0] ?? '')) return 0.9;
  // The long format prints one head for each entry, and its text below.
  if (share >= 0.6 || (share >= 0.25 && parsed >= 3 && /^\[ \d/m.test(text))) return lines >= 3 ? 0.92 : 0.75;
  return 0;
}
