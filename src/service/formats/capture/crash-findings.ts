import type { Finding } from '../reading.ts';
import type { HeapStory } from './garbage-collections.ts';
import { nativeSignature } from './native-frame.ts';
import { ownFrame } from './own-frame.ts';
import type { ProcessNames } from './process-names.ts';
import { stableText } from './stable-frame.ts';
import { type AppCrash, cutOff } from './understand-crash.ts';

const label: Record<string, string> = {
  java: 'crashed',
  native: 'crashed',
  anr: 'does not respond (ANR)',
};
const next: Record<AppCrash['kind'], string> = {
  java: 'Open the top frame of the application in its source.',
  native: 'Symbolise the backtrace: `ndk-stack -sym SYMBOLS -dump LOG`.',
  anr: 'Read the main thread in /data/anr: `adb bugreport` holds it.',
  watchdog: 'Read the system_server traces in /data/anr of the same minute.',
};

/** One finding for all crashes of one signature. */
export function crashFindings(
  document: string,
  all: readonly AppCrash[],
  names: ProcessNames,
  heapOf: (pid: number) => HeapStory | undefined,
): Finding[] {
  const crashes = all.map((crash) =>
    crash.process === 'unknown' ? { ...crash, process: names.of(crash.pid) ?? 'A process' } : crash,
  );
  return [...Map.groupBy(crashes, signatureOf)].map(([signature, group]) => {
    const first = group[0]!;
    const said = first.detail ? `: ${withoutMiddle(first.detail)}` : '';
    const guilty = first.kind === 'java' ? (ownFrame(first.frames) ?? first.frames[0]) : first.frames[0];
    const where = guilty ? ` in ${guilty}` : '';
    const often = group.length > 1 ? ` ${group.length} times` : '';
    const heap = /OutOfMemoryError$/.test(first.what) ? heapOf(first.pid) : undefined;
    return {
      rule: `android.${first.kind === 'java' ? 'crash' : first.kind === 'native' ? 'native-crash' : first.kind}`,
      title: (first.kind === 'watchdog'
        ? `The watchdog killed ${first.process}${often}: ${first.what}${where}`
        : `${first.process} ${label[first.kind]}${often}: ${first.what}${first.kind === 'anr' ? '' : said}${where}`
      ).slice(0, 260),
      explanation: `${explanation(first, group.length)}${heap ? ` ${heap.told}` : ''}`,
      severity: 'critical',
      role: 'cause',
      certainty: 'certain',
      count: group.length,
      ...(!Number.isNaN(first.timeMs) && { firstTimeMs: first.timeMs, lastTimeMs: group.at(-1)!.timeMs }),
      // One whole report tells what happened; of the others the heading is enough.
      evidence: group
        .slice(0, 4)
        .flatMap(({ telling }, index) =>
          index === 0
            ? telling.slice(0, 6)
            : telling.slice(0, 1).map(({ lineStart }) => ({ lineStart, lineEnd: lineStart })),
        )
        .concat(heap?.evidence ?? [])
        .map((range) => ({ document, ...range })),
      signature,
      subjects: [first.process, first.what, ...pidsOf(group), ...first.frames.slice(0, 2)],
      next: [
        heap
          ? 'Take a heap dump before it is full: `adb shell am dumpheap PID /data/local/tmp/heap.hprof`.'
          : next[first.kind],
      ],
    } satisfies Finding;
  });
}

const longestDetail = 140;

/** The class loader of Android lists its paths before what it could not find. */
function withoutMiddle(detail: string): string {
  const short =
    detail.length <= longestDetail ? detail : detail.replace(/(?:\/[\w.~=+-]{1,100}){2,12}(?=\/[\w.-])/g, '…');
  return short.length <= longestDetail
    ? short
    : `${short.slice(0, longestDetail / 2)} … ${short.slice(-longestDetail / 2 + 3)}`;
}

/** So that the other reports of the same processes are known as such. */
function pidsOf(group: readonly AppCrash[]): string[] {
  return [...new Set(group.filter(({ pid }) => pid > 0).map(({ pid }) => `pid ${pid}`))].slice(0, 12);
}

function explanation(crash: AppCrash, count: number): string {
  const often = count > 1 ? ` ${count} times in this log.` : '';
  const id = crash.pid > 0 ? ` (pid ${crash.pid})` : '';
  if (crash.kind === 'anr') {
    const busy = crash.busiest ? ` At that time ${crash.busiest}.` : '';
    return `The main thread of ${crash.process}${id} did not answer. Reason: ${crash.detail || 'not printed'}.${busy}${often}`;
  }
  if (crash.kind === 'watchdog')
    return `A thread of system_server did not answer for a minute, so the system was restarted: ${crash.detail}.${often}`;
  const own = ownFrame(crash.frames);
  const top = crash.frames.slice(0, 3);
  const path = [...top, ...(own && !top.includes(own) ? [own] : [])].join(', called by ');
  if (crash.what === cutOff) return `The crash report ends before it says why${id}.${often}`;
  return `${crash.process === 'A process' ? '' : 'Process '}${crash.process}${id} ended with ${crash.what}${path ? ` in ${path}` : ''}.${often}`;
}

/** The same over builds, addresses and devices. */
function signatureOf(crash: AppCrash): string {
  if (crash.kind === 'native') return nativeSignature(crash.process, crash.what, crash.frames);
  const what = crash.what.replace(/^.*[.](?=\w+$)/, '');
  return [`${crash.process} ${stableText(what)}`, ...crash.frames.slice(0, 3)].join(' < ').slice(0, 200);
}
