export interface TracedThread {
  name: string;
  id: number;
  state: string;
  line: number;
  lastLine: number;
  /** Innermost first. */
  frames: string[];
  waitsFor?: { lock: string; kind: string; holder: number; line: number };
}

/** Threads that wait in a circle, in order; undefined where there is none. */
export function findLockCycle(threads: readonly TracedThread[]): TracedThread[] | undefined {
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  const settled = new Set<number>();
  for (const start of threads) {
    const path: TracedThread[] = [];
    let current: TracedThread | undefined = start;
    while (current && !settled.has(current.id)) {
      const known = path.indexOf(current);
      if (known >= 0) return path.slice(known);
      path.push(current);
      current = current.waitsFor ? byId.get(current.waitsFor.holder) : undefined;
    }
    for (const { id } of path) settled.add(id);
  }
  return undefined;
}
