import type { LogcatLine } from './logcat-line.ts';
import type { AppCrash } from './understand-crash.ts';

/** `[user, pid, process, flags, …]`, the first two also the other way round, and named where logcat describes events. */
const head =
  /^\[(?:(?:User=)?(\d+),)?(?:PID=)?(\d+),(?:(?:Process|Package) Name=)?([\w.:$-]+),(?:Flags=)?-?\d+,(.*?)\]?$/;
const crashRest =
  /^(?:Exception=)?([\w.$ ]{1,200}),(?:Message=)?(.{0,2000}?),(?:File=)?([^,]{0,200}),(?:Line=)?(-?\d+)$/;
const maxReports = 500;

/** Crashes and ANRs as the events buffer has them in one line each: what is left where the main buffer has rolled over. */
export function createEventReports() {
  const reports: AppCrash[] = [];
  return {
    line({ tag, message }: LogcatLine, number: number, timeMs: number): void {
      if ((tag !== 'am_crash' && tag !== 'am_anr') || reports.length >= maxReports) return;
      const match = head.exec(message.slice(0, 3000));
      if (!match) return;
      const rest = tag === 'am_crash' ? crashRest.exec(match[4]!) : null;
      const reason = match[4]!.replace(/^Reason=|^reason=/, '');
      const where = rest?.[3] && rest[3] !== 'NULL' ? `${rest[3]}:${rest[4]}` : '';
      reports.push({
        kind: tag === 'am_anr' ? 'anr' : rest?.[1] === 'Native crash' ? 'native' : 'java',
        process: match[3]!,
        // A process id is larger than that of the person using the device.
        pid: Math.max(Number(match[1] ?? 0), Number(match[2])),
        what: rest?.[1] ?? reason.slice(0, 80),
        detail: rest ? [rest[2], where && `at ${where}`].filter(Boolean).join(', ') : reason,
        frames: [],
        lineStart: number,
        lineEnd: number,
        telling: [{ lineStart: number, lineEnd: number }],
        timeMs,
      });
    },
    /** Those no full report tells. */
    beyond(crashes: readonly AppCrash[]): AppCrash[] {
      const told = new Set(crashes.map(({ kind, pid }) => `${kind} ${pid}`));
      return reports.filter(({ kind, pid }) => !told.has(`${kind} ${pid}`));
    },
  };
}
