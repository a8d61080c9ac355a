import type { TracedThread } from './thread-dump.ts';

/** Threads that wait in a circle, in order; undefined where there is none. */
export function findLockCycle(threads: readonly TracedThread[]): TracedThread[] | undefined {
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  const settled = new Set<number>();
  for (const start of threads) {
    const path: TracedThread[] = [];
    let current: TracedThread | undefined = start;
    while (current && !settled.has(current.id)) {
      const known = path.indexOf(current);
      if (known >= 0) return path.length - known > 1 ? path.slice(known) : undefined;
      path.push(current);
      current = holderOf(current, threads, byId);
    }
    for (const { id } of path) settled.add(id);
  }
  return undefined;
}

/** Who holds what a thread waits for: as the dump says, else who is printed as having it. */
export function holderOf(
  { waitsFor, id }: TracedThread,
  threads: readonly TracedThread[],
  byId: ReadonlyMap<number, TracedThread> = new Map(threads.map((thread) => [thread.id, thread])),
): TracedThread | undefined {
  if (!waitsFor) return undefined;
  if (waitsFor.holder >= 0) return byId.get(waitsFor.holder);
  return threads.find((thread) => thread.id !== id && thread.held.has(waitsFor.lock));
}
