import type { Finding } from '../reading.ts';
import type { KnownEvent, Part } from './place.ts';

const maxEntries = 2000;
const kinds: Record<string, { label: string; severity: Finding['severity'] }> = {
  crash: { label: 'crashed', severity: 'critical' },
  native_crash: { label: 'crashed in native code', severity: 'critical' },
  anr: { label: 'did not respond (ANR)', severity: 'critical' },
  watchdog: { label: 'was killed by the watchdog', severity: 'critical' },
};

interface Entry {
  kind: string;
  line: number;
  lastLine: number;
  timeMs: number;
  process: string;
  what: string;
  frames: string[];
}

/** The drop box: crashes and ANRs the system kept, also those that have left the log buffers. */
export function createDropboxPart(document: string): Part {
  const entries: Entry[] = [];
  let current: Entry | undefined;

  return {
    line({ section, service }, number, text) {
      if (service !== 'dropbox' && !section.startsWith('DROPBOX')) {
        current = undefined;
        return;
      }
      const head =
        /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d) (?:system_server|system_app|data_app|system)_(crash|native_crash|anr|watchdog)\b/.exec(
          text,
        );
      if (head) {
        const [year, month, day, hour, minute, second] = head.slice(1, 7).map(Number);
        const timeMs = Date.UTC(year!, month! - 1, day, hour, minute, second);
        current = { kind: head[7]!, line: number, lastLine: number, timeMs, process: '', what: '', frames: [] };
        if (entries.length < maxEntries) entries.push(current);
        return;
      }
      if (/^(?:={8,}|\d{4}-\d\d-\d\d )/.test(text)) current = undefined;
      if (!current) return;
      if (number - current.line > 60) return;
      // The service's own list has the head of an entry on one line: `Process: name/PID: 1/UID: …`.
      const process = /^\s*(?:Process|Cmdline|Subject): (.{1,200}?)(?:\/PID: .*)?$/.exec(text)?.[1];
      if (process) {
        if (text.startsWith('Subject: ')) current.what ||= process;
        else current.process ||= process.trim();
      }
      const error = /^((?:[a-z][\w$]*\.)+[A-Z][\w$]*(?:Error|Exception|[A-Z]\w*)(?:: .{0,200})?)$/.exec(text)?.[1];
      if (error) current.what ||= error;
      const frame = /^\s+at ([\w.$<>-]{1,200})\(/.exec(text)?.[1];
      if (frame && current.frames.length < 8) current.frames.push(frame);
      if (text.trim() !== '') current.lastLine = number;
    },
    finish() {
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
}

function findingOf(document: string, group: readonly Entry[]): Finding {
  const first = group[0]!;
  const times = group.map(({ timeMs }) => timeMs);
  const often = group.length > 1 ? ` It is kept ${group.length} times.` : '';
  return {
    rule: `android.dropbox-${first.kind.replaceAll('_', '-')}`,
    title: titleOf(first).slice(0, 260),
    explanation: `The system's drop box holds this report.${often}`,
    severity: kinds[first.kind]?.severity ?? 'error',
    role: 'cause',
    certainty: 'certain',
    count: group.length,
    firstTimeMs: Math.min(...times),
    lastTimeMs: Math.max(...times),
    evidence: group
      .slice(0, 3)
      .map(({ line, lastLine }) => ({ document, lineStart: line, lineEnd: Math.min(lastLine, line + 24) })),
    signature: signatureOf(first),
    subjects: [first.process, ...first.frames.slice(0, 2)].filter((each) => each !== ''),
  };
}

function titleOf({ process, kind, what, frames }: Entry): string {
  const label = kinds[kind]?.label ?? 'failed';
  return `${process || 'A process'} ${label}${what ? `: ${what}` : ''}${frames[0] ? ` in ${frames[0]}` : ''}`;
}

/** As the log's rules name the same crash. */
function signatureOf({ process, what, frames, kind }: Entry): string {
  const error = what.split(':')[0]!.replace(/^.*[.](?=\w+$)/, '') || kind;
  return [`${process} ${error}`, ...frames.slice(0, 3)].join(' < ').slice(0, 200);
}
