import type { Severity } from '../formats/reading.ts';
import type { IndexReader } from './index-reader.ts';
import { levelOfSeverity, severityOfLevel } from './level.ts';
import type { OpenDocument, TimeBucket } from './open-document.ts';

/** Counts a document's lines in equal stretches of time. Empty where no line has a time. */
export async function countOverTime(
  index: IndexReader,
  buckets: number,
  query: NonNullable<Parameters<OpenDocument['histogram']>[1]>,
): Promise<TimeBucket[]> {
  const timed = index.blocks.filter((block) => !Number.isNaN(block.minTimeMs));
  if (timed.length === 0 || buckets < 1) return [];
  const fromMs = query.fromTimeMs ?? timed.reduce((least, block) => Math.min(least, block.minTimeMs), Infinity);
  const toMs = query.toTimeMs ?? timed.reduce((most, block) => Math.max(most, block.maxTimeMs), -Infinity);
  const wanted = Math.min(Math.floor(buckets), 10_000);
  const widthMs = Math.max(1, (toMs - fromMs + 1) / wanted);
  const result: TimeBucket[] = Array.from({ length: wanted }, (_, i) => ({
    startMs: fromMs + i * widthMs,
    count: 0,
    bySeverity: { critical: 0, error: 0, warning: 0, info: 0 },
  }));
  const atLeast = query.severityAtLeast ? levelOfSeverity(query.severityAtLeast) : 0;
  for (let at = 0; at < index.blocks.length; at++) {
    const entry = index.blocks[at]!;
    if (!(entry.maxTimeMs >= fromMs && entry.minTimeMs <= toMs)) continue;
    const { times, forms } = await index.block(at);
    for (let i = 0; i < times.length; i++) {
      const time = times[i]!;
      if (!(time >= fromMs && time <= toMs)) continue;
      const form = forms[i]!;
      const level = index.levelOfForm[form]!;
      if (level < atLeast || (query.template !== undefined && index.templateOfForm[form] !== query.template)) continue;
      const bucket = result[Math.min(wanted - 1, Math.floor((time - fromMs) / widthMs))]!;
      bucket.count++;
      const severity: Severity | undefined = severityOfLevel(level);
      bucket.bySeverity[severity ?? 'info']++;
    }
  }
  return result;
}
