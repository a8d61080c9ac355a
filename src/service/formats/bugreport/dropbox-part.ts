import { ownFrame } from '../capture/own-frame.ts';
import { stableText } from '../capture/stable-frame.ts';
import { citeLine } from '../cite.ts';
import { createTraceCollector, type StackTrace } from '../log/stack-traces.ts';
import type { Finding } from '../reading.ts';
import type { KnownEvent, Part } from './place.ts';

const maxEntries = 2000;
const kinds: Record<string, { label: string; severity: Finding['severity']; next: string }> = {
  crash: {
    label: 'crashed',
    severity: 'critical',
    next: 'Open the top frame of the application in its source.',
  },
  native_crash: {
    label: 'crashed in native code',
    severity: 'critical',
    next: 'Symbolise the backtrace of its tombstone: `ndk-stack -sym SYMBOLS -dump FILE`.',
  },
  anr: {
    label: 'did not respond (ANR)',
    severity: 'critical',
    next: 'Read its main thread in the traces: `adb shell dumpsys dropbox --print data_app_anr`.',
  },
  watchdog: {
    label: 'was killed by the watchdog',
    severity: 'critical',
    next: 'Read the stacks of system_server kept with it: `adb shell dumpsys dropbox --print system_server_watchdog`.',
  },
};

interface Entry {
  kind: string;
  line: number;
  lastLine: number;
  timeMs: number;
  process: string;
  pid: number;
  what: string;
  frames: string[];
  /** The line that says what was thrown at the root, or why it was ended. */
  tellingLine: number;
}

/** The drop box: crashes and ANRs the system kept, also those that have left the log buffers. */
export function createDropboxPart(document: string): Part {
  const entries: Entry[] = [];
  let current: Entry | undefined;
  let found: StackTrace | undefined;
  const trace = createTraceCollector((each) => {
    found ??= each;
  });

  return {
    line({ section, service }, number, text) {
      if (service !== 'dropbox' && !section.startsWith('DROPBOX')) {
        close();
        return;
      }
      const head =
        /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d) (?:system_server|system_app|data_app|system)_(crash|native_crash|anr|watchdog)\b/.exec(
          text,
        );
      if (head) {
        const [year, month, day, hour, minute, second] = head.slice(1, 7).map(Number);
        const timeMs = Date.UTC(year!, month! - 1, day, hour, minute, second);
        close();
        const nothing = { process: '', pid: 0, what: '', frames: [], tellingLine: 0 };
        current = { kind: head[7]!, line: number, lastLine: number, timeMs, ...nothing };
        if (entries.length < maxEntries) entries.push(current);
        return;
      }
      if (/^(?:={8,}|\d{4}-\d\d-\d\d )/.test(text)) close();
      if (!current) return;
      if (number - current.line > 80) return close();
      // The service's own list has the head of an entry on one line: `Process: name/PID: 1/UID: …`.
      const named = /^\s*(Process|Cmdline|Subject): (.{1,200}?)(?:\/PID: (\d{1,40}).*)?$/.exec(text);
      if (named?.[1] === 'Subject') {
        current.what ||= named[2]!;
        current.tellingLine ||= number;
      } else if (named) current.process ||= named[2]!.trim();
      current.pid ||= Number(named?.[3] ?? /^PID: (\d+)/.exec(text)?.[1] ?? 0);
      if (current.kind === 'crash') trace.line(text, number, current.timeMs, true);
      if (text.trim() !== '') current.lastLine = number;
    },
    finish() {
      close();
      const full = new Set(entries.filter(({ what }) => what !== '').map(({ process, kind }) => `${kind} ${process}`));
      const told = entries.filter(({ what, process, kind }) => what !== '' || !full.has(`${kind} ${process}`));
      const groups = [...Map.groupBy(told, signatureOf).values()];
      return {
        findings: groups.map((group) => findingOf(document, group)),
        events: told.slice(-500).map(
          (entry): KnownEvent => ({
            timeMs: entry.timeMs,
            document,
            line: entry.line,
            severity: kinds[entry.kind]?.severity ?? 'error',
            text: titleOf(entry),
            source: 'printed by the system',
          }),
        ),
      };
    },
  };

  /** The root of a trace names the crash, as it does in the log. */
  function close(): void {
    trace.end();
    if (current && found) {
      current.what ||= `${found.exception}${found.message ? `: ${found.message}` : ''}`;
      current.frames = found.frames.slice(0, 8);
      current.tellingLine = found.lineStart;
    }
    current = undefined;
    found = undefined;
  }
}

function findingOf(document: string, group: readonly Entry[]): Finding {
  const first = group[0]!;
  const times = group.map(({ timeMs }) => timeMs);
  return {
    rule: `android.dropbox-${first.kind.replaceAll('_', '-')}`,
    title: titleOf(first, group.length).slice(0, 260),
    explanation: `The system's drop box holds this report${group.length > 1 ? ` ${group.length} times` : ''}.`,
    severity: kinds[first.kind]?.severity ?? 'error',
    role: 'cause',
    certainty: 'certain',
    count: group.length,
    firstTimeMs: Math.min(...times),
    lastTimeMs: Math.max(...times),
    // One whole report tells what happened; of the others the time is enough.
    evidence: [
      citeLine(document, first.line),
      ...(first.tellingLine > 0
        ? [{ document, lineStart: first.tellingLine, lineEnd: Math.min(first.lastLine, first.tellingLine + 4) }]
        : []),
      ...group.slice(1, 4).map(({ line }) => citeLine(document, line)),
    ],
    signature: signatureOf(first),
    subjects: [
      first.process,
      ...new Set(group.filter(({ pid }) => pid > 0).map(({ pid }) => `pid ${pid}`)),
      ...first.frames.slice(0, 2),
    ]
      .filter((each) => each !== '')
      .slice(0, 12),
    ...(kinds[first.kind] && { next: [kinds[first.kind]!.next] }),
  };
}

function titleOf({ process, kind, what, frames }: Entry, count = 1): string {
  const label = kinds[kind]?.label ?? 'failed';
  const guilty = ownFrame(frames) ?? frames[0];
  return `${process || 'A process'} ${label}${count > 1 ? ` ${count} times` : ''}${what ? `: ${what}` : ''}${guilty ? ` in ${guilty}` : ''}`;
}

/** As the log's rules name the same crash. */
function signatureOf({ process, what, frames, kind }: Entry): string {
  const error = what.split(':')[0]!.replace(/^.*[.](?=\w+$)/, '') || kind;
  return [`${process} ${stableText(error)}`, ...frames.slice(0, 3)].join(' < ').slice(0, 200);
}
