import type { Clock } from '#core/clock.ts';

const windows = [
  { lengthMs: 2_000, most: 20 },
  { lengthMs: 30_000, most: 100 },
];

/** Jira takes 20 writes to one issue in 2 s and 100 in 30 s. Answers the seconds to wait, 0 for none. */
export function createWriteLimits(clock: Clock): (issue: string) => number {
  const writes = new Map<string, number[]>();
  return (issue) => {
    const now = clock.now();
    const recent = (writes.get(issue) ?? []).filter((atMs) => now - atMs < 30_000);
    writes.set(issue, recent);
    for (const { lengthMs, most } of windows) {
      const inside = recent.filter((atMs) => now - atMs < lengthMs);
      const oldest = inside[0];
      if (oldest !== undefined && inside.length >= most)
        return Math.max(1, Math.ceil((oldest + lengthMs - now) / 1000));
    }
    recent.push(now);
    return 0;
  };
}
