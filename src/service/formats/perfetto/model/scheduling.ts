export interface ThreadTime {
  thread: number;
  runningNs: number;
  waitingNs: number;
  /** Longest stretch it could have run and did not. */
  longestWaitNs: number;
  longestWaitStartNs: number;
  longestWaitLine: number;
  waits: number;
}

/** When threads ran and when they waited for a processor. */
export interface Scheduling {
  /** One thread leaves the processor, another takes it. `isRunnable`: the first would have gone on running. */
  switch(
    cpu: number,
    timeNs: number,
    leaving: number | undefined,
    isRunnable: boolean,
    taking: number,
    line: number,
  ): void;
  wake(thread: number, timeNs: number, line: number): void;
  threads(): Iterable<ThreadTime>;
  hasData(): boolean;
}

/** Longer waits than this are worth telling. */
export const longWaitNs = 100e6;
const maxThreads = 200_000;

export function createScheduling(): Scheduling {
  const times = new Map<number, ThreadTime>();
  const running = new Map<number, { thread: number; sinceNs: number }>();
  const waiting = new Map<number, { sinceNs: number; line: number }>();

  const timeOf = (thread: number): ThreadTime | undefined => {
    const known = times.get(thread);
    if (known || times.size >= maxThreads) return known;
    const fresh: ThreadTime = {
      thread,
      runningNs: 0,
      waitingNs: 0,
      longestWaitNs: 0,
      longestWaitStartNs: 0,
      longestWaitLine: 0,
      waits: 0,
    };
    times.set(thread, fresh);
    return fresh;
  };

  return {
    switch(cpu, timeNs, leaving, isRunnable, taking, line) {
      const before = running.get(cpu);
      if (before && (leaving === undefined || before.thread === leaving)) {
        const time = timeOf(before.thread);
        if (time) time.runningNs += Math.max(0, timeNs - before.sinceNs);
        if (isRunnable && before.thread !== 0) waiting.set(before.thread, { sinceNs: timeNs, line });
      }
      running.set(cpu, { thread: taking, sinceNs: timeNs });
      const wait = waiting.get(taking);
      const time = timeOf(taking);
      if (!wait || !time) return;
      waiting.delete(taking);
      const waitedNs = timeNs - wait.sinceNs;
      time.waitingNs += waitedNs;
      if (waitedNs >= longWaitNs) time.waits++;
      if (waitedNs <= time.longestWaitNs) return;
      time.longestWaitNs = waitedNs;
      time.longestWaitStartNs = wait.sinceNs;
      time.longestWaitLine = wait.line;
    },
    wake(thread, timeNs, line) {
      if (thread !== 0 && !waiting.has(thread) && waiting.size < maxThreads)
        waiting.set(thread, { sinceNs: timeNs, line });
    },
    threads: () => times.values(),
    hasData: () => times.size > 0,
  };
}
