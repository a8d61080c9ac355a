/** A line of the kernel's trace as text. */
export interface SystraceLine {
  task: string;
  tid: number;
  /** Of the process, where the header says it is printed. */
  pid: number | undefined;
  cpu: number;
  timeNs: number;
  event: string;
  args: string;
}

const fromTid =
  /-(\d{1,10})\s+(?:\(\s*(\d{1,10}|-+)\)\s+)?\[(\d{1,5})\]\s+(?:[^\s:]{1,12}\s+){0,2}(\d{1,12})\.(\d{1,9}):\s+([^\s:]{1,100}):\s?(.*)/;

/** `TASK-PID (TGID) [CPU] FLAGS SECONDS: EVENT: …`; undefined for comments and other text. */
export function parseSystraceLine(line: string): SystraceLine | undefined {
  if (line.length > 20_000 || line.startsWith('#')) return undefined;
  const match = fromTid.exec(line);
  if (!match || match.index === 0) return undefined;
  const [, tid, pid, cpu, seconds, fraction, event, args] = match;
  return {
    task: line.slice(0, match.index).trim(),
    tid: Number(tid),
    pid: pid !== undefined && /^\d+$/.test(pid) ? Number(pid) : undefined,
    cpu: Number(cpu),
    timeNs: Number(seconds) * 1e9 + Number(fraction!.padEnd(9, '0')),
    event: event!,
    args: args!,
  };
}
