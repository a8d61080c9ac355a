import type { Finding } from '../reading.ts';
import type { Part } from './place.ts';

const maxTombstones = 64;
const maxFrames = 64;

interface Tombstone {
  line: number;
  lastLine: number;
  process: string;
  thread: string;
  pid: string;
  signal: string;
  abort: string;
  frames: string[];
  firstFrameLine?: number;
}

/** Native crashes, from the tombstones dumpstate appends and from the files beside it. */
export function createTombstonesPart(document: string): Part {
  const found: Tombstone[] = [];
  let current: Tombstone | undefined;
  let isBacktrace = false;

  return {
    line({ section }, number, text) {
      if (!/^TOMBSTONE/.test(section)) return;
      if (/^\*\*\* \*\*\* \*\*\*/.test(text) && found.length < maxTombstones) {
        current = {
          line: number,
          lastLine: number,
          process: '',
          thread: '',
          pid: '',
          signal: '',
          abort: '',
          frames: [],
        };
        found.push(current);
        isBacktrace = false;
        return;
      }
      if (!current) return;
      const who = /^pid: (\d+), tid: \d+, name: (.{1,100}?) {2}>>> (.{1,200}) <<<$/.exec(text);
      if (who) Object.assign(current, { pid: who[1], thread: who[2], process: who[3], lastLine: number });
      const signal = /^signal \d+ \((\w+)\)(?:, code -?\d+ \((\w+)[^)]*\))?/.exec(text);
      if (signal && current.signal === '') {
        Object.assign(current, { signal: [signal[1], signal[2]].filter(Boolean).join(' '), lastLine: number });
      }
      const abort = /^Abort message: '?(.{1,300}?)'?$/.exec(text);
      if (abort) Object.assign(current, { abort: abort[1], lastLine: number });
      if (/^backtrace:/.test(text)) isBacktrace = current.frames.length === 0;
      else if (/^(?:memory near|stack:|--- ---|memory map|open files)/.test(text)) isBacktrace = false;
      const frame = isBacktrace
        ? /^\s+#\d\d pc [0-9a-f]+ {2}(\S+)(?: \((.{1,200}?)(?:\+\d+)?\))?(?: \(BuildId.*)?$/.exec(text)
        : null;
      if (frame && current.frames.length < maxFrames) {
        current.firstFrameLine ??= number;
        current.lastLine = number;
        current.frames.push(frame[2] ?? frame[1]!.replace(/^.*\//, ''));
      }
    },
    finish: () => ({
      findings: [
        ...Map.groupBy(
          found.filter(({ signal }) => signal !== ''),
          signatureOf,
        ).values(),
      ].map((group) => findingOf(document, group)),
    }),
  };
}

function findingOf(document: string, group: readonly Tombstone[]): Finding {
  const first = group[0]!;
  const where = ownFrame(first);
  const said = first.abort ? `: ${first.abort}` : '';
  return {
    rule: 'android.native-crash',
    title: `${first.process || 'A process'} crashed with ${first.signal}${where ? ` in ${where}` : ''}${said}`.slice(
      0,
      260,
    ),
    explanation: `A tombstone was written for thread ${first.thread || 'unknown'} of ${first.process || 'a process'} (pid ${first.pid || 'unknown'}).`,
    severity: 'critical',
    role: 'cause',
    certainty: 'certain',
    count: group.length,
    evidence: group.slice(0, 4).flatMap((each) => {
      const frames = each.firstFrameLine ?? each.line;
      return [
        { document, lineStart: each.line, lineEnd: Math.min(each.lastLine, each.line + 14) },
        { document, lineStart: frames, lineEnd: Math.min(each.lastLine, frames + 9) },
      ];
    }),
    signature: signatureOf(first),
    subjects: [first.process, first.signal, ...first.frames.slice(0, 3)].filter((each) => each !== ''),
    next: ['Symbolise the backtrace: `ndk-stack -sym SYMBOLS -dump FILE`.'],
  };
}

function signatureOf(tombstone: Tombstone): string {
  return [`${tombstone.process} ${tombstone.signal.split(' ')[0]}`, ...tombstone.frames.slice(0, 3)]
    .join(' < ')
    .slice(0, 200);
}

/** The first frame that is not the C library's way of dying. */
function ownFrame({ frames }: Tombstone): string {
  return (
    frames.find(
      (frame) => !/^(?:abort|raise|tgkill|syscall|__|pthread_|art::Runtime::Abort|android::base::)/.test(frame),
    ) ??
    frames[0] ??
    ''
  );
}
