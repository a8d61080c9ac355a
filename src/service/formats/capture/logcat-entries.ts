import { type LogcatLine, parseLogcatLine } from './logcat-line.ts';

/** The words of a crash report, in formats that print no tag or print it on the line before. */
export const crashText =
  /FATAL EXCEPTION|^Process: [\w.:]+, PID: |^(?:Caused by: )?(?:[a-z][\w$]*\.)+[A-Z]\w*(?:Exception|Error)\b|^\s+#\d\d pc |^signal \d|^pid: \d|^Abort message|^backtrace:|^(?:\*\*\* ){3}/;
/** Android Studio prints the stamp once for a stack trace. */
export const continuation = /^\s+(?:at |\.{3} \d+ more)|^\s*Caused by: /;
export const crashTags =
  /AndroidRuntime|\bDEBUG\b|crash_dump|Watchdog|\bANR in |\b(?:PID|Reason|Load|Parent|ErrorId): /;

const reportTags = new Set(['AndroidRuntime', 'DEBUG', 'crash_dump', 'crash_dump32', 'crash_dump64', 'Watchdog']);

/** Reads lines in order: heads of the long format are joined to their text, and reports without tags get the tag they must have had. */
export function createEntryReader(): (text: string) => LogcatLine | undefined {
  let longHead: string | undefined;
  let lastCrash: LogcatLine | undefined;
  return (text) => {
    let entry = parseLogcatLine(text);
    if (!entry && longHead !== undefined) {
      entry = parseLogcatLine(longHead);
      if (entry) entry.message = text;
    }
    longHead = entry && entry.message === '' && text.startsWith('[ ') ? text : entry ? longHead : undefined;
    // Under a stamp that is printed once, the lines of a report are indented.
    const said = /^\s+(?:Process: |\w+\.|Caused by: )/.test(text) ? text.trimStart() : text;
    if (!entry && longHead === undefined && crashText.test(said)) entry = untagged(said, lastCrash);
    else if (entry?.tag === '' && (crashText.test(entry.message) || (lastCrash && continuation.test(entry.message))))
      entry.tag = tagOf(entry.message);
    // The blanks of the columns are no part of the report.
    if (!entry && lastCrash && continuation.test(text))
      entry = { ...lastCrash, message: text.trimStart().replace(/^(?=at |\.{3} )/, '\t') };
    // The head of the long format says nothing by itself.
    if (!entry || (longHead === text && entry.message === '')) return undefined;
    lastCrash = reportTags.has(entry.tag) ? entry : undefined;
    return entry;
  };
}

function untagged(message: string, last: LogcatLine | undefined): LogcatLine | undefined {
  const tag = tagOf(message);
  return last?.tag === tag || /^FATAL EXCEPTION|^(?:\*\*\* ){3}/.test(message)
    ? { pid: last?.pid ?? 0, level: 'E', tag, message }
    : undefined;
}

const tagOf = (message: string): string =>
  /^(?:\s+#\d\d pc |signal \d|pid: |Abort|backtrace|\*\*\* \*)/.test(message) ? 'DEBUG' : 'AndroidRuntime';
