import type { LogcatLine } from './logcat-line.ts';
import { type AppCrash, type CrashDraft, understandCrash } from './understand-crash.ts';

const longest = 300;
const reach = 400;

/** Follows the reports of crashes, which are printed line by line between other lines. */
export function createCrashAssembler(done: (crash: AppCrash) => void) {
  const drafts = new Map<string, CrashDraft>();
  return { line, end };

  function line(entry: LogcatLine, number: number, timeMs: number): void {
    const { tag, message, pid } = entry;
    if (tag === 'AndroidRuntime' && /FATAL EXCEPTION/.test(message)) return begin('java', entry, number, timeMs);
    if ((tag === 'DEBUG' || tag === 'crash_dump') && /^(?:\*\*\* ){3}|^pid: \d+, tid: /.test(message)) {
      const open = drafts.get(key('native', pid));
      if (!open || /^\*\*\* /.test(message)) return begin('native', entry, number, timeMs);
    }
    if (message.startsWith('ANR in ')) return begin('anr', entry, number, timeMs);
    if (tag === 'Watchdog' && /WATCHDOG KILLING SYSTEM PROCESS/.test(message))
      return begin('watchdog', entry, number, timeMs);
    if (drafts.size === 0) return;
    const kind =
      tag === 'AndroidRuntime'
        ? 'java'
        : tag === 'DEBUG' || tag === 'crash_dump'
          ? 'native'
          : tag === 'Watchdog'
            ? 'watchdog'
            : 'anr';
    const draft = drafts.get(key(kind, pid));
    if (!draft) return;
    if (number - draft.lineEnd > reach) return finish(kind, pid);
    if (
      kind === 'anr' &&
      !/^\s*(?:PID|Reason|Parent|ErrorId|Frozen|Load|CPU usage|\/proc|\d+(?:\.\d+)?% )/.test(message)
    )
      return;
    if (draft.lines.length < longest) {
      draft.lines.push(message);
      draft.numbers.push(number);
    }
    draft.lineEnd = number;
  }

  function begin(kind: AppCrash['kind'], { pid, message }: LogcatLine, number: number, timeMs: number): void {
    finish(kind, pid);
    drafts.set(key(kind, pid), {
      kind,
      pid,
      lines: [message],
      numbers: [number],
      lineStart: number,
      lineEnd: number,
      timeMs,
    });
    // One that is never followed up must not be held for ever.
    if (drafts.size > 64) finish(...(drafts.keys().next().value!.split(' ') as [AppCrash['kind'], string]));
  }

  function finish(kind: AppCrash['kind'], pid: number | string): void {
    const draft = drafts.get(key(kind, pid));
    if (!draft) return;
    drafts.delete(key(kind, pid));
    const crash = understandCrash(draft);
    if (crash) done(crash);
  }

  function end(): void {
    for (const draft of [...drafts.values()].sort((a, b) => a.lineStart - b.lineStart)) finish(draft.kind, draft.pid);
  }
}

const key = (kind: string, pid: number | string): string => `${kind} ${pid}`;
