import type { IndexReader } from './index-reader.ts';
import { levelOfSeverity, severityOfLevel } from './level.ts';
import type { OpenDocument, TimeBucket } from './open-document.ts';

/** Counts a document's lines in equal stretches of time. Empty where no line has a time. */
export async function countOverTime(
  index: Pick<IndexReader, 'levelOfForm' | 'templateOfForm' | 'marks'> & {
    blocks: readonly Pick<IndexReader['blocks'][number], 'minTimeMs' | 'maxTimeMs'>[];
  },
  buckets: number,
  query: NonNullable<Parameters<OpenDocument['histogram']>[1]>,
): Promise<TimeBucket[]> {
  const timed = index.blocks.filter((block) => !Number.isNaN(block.minTimeMs));
  if (timed.length === 0 || buckets < 1) return [];
  const fromMs = query.fromTimeMs ?? timed.reduce((least, block) => Math.min(least, block.minTimeMs), Infinity);
  const toMs = query.toTimeMs ?? timed.reduce((most, block) => Math.max(most, block.maxTimeMs), -Infinity);
  const wanted = Math.min(Math.floor(buckets), 10_000);
  const widthMs = Math.max(1, (toMs - fromMs + 1) / wanted);
  // Ten million lines are counted in a fraction of a second where nothing is looked up by name.
  const counts = new Float64Array(wanted * levels);
  const bucketOf = (timeMs: number) => Math.min(wanted - 1, Math.floor((timeMs - fromMs) / widthMs));
  const atLeast = query.severityAtLeast ? levelOfSeverity(query.severityAtLeast) : 0;
  const { levelOfForm, templateOfForm } = index;
  for (let at = 0; at < index.blocks.length; at++) {
    const entry = index.blocks[at]!;
    if (!(entry.maxTimeMs >= fromMs && entry.minTimeMs <= toMs)) continue;
    const { times, forms } = await index.marks(at);
    for (let i = 0; i < times.length; i++) {
      const time = times[i]!;
      if (!(time >= fromMs && time <= toMs)) continue;
      const form = forms[i]!;
      const level = levelOfForm[form] ?? 0;
      if (level < atLeast || (query.template !== undefined && templateOfForm[form] !== query.template)) continue;
      counts[bucketOf(time) * levels + level]!++;
    }
  }
  return Array.from({ length: wanted }, (_, i) => bucketFrom(fromMs + i * widthMs, counts.subarray(i * levels)));
}

/** Of a line that names no level too. */
const levels = 5;

function bucketFrom(startMs: number, counts: Float64Array): TimeBucket {
  const bucket = { startMs, count: 0, bySeverity: { critical: 0, error: 0, warning: 0, info: 0 } };
  for (let level = 0; level < levels; level++) {
    bucket.count += counts[level]!;
    bucket.bySeverity[severityOfLevel(level) ?? 'info'] += counts[level]!;
  }
  return bucket;
}
