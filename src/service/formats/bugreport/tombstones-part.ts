import { framesOfFault, nativeFrame, nativeSignature } from '../capture/native-frame.ts';
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
  frameLine?: number;
  whoLine?: number;
  /** The last line that says why. */
  saidLine?: number;
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
      const who = /^pid: (\d+), tid: \d+, name: (.{1,100}?) {1,2}>>> (.{1,200}) <<<$/.exec(text);
      // The threads that did not crash follow, each with a head of its own.
      if (who && current.pid === '')
        Object.assign(current, { pid: who[1], thread: who[2], process: who[3], whoLine: number });
      const signal = /^signal \d+ \((\w+)\)(?:, code -?\d+ \((\w{1,200})[^)]*\))?/.exec(text);
      if (signal && current.signal === '') {
        Object.assign(current, { signal: [signal[1], signal[2]].filter(Boolean).join(' '), saidLine: number });
      }
      const abort = /^(?:Abort message|Cause): '?(.{1,300}?)'?$/.exec(text);
      if (abort) Object.assign(current, { abort: abort[1], saidLine: number });
      if (/^backtrace:/.test(text)) isBacktrace = current.frames.length === 0;
      else if (/^(?:memory near|stack:|--- ---|memory map|open files)/.test(text)) isBacktrace = false;
      const frame = isBacktrace ? nativeFrame(text) : undefined;
      if (frame && current.frames.length < maxFrames) {
        current.frameLine ??= number;
        current.lastLine = number;
        current.frames.push(frame);
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
  const where = framesOfFault(first.frames)[0];
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
    evidence: group
      .slice(0, 4)
      .flatMap(({ whoLine, saidLine, frameLine, lastLine, line }, index) => [
        { lineStart: whoLine ?? line, lineEnd: Math.min(saidLine ?? whoLine ?? line, (whoLine ?? line) + 5) },
        ...(frameLine !== undefined && index === 0
          ? [{ lineStart: frameLine, lineEnd: Math.min(lastLine, frameLine + 5) }]
          : []),
      ])
      .map((range) => ({ document, ...range })),
    signature: signatureOf(first),
    subjects: [
      first.process,
      ...new Set(group.filter(({ pid }) => pid !== '').map(({ pid }) => `pid ${pid}`)),
      first.signal,
      ...first.frames.slice(0, 3),
    ].filter((each) => each !== ''),
    next: ['Symbolise the backtrace: `ndk-stack -sym SYMBOLS -dump FILE`.'],
  };
}

function signatureOf({ process, signal, frames }: Tombstone): string {
  return nativeSignature(process, signal, frames);
}
