import { citeLine } from '../cite.ts';
import type { Finding, Series } from '../reading.ts';
import { collectionLine, heapSizeOf, pauseOf } from './collection-line.ts';
import { createHeapCourse } from './heap-course.ts';
import type { LogcatLine } from './logcat-line.ts';
import type { ProcessNames } from './process-names.ts';

interface Heap {
  count: number;
  pauseMs: number;
  longest: { ms: number; line: number };
  /** Allocations that waited for a collection. */
  waits: { count: number; ms: number; line: number };
  course: ReturnType<typeof createHeapCourse>;
  /** The heap was held at its limit, or an allocation failed. */
  full?: { line: number; said: string };
  recent: number[];
  stormLine: number;
  firstLine: number;
  lastLine: number;
  firstTimeMs: number;
  lastTimeMs: number;
}

/** How a heap filled up, for the crash that ended it. */
export interface HeapStory {
  told: string;
  evidence: { lineStart: number; lineEnd: number }[];
}

const maxProcesses = 500;
/** In all that virtual machines print of their heaps; most lines end here. */
const quickSign = /G[Cc]|OfMemory|of memory/;
/** So many collections within a minute are a storm. */
const stormCount = 40;
const stormMs = 60_000;
const longPauseMs = 100;

/** Garbage collections by process: storms, long pauses, and heaps that are full. */
export function createGarbageCollections(names: ProcessNames) {
  const heaps = new Map<number, Heap>();
  const told = new Set<number>();
  return { line, storyOf, findings, series };

  function line({ pid, message }: LogcatLine, number: number, timeMs: number): void {
    if (!quickSign.test(message) || !collectionLine.test(message)) return;
    const heap = heaps.get(pid) ?? (heaps.size < maxProcesses ? newHeap(number, timeMs) : undefined);
    if (!heap) return;
    heaps.set(pid, heap);
    heap.lastLine = number;
    heap.lastTimeMs = timeMs;
    const wait = /WaitForGcToComplete blocked (?:\w+ on \w+ )?for ([\d.]+)(ms|s)\b/.exec(message);
    if (wait || message.includes('blocking GC Alloc')) {
      heap.waits.count++;
      heap.waits.ms += wait ? Number(wait[1]) * (wait[2] === 's' ? 1000 : 1) : 0;
      heap.waits.line ||= number;
    }
    const failed = /Throwing OutOfMemoryError "([^"]{0,160})|(Out of memory on a \d+-byte allocation)/.exec(message);
    if (failed || (message.startsWith('Clamp target GC heap') && !heap.full))
      heap.full = { line: number, said: failed?.[1] ?? failed?.[2] ?? '' };
    if (message.includes('freed')) collected(heap, message, number, timeMs);
  }

  function collected(heap: Heap, message: string, number: number, timeMs: number): void {
    heap.count++;
    const size = heapSizeOf(message);
    if (size) heap.course.add({ timeMs, value: size.used, line: number }, size.limit);
    const ms = pauseOf(message);
    heap.pauseMs += ms;
    if (ms > heap.longest.ms) heap.longest = { ms, line: number };
    heap.recent.push(timeMs);
    if (heap.recent.length > stormCount) heap.recent.shift();
    if (heap.recent.length === stormCount && !(timeMs - heap.recent[0]! > stormMs)) heap.stormLine ||= number;
  }

  /** The story of a process's heap; what is told here is no finding of its own. */
  function storyOf(pid: number): HeapStory | undefined {
    const heap = heaps.get(pid);
    if (!heap) return undefined;
    told.add(pid);
    const { from, to } = heap.course.growth() ?? {};
    const lines = [from?.line, to?.line, heap.full?.line].filter((line) => line !== undefined);
    return {
      told: courseOf(heap),
      evidence: [...new Set(lines)].sort((a, b) => a - b).map((line) => ({ lineStart: line, lineEnd: line })),
    };
  }

  function findings(document: string): Finding[] {
    return [...heaps]
      .flatMap(([pid, heap]) => (told.has(pid) ? [] : (findingOf(document, pid, heap) ?? [])))
      .sort((a, b) => b.count - a.count)
      .slice(0, 12);
  }

  /** The heaps that were looked at most. */
  function series(document: string): Series[] {
    return [...heaps]
      .sort(([, a], [, b]) => b.count - a.count)
      .slice(0, 3)
      .map(([pid, heap]) => heap.course.series(`Java heap of ${names.told(pid)}`, document))
      .filter((each) => each !== undefined);
  }

  function findingOf(document: string, pid: number, heap: Heap): Finding | undefined {
    const { longest, waits, full, course } = heap;
    const who = names.told(pid);
    const isLong = longest.ms >= longPauseMs;
    const growth = course.growth();
    const isFull = full !== undefined && (full.said !== '' || heap.stormLine > 0 || growth !== undefined);
    if (!isFull && heap.stormLine === 0 && !isLong && waits.ms < 500 && waits.count < 5) return undefined;
    const all = seconds(heap.pauseMs);
    const [rule, title] = isFull
      ? ['android.out-of-memory', `The heap of ${who} was full${full.said ? `: ${full.said}` : ''}`]
      : heap.stormLine > 0
        ? ['android.gc-storm', `${heap.count} garbage collections in ${who} stopped it for ${all} in all`]
        : isLong
          ? ['android.gc-pause', `Garbage collection stopped ${who} for ${seconds(longest.ms)} at once`]
          : ['android.gc-pause', `Allocations in ${who} waited ${waits.count} times for the garbage collector`];
    const ends = growth ? [growth.from.line, growth.to.line] : [heap.firstLine, heap.lastLine];
    const lines = [full?.line, isLong ? longest.line : 0, heap.stormLine, waits.line, ...ends];
    return {
      rule,
      title: title.slice(0, 260),
      explanation: courseOf(heap),
      severity: isFull && full.said ? 'error' : 'warning',
      role: isFull ? 'cause' : 'symptom',
      certainty: 'certain',
      count: Math.max(1, heap.count),
      ...(!Number.isNaN(heap.firstTimeMs) && { firstTimeMs: heap.firstTimeMs, lastTimeMs: heap.lastTimeMs }),
      evidence: [...new Set(lines.filter((each) => each !== undefined && each > 0))]
        .slice(0, 5)
        .map((each) => citeLine(document, each!)),
      signature: `${rule} ${names.of(pid) ?? 'process'}`,
      subjects: ['memory', 'garbage collection', ...(names.of(pid) ? [names.of(pid)!] : [])],
      next: ['Take a heap dump while this lasts: `adb shell am dumpheap PID /data/local/tmp/heap.hprof`.'],
    };
  }
}

function courseOf({ course, longest, waits, full, stormLine }: Heap): string {
  const growth = course.growth();
  const limit = round(course.limit());
  const isTimed = growth && growth.to.timeMs > growth.from.timeMs;
  const isHeld = full !== undefined && (growth !== undefined || full.said !== '' || stormLine > 0);
  return [
    growth
      ? `Its heap grew from ${round(growth.from.value)} to ${round(growth.to.value)} of ${limit} MB${isTimed ? ` in ${seconds(growth.to.timeMs - growth.from.timeMs)}` : ''}.`
      : course.limit() > 0 && `${round(course.used())} of ${limit} MB were in use after the last collection.`,
    longest.ms >= 1 && `The longest pause took ${seconds(longest.ms)}.`,
    waits.count > 0 && `Allocations waited for it ${waits.count === 1 ? 'once' : `${waits.count} times`}.`,
    isHeld
      ? 'What is in use cannot be freed: the process leaks, or needs more than its limit.'
      : 'A process that collects this often creates garbage too fast, or is close to its heap limit.',
  ]
    .filter(Boolean)
    .join(' ');
}

function newHeap(line: number, timeMs: number): Heap {
  return {
    count: 0,
    pauseMs: 0,
    longest: { ms: 0, line: 0 },
    waits: { count: 0, ms: 0, line: 0 },
    course: createHeapCourse(),
    recent: [],
    stormLine: 0,
    firstLine: line,
    lastLine: line,
    firstTimeMs: timeMs,
    lastTimeMs: timeMs,
  };
}

const round = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
function seconds(ms: number): string {
  if (ms >= 120_000) return `${Math.round(ms / 60_000)} min`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
