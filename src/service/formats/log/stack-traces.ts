/** What a stack trace says, whatever language printed it. */
export interface StackTrace {
  kind: TraceKind;
  /** The root exception: the last `Caused by`, else the one that was thrown. */
  exception: string;
  message: string;
  /** Innermost first, without line numbers. */
  frames: string[];
  lineStart: number;
  lineEnd: number;
  timeMs: number;
  /** Nobody caught it: its thread, or the program, ended with it. */
  isUncaught?: true;
}

export type TraceKind =
  | 'java'
  | 'python'
  | 'go'
  | 'node'
  | 'dotnet'
  | 'rust'
  | 'ruby'
  | 'php'
  | 'native'
  | 'sanitizer'
  | 'segfault';

const exceptionName =
  /(?:^|[\s:([{"'])((?:[A-Za-z_$][\w$]*[.:\\]{1,2}){0,12}[A-Z][\w$]*(?:Exception|Error|Throwable|Failure|Interrupt|Fault|Panic|Warning)|java\.lang\.(?:Exception|Error|Throwable))\b(?:\s*\([^)]*\))?:?\s?(.*)/;
const starts =
  /Exception\b|Error\b|\bTraceback \(most recent|^\s*(?:Caused by|Suppressed): |\bpanic: |^fatal error: |^goroutine \d+ \[|^The above exception was the direct cause|panicked at|terminate called|AddressSanitizer|ThreadSanitizer|LeakSanitizer|MemorySanitizer|runtime error: |segfault at|Segmentation fault|general protection fault|in `[^']{1,300}'|PHP (?:Fatal|Parse) error|Unhandled exception/;
const frames =
  /^\s{0,80}(?:at |\.\.\. \d{1,40} (?:more|common)|File "[^"]{1,300}", line \d{1,40}|#\d{1,40} {1,80}(?:0x|\/|[\w{\\]|\[)|from \S{1,200}:\d{1,40}:in |\d{1,40}: {1,80}(?:0x[0-9a-f]{1,200} - )?[\w<]|--- End of|\[[\d.]{1,40}s?\] {0,80}at )|^\t?\S{0,200}\/\S{1,200}\.go:\d{1,40}|^[\w./*()[\]{}-]{1,200}\.[\w.*()[\]{}-]{1,200}\(.{0,300}\)$|^\s{1,80}\S.{0,300}$|^[\w.]{1,200}(?:Error|Exception|Interrupt|Exit|Warning|Iteration)?: |^[\w.]{1,200}(?:Error|Exception)$|^\[?stack ?trace\]?/i;

/** Whether a line may begin a trace, or go on with one. */
export const mayBeginTrace = (line: string): boolean => starts.test(line);
export const mayContinueTrace = (line: string): boolean => frames.test(line) || starts.test(line);

const longest = 400;
const uncaught = /^Exception in thread "/;

/** Puts lines that follow each other together to traces. Lines come in order; foreign lines end a trace. */
export function createTraceCollector(done: (trace: StackTrace) => void) {
  let open: { lines: string[]; lineStart: number; lineEnd: number; timeMs: number } | undefined;
  return { line, end };

  /**
   * `isContinuation`: the line bears no time of its own, or is indented. `entryLine`: the last line that bore a time;
   * a trace does not reach past it.
   */
  function line(text: string, number: number, timeMs: number, isContinuation: boolean, entryLine = 0): void {
    if (uncaught.test(text)) end();
    const isNear = open !== undefined && number - open.lineEnd <= 4 && entryLine <= open.lineEnd;
    if (open && isNear && (isContinuation || joins(open.lines, text)) && mayContinueTrace(text)) {
      if (open.lines.length < longest) open.lines.push(text);
      open.lineEnd = number;
      return;
    }
    end();
    if (mayBeginTrace(text)) open = { lines: [text], lineStart: number, lineEnd: number, timeMs };
  }

  function end(): void {
    if (!open) return;
    const { lines, ...place } = open;
    open = undefined;
    const trace = understand(lines);
    if (trace) done({ ...trace, ...place, ...(uncaught.test(lines[0]!) && { isUncaught: true as const }) });
  }
}

/** Lines of a trace that stand at the margin, where no line bears a time. */
function joins(open: readonly string[], text: string): boolean {
  const first = open[0]!;
  if (/Traceback \(most recent/.test(first)) return /^[A-Za-z_][\w.]*(?::|$)/.test(text) && /^\s/.test(open.at(-1)!);
  if (/\bpanic: |^fatal error: |^goroutine /.test(first)) {
    return /^goroutine \d+ \[|^[\w./*()[\]{}-]{1,200}\(.*\)$|^created by /.test(text);
  }
  return /^\s*(?:at |Caused by: |Suppressed: |File "|#\d+ |\.\.\. \d+ more)/.test(text);
}

type Understood = Pick<StackTrace, 'kind' | 'exception' | 'message' | 'frames'>;

function understand(lines: readonly string[]): Understood | undefined {
  const all = lines.join('\n');
  const first = lines[0]!;
  const sanitizer = /(Address|Thread|Leak|Memory|UndefinedBehavior)Sanitizer: ([\w-]+)(.*)/.exec(all);
  if (sanitizer) {
    return {
      kind: 'sanitizer',
      exception: `${sanitizer[1]}Sanitizer: ${sanitizer[2]}`,
      message: sanitizer[3]!.trim(),
      frames: hashFrames(lines),
    };
  }
  const undefinedBehavior = /((?<!\S)\S+?):\d+:\d+: runtime error: (.*)/.exec(all);
  if (undefinedBehavior) {
    return {
      kind: 'sanitizer',
      exception: 'UndefinedBehaviorSanitizer',
      message: undefinedBehavior[2]!,
      frames: [undefinedBehavior[1]!],
    };
  }
  const segfault =
    /((?<!\S)\S+?)\[\d+\]: segfault at .*? in (\S+?)\[/.exec(first) ?? /((?<!\S)\S+?)\[\d+\]: segfault at/.exec(first);
  if (segfault)
    return {
      kind: 'segfault',
      exception: 'segfault',
      message: first.slice(segfault.index),
      frames: [...new Set(segfault.slice(1).filter(Boolean))],
    };
  const python = /File "[^"]+", line \d+/.test(all) && /Traceback \(most recent/.test(all);
  if (python) return pythonTrace(lines);
  const go = /(?:^|\s)(?:panic|fatal error): (.*)/.exec(all);
  if (go && /goroutine \d+ \[/.test(all)) {
    const functions = lines
      .map((text) => /^([\w./*()[\]{}-]{1,200})\(.*\)$/.exec(text)?.[1])
      .filter((name) => name !== undefined);
    const own = functions.filter((name) => !/^(?:panic|runtime\.|main\.main$)/.test(name));
    return { kind: 'go', exception: 'panic', message: go[1]!, frames: own.length > 0 ? own : functions };
  }
  const rust =
    /thread '([^']*)' (?:\(\d+\) )?panicked at (?:'([^']*)', )?([^\s:]+)(?::\d+:\d+)?:?\s*\n?((?!\s*\d+: |stack backtrace|note: ).*)/.exec(
      all,
    );
  if (rust) return { kind: 'rust', exception: 'panic', message: rust[2] ?? rust[4] ?? '', frames: [rust[3]!] };
  const native = /terminate called after throwing an instance of '([^']+)'/.exec(all);
  if (native)
    return {
      kind: 'native',
      exception: native[1]!,
      message: /what\(\):\s*(.*)/.exec(all)?.[1] ?? '',
      frames: hashFrames(lines),
    };
  const ruby =
    /(?<!\S)(\S{1,300}?):\d{1,9}:in [`'](?:[^'\n]{0,200}[#.])?([^'#.]{1,200})': (.{0,2000}) \((\w[\w:]{0,200})\)/.exec(
      all,
    );
  if (ruby) return { kind: 'ruby', exception: ruby[4]!, message: ruby[3]!, frames: [ruby[2]!, ...rubyFrames(lines)] };
  const php = /(?:PHP (?:Fatal|Parse) error: +(?:Uncaught )?|\[object\] \()([\w\\]+)(?:\(code: \d+\))?:? (.*)/.exec(
    first,
  );
  if (php) return { kind: 'php', exception: php[1]!, message: php[2]!, frames: phpFrames(lines) };
  return managedTrace(lines);
}

/** Java, JavaScript and .NET: `at` frames under an exception, root causes behind `Caused by` or `--->`. */
function managedTrace(lines: readonly string[]): Understood | undefined {
  const frameLines = lines.filter((text) => /^\s*at /.test(text));
  if (frameLines.length === 0) return undefined;
  const rootAt = lines.findLastIndex((text) => /^\s*Caused by: | ---> /.test(text));
  const header = rootAt >= 0 ? lines[rootAt]! : (lines.find((text) => exceptionName.test(text)) ?? lines[0]!);
  const named = exceptionName.exec(header.replace(/^.*?(?:Caused by: | ---> )/, ' '));
  const under = rootAt >= 0 ? lines.slice(rootAt + 1).filter((text) => /^\s*at /.test(text)) : frameLines;
  const used = under.length > 0 ? under : frameLines;
  const kind = used.some((text) => /\.java:\d+|\.kt:\d+|\.scala:\d+|\(Native Method\)|\(Unknown Source\)/.test(text))
    ? 'java'
    : used.some((text) => / in .{0,300}:line \d+|^\s*at [\w.`<>+[\]]+\(.*\)$/.test(text) && !/:\d+:\d+/.test(text))
      ? 'dotnet'
      : used.some((text) => /:\d+:\d+\)?$/.test(text.trim()))
        ? 'node'
        : 'java';
  return {
    kind,
    exception: named?.[1] ?? 'Exception',
    message: (named?.[2] ?? header).trim().slice(0, 300),
    frames: used.map(managedFrame),
  };
}

function managedFrame(text: string): string {
  const place = text.trim().replace(/^at /, '');
  const called = /^(?:async )?([^\s(]+)/.exec(place.replace(/^new /, ''))?.[1] ?? place;
  return called.replace(/\$\$?Lambda.*|\$\d+|:\d+(?::\d+)?$/g, '').replace(/^.*\/(?=[\w.$]+$)/, '');
}

function pythonTrace(lines: readonly string[]): Understood {
  const last = lines.findLastIndex((text) => /^\s*File "/.test(text));
  const end =
    lines.slice(last + 1).find((text) => /^[\w.]+(?::|$)/.test(text.trimStart()) && /^\S/.test(text)) ?? lines.at(-1)!;
  const named = /^([\w.]+)(?::\s{0,80}(.*))?$/.exec(end.trim());
  const lastTrace = lines.findLastIndex((text) => text.includes('Traceback (most recent'));
  const found = lines
    .slice(Math.max(0, lastTrace))
    .map((text) => /File "([^"]+)", line \d+, in (.+)/.exec(text))
    .filter((match) => match !== null)
    .map((match) => `${match[1]!.replace(/^.*\//, '')}:${match[2]!.trim()}`)
    .reverse();
  const thrown = { exception: named?.[1] ?? 'Exception', message: named?.[2] ?? end.trim() };
  const root = explicitCause(lines);
  if (root === undefined) return { kind: 'python', ...thrown, frames: found };
  const short = thrown.exception.replace(/^.*\./, '');
  return {
    kind: 'python',
    exception: root[1]!,
    message: `${root[2] ?? ''}, then ${short}${thrown.message === '' ? '' : `: ${thrown.message}`}`.replace(/^, /, ''),
    frames: found,
  };
}

/** What `raise … from …` names as the cause of all that follows. */
function explicitCause(lines: readonly string[]): RegExpExecArray | undefined {
  const at = lines.findIndex((text) => text.startsWith('The above exception was the direct cause'));
  const told = at < 0 ? undefined : lines.slice(0, at).findLast((text) => /^[A-Za-z_]/.test(text));
  return (told === undefined ? null : /^([\w.]+)(?::\s{0,80}(.*))?$/.exec(told.trim())) ?? undefined;
}

const hashFrames = (lines: readonly string[]): string[] =>
  lines
    .map((text) => /^\s*#\d+ +0x[0-9a-f]+ in (\S+)/.exec(text)?.[1] ?? /^\s*#\d+ +pc \S+ +(\S+)/.exec(text)?.[1])
    .filter((name) => name !== undefined)
    .filter((name) => !/^(?:__interceptor|__asan|malloc|free|operator|abort|raise|__libc)/.test(name));
const rubyFrames = (lines: readonly string[]): string[] =>
  lines
    .map((text) => /from \S+:\d+:in [`'](?:.*?[#.])?([^'#.]+)'/.exec(text)?.[1])
    .filter((name) => name !== undefined);
const phpFrames = (lines: readonly string[]): string[] =>
  lines
    .map((text) => /^#\d+ +\S+?(?:\(\d+\))?: +([\w\\]+(?:(?:->|::)\w+)?)/.exec(text)?.[1])
    .filter((name) => name !== undefined);
