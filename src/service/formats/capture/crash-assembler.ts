import { createTraceCollector, type StackTrace } from '../log/stack-traces.ts';
import type { LogcatLine } from './logcat-line.ts';

/** A crash put together from the lines that report it. */
export interface AppCrash {
  kind: 'java' | 'native' | 'anr' | 'watchdog';
  process: string;
  pid: number;
  /** Exception, signal, or the reason of an ANR. */
  what: string;
  detail: string;
  frames: string[];
  lineStart: number;
  lineEnd: number;
  timeMs: number;
  /** The process that used most of the processor while an ANR lasted: `com.app used 98 % of the processor`. */
  busiest?: string;
}

interface Draft {
  kind: AppCrash['kind'];
  pid: number;
  lines: string[];
  lineStart: number;
  lineEnd: number;
  timeMs: number;
}

/** Instead of an exception, where the log ends before it is printed. */
export const cutOff = 'its report is cut off';

const longest = 300;
const reach = 400;

/** Follows the reports of crashes, which are printed line by line between other lines. */
export function createCrashAssembler(done: (crash: AppCrash) => void) {
  const drafts = new Map<string, Draft>();
  return { line, end };

  function line(entry: LogcatLine, number: number, timeMs: number): void {
    const { tag, message, pid } = entry;
    if (tag === 'AndroidRuntime' && /FATAL EXCEPTION/.test(message)) return begin('java', entry, number, timeMs);
    if ((tag === 'DEBUG' || tag === 'crash_dump') && /^(?:\*\*\* ){3}|^pid: \d+, tid: /.test(message)) {
      const open = drafts.get(key('native', pid));
      if (!open || /^\*\*\* /.test(message)) return begin('native', entry, number, timeMs);
    }
    if (/^ANR in /.test(message)) return begin('anr', entry, number, timeMs);
    if (tag === 'Watchdog' && /WATCHDOG KILLING SYSTEM PROCESS/.test(message))
      return begin('watchdog', entry, number, timeMs);
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
    if (draft.lines.length < longest) draft.lines.push(message);
    draft.lineEnd = number;
  }

  function begin(kind: AppCrash['kind'], { pid, message }: LogcatLine, number: number, timeMs: number): void {
    finish(kind, pid);
    drafts.set(key(kind, pid), { kind, pid, lines: [message], lineStart: number, lineEnd: number, timeMs });
    // One that is never followed up must not be held for ever.
    if (drafts.size > 64) finish(...(drafts.keys().next().value!.split(' ') as [AppCrash['kind'], string]));
  }

  function finish(kind: AppCrash['kind'], pid: number | string): void {
    const draft = drafts.get(key(kind, pid));
    if (!draft) return;
    drafts.delete(key(kind, pid));
    const crash = understand(draft);
    if (crash) done(crash);
  }

  function end(): void {
    for (const draft of [...drafts.values()].sort((a, b) => a.lineStart - b.lineStart)) finish(draft.kind, draft.pid);
  }
}

const key = (kind: string, pid: number | string): string => `${kind} ${pid}`;

function understand(draft: Draft): AppCrash | undefined {
  const place = { lineStart: draft.lineStart, lineEnd: draft.lineEnd, timeMs: draft.timeMs };
  const text = draft.lines.join('\n');
  if (draft.kind === 'anr') {
    const process = /^ANR in ([\w.:$-]+)/.exec(text)?.[1] ?? 'unknown';
    const reason = /^Reason: (.*)$/m.exec(text)?.[1] ?? '';
    const used = [...text.matchAll(/^ {2}\+?(\d{1,4}(?:\.\d+)?)% (\d+)\/([^:\n]{1,200})/gm)];
    const own = used.find((each) => each[3] === process)?.[2];
    const pid = Number(/^PID: (\d+)/m.exec(text)?.[1] ?? own ?? 0);
    const most = used.reduce<RegExpMatchArray | undefined>(
      (best, each) => (!best || Number(each[1]) > Number(best[1]) ? each : best),
      undefined,
    );
    const busiest = most && Number(most[1]) >= 30 ? `${most[3]} (pid ${most[2]}) used ${most[1]} % of a processor` : '';
    const told = { kind: 'anr' as const, process, pid, what: anrReason(reason), detail: reason, frames: [], ...place };
    return busiest ? { ...told, busiest } : told;
  }
  if (draft.kind === 'watchdog') {
    const detail = /PROCESS: (.*)/.exec(text)?.[1] ?? '';
    const blocked = /Blocked in (.{1,160}?(?:\([\w.]+\))?)(?:, |$)/.exec(detail)?.[1] ?? detail.slice(0, 160);
    const frames = [...text.matchAll(/^\s+at ([\w.$<>-]{1,200})\(/gm)].map((match) => match[1]!);
    return {
      kind: 'watchdog',
      process: 'system_server',
      pid: draft.pid,
      what: `blocked in ${blocked}`,
      detail,
      frames: frames
        .filter((frame) => !/^(?:java\.lang\.|android\.os\.|com\.android\.server\.Watchdog)/.test(frame))
        .slice(0, 8),
      ...place,
    };
  }
  if (draft.kind === 'native') {
    const process = /pid: (\d+), tid: \d+, name: .*?>>> (.+?) <<</.exec(text);
    const signal = /signal \d+ \((SIG\w+)\)(?:, code -?\d+ \((\w+))?/.exec(text);
    if (!process && !signal) return undefined;
    const abort = /Abort message: ['"]?(.*?)['"]?$/m.exec(text)?.[1] ?? '';
    const frames = [...text.matchAll(nativeFrame)].map((match) => match[2]?.trim() || match[1]!.replace(/^.*\//, ''));
    return {
      kind: 'native',
      process: process?.[2] ?? 'unknown',
      pid: Number(process?.[1] ?? draft.pid),
      what: [signal?.[1] ?? 'crash', signal?.[2]].filter(Boolean).join(' '),
      detail: abort || (/Cause: (.*)/.exec(text)?.[1] ?? ''),
      frames: frames.filter((name) => !/^(?:abort|raise|tgkill|__libc_init|libc\.so)$/.test(name)),
      ...place,
    };
  }
  const process = /Process: ([\w.:$-]+), PID: (\d+)/.exec(text);
  const isSystem = /FATAL EXCEPTION IN SYSTEM PROCESS/.test(text);
  let trace: StackTrace | undefined;
  const collector = createTraceCollector((found) => {
    trace ??= found;
  });
  const body = draft.lines.filter((message) => !/^FATAL EXCEPTION|^\*\*\* FATAL EXCEPTION|^Process: /.test(message));
  body.forEach((message, index) => {
    collector.line(
      index === 0 && !/Exception|Error/.test(message) ? `Exception: ${message}` : message,
      index + 1,
      draft.timeMs,
      true,
    );
  });
  collector.end();
  return {
    kind: 'java',
    process: process?.[1] ?? (isSystem ? 'system_server' : 'unknown'),
    pid: Number(process?.[2] ?? draft.pid),
    what: trace?.exception ?? /^([\w.$]+(?:Exception|Error)[\w.$]*)/m.exec(text)?.[1] ?? body[0] ?? cutOff,
    detail: trace?.message ?? '',
    frames: trace?.frames ?? [],
    ...place,
  };
}

const nativeFrame = /^\s*#\d\d pc [0-9a-f]+ +(\S+)(?: \(offset \S+\))?(?: \((.+?)(?:\+\d+)?\))?(?: \(BuildId.*)?$/gm;

/** The kind of a wait, without the window and the seconds. */
function anrReason(reason: string): string {
  if (/Input dispatching|keyDispatchingTimedOut/i.test(reason)) return 'input dispatching timed out';
  if (/Broadcast of/i.test(reason)) return `broadcast of ${/act=([\w.]+)/.exec(reason)?.[1] ?? 'an intent'} timed out`;
  if (/executing service/i.test(reason))
    return `executing service ${/service ([\w./$]+)/.exec(reason)?.[1] ?? ''}`.trim();
  if (/ContentProvider/i.test(reason)) return 'content provider not responding';
  if (/startForeground/i.test(reason)) return 'startForeground not called in time';
  return reason.slice(0, 80) || 'not responding';
}
