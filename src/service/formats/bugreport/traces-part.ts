import type { Finding } from '../reading.ts';
import { findLockCycle, type TracedThread } from './lock-cycle.ts';
import type { Part } from './place.ts';

const maxThreads = 5000;
const maxFrames = 40;

interface TracedProcess {
  pid: number;
  name: string;
  line: number;
  isAnr: boolean;
  threads: TracedThread[];
}

/** Thread dumps of the virtual machine: who waits for whose lock, and what the main thread of an ANR was doing. */
export function createTracesPart(document: string): Part {
  const processes: TracedProcess[] = [];
  let thread: TracedThread | undefined;
  let threads = 0;

  return {
    line({ section }, number, text) {
      if (!/^VM TRACES|^ANR|^DUMP TRACES|^TRACES/.test(section)) return;
      const opening = /^----- pid (\d{1,9}) at /.exec(text);
      if (opening) {
        const isAnr = /ANR/.test(section);
        processes.push({ pid: Number(opening[1]), name: '', line: number, isAnr, threads: [] });
        thread = undefined;
        return;
      }
      const process = processes[processes.length - 1];
      if (!process) return;
      const command = /^Cmd ?line: (\S{1,200})/i.exec(text);
      if (command && process.name === '') process.name = command[1]!;
      const head = /^"([^"]{0,200})"(?: daemon)? prio=\d+ tid=(\d+) (\w+)/.exec(text);
      if (head && threads < maxThreads) {
        threads++;
        thread = { name: head[1]!, id: Number(head[2]), state: head[3]!, line: number, lastLine: number, frames: [] };
        process.threads.push(thread);
        return;
      }
      if (text.trim() === '' || !thread) {
        thread = undefined;
        return;
      }
      thread.lastLine = number;
      const waits = /- waiting to lock <(0x[0-9a-f]+)>(?: \(a ([^)]{1,200})\))?(?: held by thread (\d+))?/.exec(text);
      if (waits)
        thread.waitsFor = { lock: waits[1]!, kind: waits[2] ?? '', holder: Number(waits[3] ?? -1), line: number };
      const frame = /^\s+(?:at|native: #\d+ pc \w+) +(\S{1,300})/.exec(text);
      if (frame && thread.frames.length < maxFrames) thread.frames.push(frame[1]!.replace(/\(.*$/, ''));
    },
    finish: () => ({ findings: processes.flatMap((process) => findingsOf(document, process)) }),
  };
}

function findingsOf(document: string, process: TracedProcess): Finding[] {
  const name = process.name || `pid ${process.pid}`;
  const cycle = findLockCycle(process.threads);
  if (cycle) {
    const chain = [...cycle, cycle[0]!].map((thread) => `"${thread.name}" (thread ${thread.id})`).join(' waits for ');
    return [
      {
        rule: 'android.deadlock',
        title: `Deadlock in ${name}: ${cycle.map((thread) => `"${thread.name}"`).join(' and ')} wait for each other's locks`,
        explanation: `${chain}. None of them can go on.`,
        severity: 'critical',
        role: 'cause',
        certainty: 'certain',
        count: 1,
        evidence: cycle.slice(0, 6).map((thread) => rangeOf(document, thread)),
        signature: `deadlock ${name} ${cycle.map(topFrame).sort().join(' | ')}`,
        subjects: [name, ...cycle.map((thread) => thread.name), ...cycle.map(topFrame)],
        next: ['Take these locks in one order everywhere, or do not call out while holding one.'],
      },
    ];
  }
  const main = process.threads.find((thread) => thread.id === 1);
  if (!process.isAnr || !main) return [];
  const holder = process.threads.find((thread) => thread.id === main.waitsFor?.holder);
  const doing = main.waitsFor
    ? `waits for a lock${main.waitsFor.kind ? ` (${main.waitsFor.kind})` : ''}${holder ? ` that "${holder.name}" holds in ${topFrame(holder)}` : ''}`
    : `was in ${topFrame(main)} (${main.state})`;
  return [
    {
      rule: 'android.anr-trace',
      title: `ANR of ${name}: its main thread ${doing}`,
      explanation: `The thread dump taken at the last ANR shows the main thread of ${name} in state ${main.state}.`,
      severity: 'error',
      role: 'cause',
      certainty: 'likely',
      count: 1,
      evidence: [rangeOf(document, main), ...(holder ? [rangeOf(document, holder)] : [])],
      signature: `anr ${name} ${topFrame(main)}`,
      subjects: [name, topFrame(main), ...(holder ? [holder.name] : [])],
      next: ['A sample of several dumps a second apart would show whether the thread moves: `adb shell kill -3 PID`.'],
    },
  ];
}

function rangeOf(document: string, { line, lastLine }: TracedThread) {
  return { document, lineStart: line, lineEnd: Math.min(lastLine, line + 24) };
}

/** The first frame that is not the machinery of waiting. */
function topFrame({ frames }: TracedThread): string {
  const own = frames.find(
    (frame) => !/^(?:\?\?\?|java\.lang\.(?:Object|Thread)\.|sun\.misc\.|jdk\.internal\.|\/|__|art::)/.test(frame),
  );
  return own ?? frames[0] ?? 'unknown code';
}
