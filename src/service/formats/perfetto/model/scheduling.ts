import { createRecentRuns } from './recent-runs.ts';

/** How long a thread has run, and has waited for a processor, up to some moment. */
export interface ThreadUse {
  runningNs: number;
  waitingNs: number;
}

export interface ThreadTime extends ThreadUse {
  thread: number;
  /** Longest stretch it could have run and did not. */
  longestWaitNs: number;
  longestWaitStartNs: number;
  longestWaitLine: number;
  /** The trace ended before that wait did. */
  isWaitOpen: boolean;
  /** Who had processors during that wait, most of all first. */
  instead: readonly { thread: number; runningNs: number }[];
  /** How many long waits. */
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
  /** Nothing more comes: who still waits has waited until then. */
  finish(endNs: number): void;
  /** Undefined where the trace does not tell. */
  use(thread: number, timeNs: number): ThreadUse | undefined;
  threads(): Iterable<ThreadTime>;
  hasData(): boolean;
}

/** Longer waits than this are worth telling. */
export const longWaitNs = 100e6;
const maxThreads = 200_000;
/** What is woken so shortly before it sleeps was woken out of that sleep. */
const wakeRaceNs = 1e6;
/** Buffers of processors end at different times; only what waited longer at the end did wait. */
const openWaitNs = 1e9;

export function useBetween(before: ThreadUse, after: ThreadUse): ThreadUse {
  return { runningNs: after.runningNs - before.runningNs, waitingNs: after.waitingNs - before.waitingNs };
}

export function createScheduling(): Scheduling {
  const times = new Map<number, ThreadTime>();
  const running = new Map<number, { thread: number; sinceNs: number }>();
  const runningSince = new Map<number, number>();
  const waiting = new Map<number, { sinceNs: number; line: number }>();
  const runs = createRecentRuns();

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
      isWaitOpen: false,
      instead: [],
      waits: 0,
    };
    times.set(thread, fresh);
    return fresh;
  };

  const waited = (thread: number, untilNs: number, isOpen: boolean): void => {
    const wait = waiting.get(thread);
    const time = timeOf(thread);
    if (!wait || !time) return;
    waiting.delete(thread);
    const waitedNs = untilNs - wait.sinceNs;
    time.waitingNs += waitedNs;
    if (waitedNs >= longWaitNs) time.waits++;
    if (waitedNs <= time.longestWaitNs) return;
    time.longestWaitNs = waitedNs;
    time.longestWaitStartNs = wait.sinceNs;
    time.longestWaitLine = wait.line;
    time.isWaitOpen = isOpen;
    time.instead = waitedNs >= longWaitNs ? runs.between(wait.sinceNs, untilNs, running.values()) : [];
  };

  return {
    switch(cpu, timeNs, leaving, isRunnable, taking, line) {
      const before = running.get(cpu);
      if (before && (leaving === undefined || before.thread === leaving)) {
        const time = timeOf(before.thread);
        if (time) time.runningNs += Math.max(0, timeNs - before.sinceNs);
        if (before.thread !== 0) {
          runs.add(before.thread, before.sinceNs, timeNs);
          const woken = waiting.get(before.thread);
          if (woken && timeNs - woken.sinceNs > wakeRaceNs) waiting.delete(before.thread);
        }
      }
      if (isRunnable && leaving) waiting.set(leaving, { sinceNs: timeNs, line });
      if (before) runningSince.delete(before.thread);
      running.set(cpu, { thread: taking, sinceNs: timeNs });
      runningSince.set(taking, timeNs);
      waited(taking, timeNs, false);
    },
    wake(thread, timeNs, line) {
      if (thread !== 0 && !waiting.has(thread) && waiting.size < maxThreads)
        waiting.set(thread, { sinceNs: timeNs, line });
    },
    finish(endNs) {
      for (const [thread, { sinceNs }] of waiting) {
        if (endNs - sinceNs >= openWaitNs && !runningSince.has(thread) && running.size > 0) waited(thread, endNs, true);
      }
    },
    use(thread, timeNs) {
      if (running.size === 0) return undefined;
      const time = times.get(thread);
      const since = runningSince.get(thread);
      const wait = since === undefined ? waiting.get(thread) : undefined;
      return {
        runningNs: (time?.runningNs ?? 0) + (since === undefined ? 0 : Math.max(0, timeNs - since)),
        waitingNs: (time?.waitingNs ?? 0) + (wait === undefined ? 0 : Math.max(0, timeNs - wait.sinceNs)),
      };
    },
    threads: () => times.values(),
    hasData: () => times.size > 0,
  };
}
