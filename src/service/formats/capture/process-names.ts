import type { LogcatLine } from './logcat-line.ts';

/** Which process had which id, as far as the log or the report says so. */
export interface ProcessNames {
  learn(pid: number, name: string): void;
  line(entry: LogcatLine): void;
  of(pid: number): string | undefined;
  /** `com.app (pid 12)`, `pid 12` where the name is not known, `an unnamed process` where not even the id is printed. */
  told(pid: number): string;
}

const maxNames = 20_000;

/** Lines that name a process beside its id; for choosing lines, so that it may fit more than is learnt. */
export const namingLine =
  /\bam_(?:proc_(?:start|bound|died)|kill|anr|crash|pss)\b|Start proc |\(pid \d+\) (?:has died|early)|\bKilling \d+:|Process: \S+, PID: |>>> .{1,200} <<</;

const namingEvents = new Set(
  ['proc_start', 'proc_bound', 'proc_died', 'kill', 'anr', 'crash', 'pss'].map((name) => `am_${name}`),
);
const eventHead =
  /^\[(?:(?:User=)?\d+,)?(?:PID=)?(\d+),(?:(?:UID=)?\d+,)?(?:(?:Process|Package) Name=)?([A-Za-z][\w.:$-]+)/;

export function createProcessNames(): ProcessNames {
  const names = new Map<number, string>();
  return {
    learn,
    line({ tag, message }) {
      if (namingEvents.has(tag)) {
        const event = eventHead.exec(message);
        if (event) learn(Number(event[1]), event[2]!);
        return;
      }
      // Start, Kill, Process, pid.
      const first = message.charCodeAt(0);
      if (first !== 83 && first !== 75 && first !== 80 && first !== 112) return;
      const modern = /^(?:Start proc|Killing) (\d+):([\w.:$-]+?)(?:\/|\s|$)/.exec(message);
      if (modern) return learn(Number(modern[1]), modern[2]!);
      const old = /^Start proc ([\w.:$-]+) for .{0,400}: pid=(\d+)/.exec(message);
      if (old) return learn(Number(old[2]), old[1]!);
      const other =
        /^Process ([\w.:$-]+) \(pid (\d+)\) (?:has died|early)/.exec(message) ??
        /^Process: ([\w.:$-]+), PID: (\d+)/.exec(message);
      if (other) return learn(Number(other[2]), other[1]!);
      const native = /^pid: (\d+), tid: .{0,200}>>> (\S{1,200}).{0,20} <<</.exec(message);
      if (native) learn(Number(native[1]), native[2]!);
    },
    of: (pid) => names.get(pid),
    told(pid) {
      const name = names.get(pid);
      return name ? `${name} (pid ${pid})` : pid > 0 ? `pid ${pid}` : 'an unnamed process';
    },
  };

  function learn(pid: number, name: string): void {
    if (pid > 0 && name !== '' && names.get(pid) !== name && (names.size < maxNames || names.has(pid)))
      names.set(pid, name);
  }
}
