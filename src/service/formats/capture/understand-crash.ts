import { createTraceCollector, type StackTrace } from '../log/stack-traces.ts';
import { framesOfFault, nativeFrame } from './native-frame.ts';

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
  /** Lines that tell most: what was reported, then where it came from. */
  telling: { lineStart: number; lineEnd: number }[];
  timeMs: number;
  /** The process that used most of the processor while an ANR lasted: `com.app used 98 % of the processor`. */
  busiest?: string;
}

/** The lines of one report as they came, with their numbers. */
export interface CrashDraft {
  kind: AppCrash['kind'];
  pid: number;
  lines: string[];
  numbers: number[];
  lineStart: number;
  lineEnd: number;
  timeMs: number;
}

/** Instead of an exception, where the log ends before it is printed. */
export const cutOff = 'its report is cut off';

/** What a report says; undefined where it says too little to be one. */
export function understandCrash(draft: CrashDraft): AppCrash | undefined {
  const text = draft.lines.join('\n');
  if (draft.kind === 'anr') return anr(draft, text);
  if (draft.kind === 'watchdog') return watchdog(draft, text);
  return draft.kind === 'native' ? native(draft, text) : java(draft, text);
}

function anr(draft: CrashDraft, text: string): AppCrash {
  const process = /^ANR in ([\w.:$-]+)/.exec(text)?.[1] ?? 'unknown';
  const reason = /^Reason: (.*)$/m.exec(text)?.[1] ?? '';
  const used = [...text.matchAll(/^ {2}\+?(\d{1,4}(?:\.\d+)?)% (\d+)\/([^:\n]{1,200})/gm)];
  const own = used.find((each) => each[3] === process)?.[2];
  const most = used.reduce<RegExpMatchArray | undefined>(
    (best, each) => (!best || Number(each[1]) > Number(best[1]) ? each : best),
    undefined,
  );
  const isBusy = most !== undefined && Number(most[1]) >= 30;
  return {
    ...placeOf(draft),
    kind: 'anr',
    process,
    pid: Number(/^PID: (\d+)/m.exec(text)?.[1] ?? own ?? 0),
    what: anrReason(reason),
    detail: reason,
    frames: [],
    telling: [
      ...tellingFrom(draft, 0, 1 + draft.lines.findLastIndex((line) => /^(?:Reason|PID): /.test(line))),
      ...(isBusy ? tellingFrom(draft, draft.lines.indexOf(text.slice(most.index).split('\n')[0]!), 1) : []),
    ],
    ...(isBusy && { busiest: `${most[3]} (pid ${most[2]}) used ${most[1]} % of a processor` }),
  };
}

function watchdog(draft: CrashDraft, text: string): AppCrash {
  const detail = /PROCESS: (.*)/.exec(text)?.[1] ?? '';
  const blocked = /Blocked in (.{1,160}?(?:\([\w.]+\))?)(?:, |$)/.exec(detail)?.[1] ?? detail.slice(0, 160);
  const frames = [...text.matchAll(/^[^\S\n]+at ([\w.$<>-]{1,200})\(/gm)].map((match) => match[1]!);
  return {
    ...placeOf(draft),
    kind: 'watchdog',
    process: 'system_server',
    what: `blocked in ${blocked}`,
    detail,
    frames: frames
      .filter((frame) => !/^(?:java\.lang\.|android\.os\.|com\.android\.server\.Watchdog)/.test(frame))
      .slice(0, 8),
    telling: tellingFrom(draft, 0, shown),
  };
}

function native(draft: CrashDraft, text: string): AppCrash | undefined {
  const process = /pid: (\d+), tid: \d+, name: .{0,300}?>>> (.{1,300}?) <<</.exec(text);
  const signal = /signal \d+ \((SIG\w+)\)(?:, code -?\d+ \((\w+))?/.exec(text);
  if (!process && !signal) return undefined;
  const abort = /Abort message: ['"]?(.*?)\s{0,80}['"]?$/m.exec(text)?.[1] ?? '';
  const frames = draft.lines.map(nativeFrame).filter((name) => name !== undefined);
  const head = draft.lines.findIndex((line) => /^pid: \d+/.test(line));
  const last = draft.lines.findLastIndex((line) => /^(?:signal \d|Abort message|Cause: )/.test(line));
  return {
    ...placeOf(draft),
    kind: 'native',
    process: process?.[2] ?? 'unknown',
    pid: Number(process?.[1] ?? draft.pid),
    what: [signal?.[1] ?? 'crash', signal?.[2]].filter(Boolean).join(' '),
    detail: abort || (/Cause: (.*)/.exec(text)?.[1] ?? ''),
    frames: framesOfFault(frames),
    telling: [
      ...tellingFrom(draft, Math.max(0, head), Math.min(shown, Math.max(1, last - Math.max(0, head) + 1))),
      ...tellingFrom(
        draft,
        draft.lines.findIndex((line) => /^\s*#00 pc /.test(line)),
        shown,
      ),
    ],
  };
}

function java(draft: CrashDraft, text: string): AppCrash {
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
  const root = draft.lines.findLastIndex((line) => line.startsWith('Caused by: '));
  return {
    ...placeOf(draft),
    kind: 'java',
    process: process?.[1] ?? (isSystem ? 'system_server' : 'unknown'),
    pid: Number(process?.[2] ?? draft.pid),
    what: trace?.exception ?? /^([\w.$]+(?:Exception|Error)[\w.$]*)/m.exec(text)?.[1] ?? body[0] ?? cutOff,
    detail: trace?.message ?? '',
    frames: trace?.frames ?? [],
    telling: root < 0 ? tellingFrom(draft, 0, shown) : [...tellingFrom(draft, 0, 3), ...tellingFrom(draft, root, 4)],
  };
}

/** So many lines of one place are read before a person's eye wanders. */
const shown = 6;

/** Lines of a report from one of its lines on, as ranges: other lines may stand between. */
function tellingFrom({ numbers }: CrashDraft, from: number, count: number): AppCrash['telling'] {
  if (from < 0) return [];
  const ranges: AppCrash['telling'] = [];
  for (const number of numbers.slice(from, from + Math.max(1, Math.min(count, shown)))) {
    const last = ranges.at(-1);
    if (last && number - last.lineEnd <= 2 && number - last.lineStart < shown) last.lineEnd = number;
    else ranges.push({ lineStart: number, lineEnd: number });
  }
  return ranges;
}

function placeOf({ pid, lineStart, lineEnd, timeMs }: CrashDraft) {
  return { pid, lineStart, lineEnd, timeMs };
}

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
