import type { Observation } from '../detect/observation.ts';
import { patternOf } from '../survey/message-pattern.ts';

export interface ObservationChange {
  kind: 'new' | 'gone' | 'more' | 'less';
  /** As in the later file; as in the baseline where it is gone. */
  observation: Observation;
  before: number;
  after: number;
}

/**
 * What differs between two files: what only one has, and what is at least twice as frequent in one.
 * `size` is what frequencies are measured by, so that a longer file is not a worse one: lines of each.
 */
export function compareObservations(
  baseline: readonly Observation[],
  other: readonly Observation[],
  size: { baseline: number; other: number },
): ObservationChange[] {
  const before = byIdentity(baseline);
  const after = byIdentity(other);
  const scale = size.baseline > 0 && size.other > 0 ? size.other / size.baseline : 1;
  const changes: ObservationChange[] = [];
  for (const [identity, observation] of after) {
    const known = before.get(identity);
    if (known === undefined) {
      changes.push({ kind: 'new', observation, before: 0, after: observation.count });
      continue;
    }
    const expected = Math.max(1, known.count * scale);
    const isNoted = Math.abs(observation.count - known.count) >= 5;
    if (isNoted && observation.count >= expected * 2)
      changes.push({ kind: 'more', observation, before: known.count, after: observation.count });
    if (isNoted && observation.count * 2 <= expected)
      changes.push({ kind: 'less', observation, before: known.count, after: observation.count });
  }
  for (const [identity, observation] of before) {
    if (!after.has(identity)) changes.push({ kind: 'gone', observation, before: observation.count, after: 0 });
  }
  const order = { new: 0, more: 1, gone: 2, less: 3 } as const;
  return changes.sort((a, b) => order[a.kind] - order[b.kind] || b.observation.weight - a.observation.weight);
}

/** The same cause over two files: its signature, else its rule and words without numbers. */
function byIdentity(observations: readonly Observation[]): Map<string, Observation> {
  const found = new Map<string, Observation>();
  for (const one of observations) {
    const identity = one.signature ?? `${one.rule} ${patternOf(one.title.plain)}`;
    const known = found.get(identity);
    found.set(identity, known === undefined ? one : { ...known, count: known.count + one.count });
  }
  return found;
}
