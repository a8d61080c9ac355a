import type { LogcatLine } from './logcat-line.ts';

interface ProcessEnd {
  process: string;
  why: string;
  pid: number;
  line: number;
}

const maxEnds = 20_000;

/** Processes that the activity manager ended itself, and those that were only kept for a quick start. */
export function createProcessEnds() {
  const ended = new Map<number, ProcessEnd | undefined>();
  return {
    line({ tag, message }: LogcatLine, number: number): void {
      if (tag === 'am_kill') killed(killEvent.exec(message), number);
      else if (tag === 'am_proc_died') died(cachedDeath.exec(message)?.[1]);
      else if (tag === 'ActivityManager') {
        killed(killWords.exec(message), number);
        died(/^Process [\w.:$-]+ \(pid (\d+)\) has died: cch/.exec(message)?.[1]);
      }
    },
    has: (pid: number) => ended.has(pid),
    /** Those killed for a reason, in order. */
    list: () =>
      [...ended.values()].filter((end) => end !== undefined).map((end) => ({ ...end, how: 'activity manager' })),
  };

  function killed(match: RegExpExecArray | null, line: number): void {
    const pid = Number(match?.[1]);
    if (!match || ended.get(pid) || ended.size >= maxEnds) return;
    ended.set(pid, { process: match[2]!, why: match[3]!.trim(), pid, line });
  }

  function died(pid: string | undefined): void {
    if (pid !== undefined && !ended.has(Number(pid)) && ended.size < maxEnds) ended.set(Number(pid), undefined);
  }
}

/** `[user, pid, name, adj, reason, …]`. */
const killEvent =
  /^\[(?:(?:User=)?\d+,)?(?:PID=)?(\d+),(?:Process Name=)?([A-Za-z(][^,]{0,200}),(?:OomAdj=)?-?\d+,(?:Reason=)?([^,\]]{0,160})/;
const killWords = /^Killing (\d+):([\w.:$-]{1,200})\S* \(adj -?\d+\): (.{1,160})/;
/** `[user, pid, name, adj, state]`: from 900 on nothing was running in it. */
const cachedDeath = /^\[\d+,(\d+),[\w.:$-]+,9\d\d,\d+\]$/;
