/** Which threads had a processor of late: bounded, as a trace may switch millions of times. */
interface RecentRuns {
  add(thread: number, startNs: number, endNs: number): void;
  /** Who ran between two moments, those that are running now included; most of all first. */
  between(
    startNs: number,
    endNs: number,
    current: Iterable<{ thread: number; sinceNs: number }>,
  ): { thread: number; runningNs: number }[];
}

const keptRuns = 8192;
const maxLooks = 2000;
const maxNamed = 3;

export function createRecentRuns(): RecentRuns {
  const runs: { thread: number; startNs: number; endNs: number }[] = [];
  let next = 0;
  let looks = 0;

  return {
    add(thread, startNs, endNs) {
      const slot = runs[next];
      if (slot) {
        slot.thread = thread;
        slot.startNs = startNs;
        slot.endNs = endNs;
      } else runs.push({ thread, startNs, endNs });
      next = (next + 1) % keptRuns;
    },
    between(startNs, endNs, current) {
      if (looks++ >= maxLooks) return [];
      const sums = new Map<number, number>();
      const count = (thread: number, fromNs: number, untilNs: number): void => {
        const sharedNs = Math.min(endNs, untilNs) - Math.max(startNs, fromNs);
        if (thread !== 0 && sharedNs > 0) sums.set(thread, (sums.get(thread) ?? 0) + sharedNs);
      };
      for (const run of runs) count(run.thread, run.startNs, run.endNs);
      for (const { thread, sinceNs } of current) count(thread, sinceNs, endNs);
      return [...sums]
        .map(([thread, runningNs]) => ({ thread, runningNs }))
        .sort((a, b) => b.runningNs - a.runningNs)
        .slice(0, maxNamed);
    },
  };
}
