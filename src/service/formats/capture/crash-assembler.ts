import type { LogcatLine } from './logcat-line.ts';
import { type AppCrash, type CrashDraft, understandCrash } from './understand-crash.ts';

const longest = 300;
const reach = 400;
const maxOpen = 64;

type Kind = AppCrash['kind'];

/** What the lines of an ANR's report begin with; others of its tag are in between. */
const anrLine = /^\s*(?:PID|Reason|Parent|ErrorId|Frozen|Load|CPU usage|\/proc|\d+(?:\.\d+)?% )/;
const kinds = new Map<string, Kind>([
  ['AndroidRuntime', 'java'],
  ['DEBUG', 'native'],
  ['crash_dump', 'native'],
  ['Watchdog', 'watchdog'],
]);

/** What a report of each kind begins with. */
const headings: Record<Kind, RegExp> = {
  java: /FATAL EXCEPTION/,
  native: /^(?:\*\*\* ){3}|^pid: \d+, tid: /,
  watchdog: /^(?!ANR in ).*WATCHDOG KILLING SYSTEM PROCESS/,
  anr: /^ANR in /,
};

/** Follows the reports of crashes, which are printed line by line between other lines. */
export function createCrashAssembler(done: (crash: AppCrash) => void) {
  const drafts = new Map<string, CrashDraft>();
  return { line, end };

  function line(entry: LogcatLine, number: number, timeMs: number): void {
    const { tag, message, pid } = entry;
    const kind = kinds.get(tag) ?? 'anr';
    const draft = drafts.size === 0 ? undefined : drafts.get(key(kind, pid));
    // The first line of a native report is its stars or, without them, its process.
    if (headings[kind].test(message) && !(draft && kind === 'native' && !message.startsWith('*** ')))
      return begin(kind, entry, number, timeMs);
    if (message.startsWith('ANR in ')) return begin('anr', entry, number, timeMs);
    if (!draft) return;
    if (number - draft.lineEnd > reach) return finish(draft);
    if (kind === 'anr' && !anrLine.test(message)) return;
    if (draft.lines.length < longest) {
      draft.lines.push(message);
      draft.numbers.push(number);
    }
    draft.lineEnd = number;
  }

  function begin(kind: Kind, { pid, message }: LogcatLine, number: number, timeMs: number): void {
    const before = drafts.get(key(kind, pid));
    if (before) finish(before);
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
    const [oldest] = drafts.values();
    if (drafts.size > maxOpen && oldest) finish(oldest);
  }

  function finish(draft: CrashDraft): void {
    drafts.delete(key(draft.kind, draft.pid));
    const crash = understandCrash(draft);
    if (crash) done(crash);
  }

  function end(): void {
    for (const draft of [...drafts.values()].sort((a, b) => a.lineStart - b.lineStart)) finish(draft);
  }
}

const key = (kind: Kind, pid: number): string => `${kind} ${pid}`;
