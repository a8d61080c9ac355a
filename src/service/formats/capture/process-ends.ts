import type { LogcatLine } from './logcat-line.ts';

const maxPids = 20_000;

/** Processes that the activity manager ended itself, and those that were only kept for a quick start. */
export function createProcessEnds() {
  const ended = new Set<number>();
  return {
    line({ tag, message }: LogcatLine): void {
      if (ended.size >= maxPids) return;
      if (tag === 'am_kill') add(/^\[(?:(?:User=)?\d+,)?(?:PID=)?(\d+),[A-Za-z(]/.exec(message)?.[1]);
      else if (tag === 'am_proc_died') add(cachedDeath.exec(message)?.[1]);
      else if (tag === 'ActivityManager')
        add(
          /^Killing (\d+):/.exec(message)?.[1] ?? /^Process [\w.:$-]+ \(pid (\d+)\) has died: cch/.exec(message)?.[1],
        );
    },
    has: (pid: number) => ended.has(pid),
  };

  function add(pid: string | undefined): void {
    if (pid !== undefined) ended.add(Number(pid));
  }
}

/** `[user, pid, name, adj, state]`: from 900 on nothing was running in it. */
const cachedDeath = /^\[\d+,(\d+),[\w.:$-]+,9\d\d,\d+\]$/;
