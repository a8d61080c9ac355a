import { countOverTime } from '../../lines/count-over-time.ts';
import type { IndexReader } from '../../lines/index-reader.ts';
import type { TimeBucket } from '../../lines/open-document.ts';

/** How a document's lines lie in time. */
export interface TimeProfile {
  buckets: TimeBucket[];
  /** The longest silences between a line and the next, longest first. */
  gaps: { fromLine: number; fromMs: number; toMs: number }[];
  /** What a usual silence is: 99 of 100 are shorter. */
  usualGapMs: number;
}

const bucketCount = 120;
const gapClasses = 64;

export async function timeProfile(index: IndexReader): Promise<TimeProfile> {
  const buckets = await countOverTime(index, bucketCount, {});
  const gaps: TimeProfile['gaps'] = [];
  const classes = new Float64Array(gapClasses);
  let total = 0;
  let previous = Number.NaN;
  for (let at = 0; at < index.blocks.length; at++) {
    const { times, entry } = await index.block(at);
    for (let i = 0; i < times.length; i++) {
      const time = times[i]!;
      const gap = time - previous;
      if (gap > 0) {
        total++;
        classes[Math.min(gapClasses - 1, Math.ceil(Math.log2(gap + 1)))]!++;
        if (gap > 10_000 && (gaps.length < 5 || gap > gaps.at(-1)!.toMs - gaps.at(-1)!.fromMs)) {
          gaps.push({ fromLine: entry.firstLine + i - 1, fromMs: previous, toMs: time });
          gaps.sort((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs));
          gaps.length = Math.min(gaps.length, 5);
        }
      }
      if (!Number.isNaN(time)) previous = time;
    }
  }
  let seen = 0;
  let usualGapMs = 0;
  for (let i = 0; i < gapClasses && seen < total * 0.99; i++) {
    seen += classes[i]!;
    usualGapMs = 2 ** i;
  }
  return { buckets, gaps, usualGapMs };
}
