import type { Finding } from '../reading.ts';
import type { LogcatLine } from './logcat-line.ts';
import type { ProcessNames } from './process-names.ts';

interface Heap {
  count: number;
  pauseMs: number;
  longest: { ms: number; line: number; timeMs: number };
  /** Allocations that waited for a collection. */
  waits: { count: number; ms: number; line: number };
  /** Used and allowed megabytes after the last collection. */
  used: number;
  limit: number;
  /** The heap was held at its limit, or an allocation failed. */
  full?: { line: number; said: string };
  recent: number[];
  stormLine: number;
  firstLine: number;
  lastLine: number;
  firstTimeMs: number;
  lastTimeMs: number;
}

const maxProcesses = 500;
/** So many collections within a minute are a storm. */
const stormCount = 40;
const stormMs = 60_000;
const longPauseMs = 100;

/** For choosing lines: what virtual machines print about their heaps. */
export const collectionLine =
  /\bGC freed\b|\bGC_[A-Z_]{2,20} freed\b|blocking GC Alloc|WaitForGcToComplete|Clamp target GC heap|Throwing OutOfMemoryError/;

/** Garbage collections by process: storms, long pauses, and heaps that are full. */
export function createGarbageCollections(names: ProcessNames) {
  const heaps = new Map<number, Heap>();
  return { line, findings };

  function line({ pid, message }: LogcatLine, number: number, timeMs: number): void {
    if (!collectionLine.test(message)) return;
    const heap = heaps.get(pid) ?? (heaps.size < maxProcesses ? newHeap(number, timeMs) : undefined);
    if (!heap) return;
    heaps.set(pid, heap);
    heap.lastLine = number;
    heap.lastTimeMs = timeMs;
    const wait = /WaitForGcToComplete blocked (?:\w+ on \w+ )?for ([\d.]+)(ms|s)\b/.exec(message);
    if (wait || /blocking GC Alloc/.test(message)) {
      heap.waits.count++;
      heap.waits.ms += wait ? Number(wait[1]) * (wait[2] === 's' ? 1000 : 1) : 0;
      heap.waits.line ||= number;
    }
    const failed = /Throwing OutOfMemoryError "([^"]{0,160})/.exec(message);
    if (failed || message.startsWith('Clamp target GC heap')) {
      if (failed || !heap.full) heap.full = { line: number, said: failed?.[1] ?? '' };
    }
    if (!/\bfreed\b/.test(message)) return;
    heap.count++;
    const size = /([\d.]+)(KB?|MB|GB|B)\/([\d.]+)(KB?|MB|GB|B)/.exec(message);
    if (size) Object.assign(heap, { used: megabytes(size[1]!, size[2]!), limit: megabytes(size[3]!, size[4]!) });
    const ms = pauseOf(message);
    heap.pauseMs += ms;
    if (ms > heap.longest.ms) heap.longest = { ms, line: number, timeMs };
    heap.recent.push(timeMs);
    if (heap.recent.length > stormCount) heap.recent.shift();
    const isStorm = heap.recent.length === stormCount && !(timeMs - heap.recent[0]! > stormMs);
    if (isStorm) heap.stormLine ||= number;
  }

  function findings(document: string): Finding[] {
    return [...heaps]
      .flatMap(([pid, heap]) => findingOf(document, pid, heap) ?? [])
      .sort((a, b) => b.count - a.count)
      .slice(0, 12);
  }

  function findingOf(document: string, pid: number, heap: Heap): Finding | undefined {
    const { longest, waits, full } = heap;
    const who = names.told(pid);
    const isLong = longest.ms >= longPauseMs;
    const isFull = full !== undefined && (full.said !== '' || heap.stormLine > 0);
    if (!isFull && heap.stormLine === 0 && !isLong && waits.ms < 500 && waits.count < 5) return undefined;
    const all = seconds(heap.pauseMs);
    const [rule, title] = isFull
      ? ['android.out-of-memory', `The heap of ${who} was full${full.said ? `: ${full.said}` : ''}`]
      : heap.stormLine > 0
        ? ['android.gc-storm', `${heap.count} garbage collections in ${who} stopped it for ${all} in all`]
        : isLong
          ? ['android.gc-pause', `Garbage collection stopped ${who} for ${seconds(longest.ms)} at once`]
          : ['android.gc-pause', `Allocations in ${who} waited ${waits.count} times for the garbage collector`];
    const lines = [full?.line, isLong ? longest.line : 0, heap.stormLine, waits.line, heap.firstLine, heap.lastLine];
    return {
      rule,
      title: title.slice(0, 260),
      explanation: [
        longest.ms > 0 && `The longest stop took ${seconds(longest.ms)}.`,
        heap.limit > 0 && `${round(heap.used)} of ${round(heap.limit)} MB were in use after the last collection.`,
        waits.count > 0 && `Allocations waited for it ${waits.count} times.`,
        isFull
          ? 'What is kept cannot be freed: the process leaks or needs more than it may have.'
          : 'A process that collects this often makes garbage too fast or is close to the limit of its heap.',
      ]
        .filter(Boolean)
        .join(' '),
      severity: isFull && full.said ? 'error' : 'warning',
      role: isFull ? 'cause' : 'symptom',
      certainty: 'certain',
      count: Math.max(1, heap.count),
      ...(!Number.isNaN(heap.firstTimeMs) && { firstTimeMs: heap.firstTimeMs, lastTimeMs: heap.lastTimeMs }),
      evidence: [...new Set(lines.filter((each) => each !== undefined && each > 0))]
        .slice(0, 4)
        .map((each) => ({ document, lineStart: each!, lineEnd: each! })),
      signature: `${rule} ${names.of(pid) ?? 'process'}`,
      subjects: ['memory', 'garbage collection', ...(names.of(pid) ? [names.of(pid)!] : [])],
      next: ['Take a heap dump while it lasts: `adb shell am dumpheap PID /data/local/tmp/heap.hprof`.'],
    };
  }
}

function newHeap(line: number, timeMs: number): Heap {
  return {
    count: 0,
    pauseMs: 0,
    longest: { ms: 0, line: 0, timeMs: Number.NaN },
    waits: { count: 0, ms: 0, line: 0 },
    used: 0,
    limit: 0,
    recent: [],
    stormLine: 0,
    firstLine: line,
    lastLine: line,
    firstTimeMs: timeMs,
    lastTimeMs: timeMs,
  };
}

/** `paused 3ms+4ms`, `paused 1.2ms,345us total 120ms`, of the first releases `in 90ms`. */
function pauseOf(message: string): number {
  const listed = /paused ([\d.,+mus]{1,200})/.exec(message)?.[1] ?? /\/ \d+ bytes in (\d+ms)/.exec(message)?.[1] ?? '';
  let ms = 0;
  for (const [, value, unit] of listed.matchAll(/([\d.]+)(us|ms|s)/g))
    ms += Number(value) * (unit === 'us' ? 0.001 : unit === 's' ? 1000 : 1);
  return Number.isFinite(ms) ? ms : 0;
}

function megabytes(value: string, unit: string): number {
  const factors: Record<string, number> = { B: 1 / 1_048_576, K: 1 / 1024, KB: 1 / 1024, MB: 1, GB: 1024 };
  return Number(value) * (factors[unit] ?? 1);
}

const round = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
const seconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
