/**
 * Which processes and threads a trace speaks of. Ids of the system are used again after a process has ended, so each
 * life has a number of its own, by which everything else refers to it. Number 0 is the idle process and its thread.
 */
export interface ProcessTable {
  processCount(): number;
  threadCount(): number;
  /** Pid and tid 0 mean the idle process: true for Linux traces, not for JSON. */
  adoptIdle(): void;
  processOf(pid: number, withMainThread?: boolean): number;
  /** The living process with that id, undefined where none is known. */
  findProcess(pid: number): number | undefined;
  startProcess(pid: number, name: string | undefined, withMainThread?: boolean): number;
  /** The living thread with that id, undefined where none is known. */
  findThread(tid: number, pid?: number): number | undefined;
  threadOf(tid: number): number;
  startThread(tid: number): number;
  /** The thread `tid` of the process `pid`; both are made where they are missing. */
  threadInProcess(tid: number, pid: number): number;
  threadOfProcess(tid: number, process: number): number;
  /** Two threads belong to the same process, whichever that turns out to be. */
  bindThreads(first: number, second: number): void;
  endThread(tid: number): void;
  process(index: number): ProcessLife;
  thread(index: number): ThreadLife;
  /** The name counts unless a better source told another; that of the kernel is cut to fifteen characters. */
  nameThread(index: number, name: string, priority?: number): void;
}

interface ProcessLife {
  pid: number;
  name: string | undefined;
  hasEnded: boolean;
}

interface ThreadLife {
  tid: number;
  process: number | undefined;
  name: string | undefined;
  /** How good the source of its name is. */
  nameRank: number;
  hasEnded: boolean;
  /** How it was called last, and by which names. */
  label?: { name: string | undefined; owner: string | number | undefined; text: string };
}

/** Sources of threads' names, the best last. */
export const namePriority = { kernel: 1, tree: 2, event: 3, descriptor: 4 };

const maxPending = 100_000;
const maxLives = 2_000_000;

export function createProcessTable(): ProcessTable {
  const processes: ProcessLife[] = [{ pid: 0, name: undefined, hasEnded: false }];
  const threads: ThreadLife[] = [{ tid: 0, process: 0, name: undefined, nameRank: 0, hasEnded: false }];
  const byPid = new Map<number, number>();
  const byTid = new Map<number, number[]>();
  const pending = new Map<number, number[]>();
  let pendingCount = 0;

  const isAlive = (index: number): boolean => {
    const thread = threads[index]!;
    if (thread.hasEnded) return false;
    if (thread.process === undefined) return true;
    const owner = processes[thread.process]!;
    if (owner.hasEnded) return false;
    const current = byPid.get(owner.pid);
    return current === undefined || current === thread.process;
  };

  const findThread = (tid: number, pid?: number): number | undefined => {
    const lives = byTid.get(tid);
    if (!lives) return undefined;
    for (let i = lives.length - 1; i >= 0; i--) {
      const index = lives[i]!;
      if (!isAlive(index)) continue;
      const owner = threads[index]!.process;
      if (owner === undefined || pid === undefined || processes[owner]!.pid === pid) return index;
    }
    return undefined;
  };

  const startThread = (tid: number): number => {
    if (threads.length >= maxLives) return threads.length - 1;
    threads.push({ tid, process: undefined, name: undefined, nameRank: 0, hasEnded: false });
    const index = threads.length - 1;
    append(byTid, tid, index);
    return index;
  };

  const resolvePending = (index: number, process: number): void => {
    const open = [index];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const others = pending.get(next);
      if (!others) continue;
      pending.delete(next);
      for (const other of others) {
        if (threads[other]!.process !== undefined) continue;
        threads[other]!.process = process;
        open.push(other);
      }
    }
  };

  const threadOfProcess = (tid: number, process: number): number => {
    const known = findThread(tid, processes[process]!.pid);
    const index = known ?? startThread(tid);
    if (known !== undefined) prefer(tid, known);
    const thread = threads[index]!;
    thread.process ??= process;
    resolvePending(index, thread.process);
    return index;
  };

  /** Who was told of last is meant where only the id is said. */
  const prefer = (tid: number, index: number): void => {
    const lives = byTid.get(tid)!;
    if (lives.length < 2 || lives[lives.length - 1] === index) return;
    lives.splice(lives.indexOf(index), 1);
    lives.push(index);
  };

  const processOf = (pid: number, withMainThread = true): number => {
    const known = byPid.get(pid);
    if (known !== undefined) return known;
    if (processes.length >= maxLives) return processes.length - 1;
    processes.push({ pid, name: undefined, hasEnded: false });
    const index = processes.length - 1;
    byPid.set(pid, index);
    if (withMainThread) threadOfProcess(pid, index);
    return index;
  };

  return {
    processCount: () => processes.length,
    threadCount: () => threads.length,
    adoptIdle() {
      byPid.set(0, 0);
      byTid.set(0, [0]);
      threads[0]!.name = 'swapper';
    },
    processOf,
    findProcess: (pid) => byPid.get(pid),
    startProcess(pid, name, withMainThread = true) {
      byPid.delete(pid);
      byTid.delete(pid);
      if (withMainThread) {
        const main = threads[startThread(pid)]!;
        if (name !== undefined) main.name = name;
      }
      const index = processOf(pid, withMainThread);
      if (name !== undefined) processes[index]!.name = name;
      return index;
    },
    findThread,
    threadOf: (tid) => findThread(tid) ?? startThread(tid),
    startThread,
    threadInProcess: (tid, pid) => threadOfProcess(tid, processOf(pid)),
    threadOfProcess,
    bindThreads(first, second) {
      const owner = threads[first]!.process;
      const other = threads[second]!.process;
      if (owner !== undefined && other === undefined) {
        threads[second]!.process = owner;
        resolvePending(second, owner);
      } else if (other !== undefined && owner === undefined) {
        threads[first]!.process = other;
        resolvePending(first, other);
      } else if (owner === undefined && first !== second && pendingCount < maxPending) {
        pendingCount++;
        append(pending, first, second);
        append(pending, second, first);
      }
    },
    endThread(tid) {
      const index = findThread(tid);
      if (index === undefined) return;
      const thread = threads[index]!;
      thread.hasEnded = true;
      const lives = byTid.get(tid)!.filter((life) => life !== index);
      byTid.set(tid, lives);
      if (thread.process === undefined || processes[thread.process]!.pid !== tid) return;
      processes[thread.process]!.hasEnded = true;
      byPid.delete(tid);
    },
    process: (index) => processes[index]!,
    thread: (index) => threads[index]!,
    nameThread(index, name, priority = namePriority.kernel) {
      const thread = threads[index]!;
      if (name === '' || index === 0 || priority < thread.nameRank) return;
      thread.name = name;
      thread.nameRank = priority;
    },
  };
}

function append(map: Map<number, number[]>, key: number, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
