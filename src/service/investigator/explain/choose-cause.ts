import { patternOf } from '../survey/message-pattern.ts';
import type { Statements } from './statements.ts';
import { type Weighed, weigh } from './weigh.ts';

export interface Candidate extends Weighed {
  score: number;
  count: number;
}

const burstMs = 30_000;
const burstRecords = 60;

/** The statements of a document as causes, best first. `named`: words of the file that the question names. */
export function rankStatements({ all, records }: Statements, named: readonly string[] = []): Candidate[] {
  const weighed = all.map(weigh);
  const counts = new Map<string, number>();
  for (const { said } of weighed) {
    const key = patternOf(said);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const end = endOf(weighed, records);
  const seen = new Set<string>();
  return weighed
    .map((one) => ({
      ...one,
      count: counts.get(patternOf(one.said)) ?? 1,
      score:
        one.weight +
        nearness(one, end) +
        Math.min(1, Math.log2(counts.get(patternOf(one.said)) ?? 1) * 0.25) +
        askedFor(one, named),
    }))
    .sort((a, b) => b.score - a.score || a.line - b.line)
    .filter(({ said }) => !seen.has(patternOf(said)) && seen.add(patternOf(said)));
}

/** The last line that tells that something is over, or the last failing one. */
function endOf(weighed: readonly Weighed[], records: number): Weighed | undefined {
  const last = weighed.findLast((one) => one.isEnd && !one.isHarmless && one.severity !== 'warning');
  return last ?? weighed.findLast((one) => !one.isHarmless && one.record > records * 0.5);
}

function nearness(one: Weighed, end: Weighed | undefined): number {
  if (end === undefined) return 0;
  const behind = end.record - one.record;
  if (behind < 0) return -behind <= 3 ? 0.5 : 0;
  const isNear =
    one.timeMs !== undefined && end.timeMs !== undefined
      ? end.timeMs - one.timeMs <= burstMs && behind <= burstRecords * 4
      : behind <= burstRecords;
  const isSameUnit = one.unit !== '' && one.unit === end.unit;
  return (isNear ? 1.5 : 0) + (isSameUnit ? 0.4 : 0);
}

function askedFor({ said, unit }: Weighed, named: readonly string[]): number {
  const text = `${unit} ${said}`.toLowerCase();
  return Math.min(1.5, named.filter((word) => text.includes(word)).length * 0.75);
}
