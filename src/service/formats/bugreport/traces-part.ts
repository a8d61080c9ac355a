import { stableFrame } from '../capture/stable-frame.ts';
import type { Finding } from '../reading.ts';
import { findBlocking, type Surroundings } from './blocked-thread.ts';
import { findLockCycle } from './lock-cycle.ts';
import type { Part } from './place.ts';
import {
  createThreadDumpReader,
  type TracedProcess,
  type TracedThread,
  tellingLines,
  topFrame,
} from './thread-dump.ts';

/** Thread dumps of the virtual machine: who waits for whose lock, and what the main thread of an ANR was doing. */
export function createTracesPart(document: string, around: Surroundings): Part {
  const dumps = createThreadDumpReader();
  let section = '';
  let isFirst = false;
  return {
    line(place, number, text) {
      if (place.section !== section) {
        section = place.section;
        isFirst = /ANR/.test(section) && !/JUST NOW/.test(section);
      }
      if (!/^VM TRACES|^ANR|^DUMP TRACES|^TRACES/.test(section)) return;
      dumps.line(number, text, () => {
        const wasFirst = isFirst;
        isFirst = false;
        return wasFirst;
      });
    },
    finish: () => ({ findings: dumps.processes().flatMap((process) => findingsOf(document, process, around)) }),
  };
}

function findingsOf(document: string, process: TracedProcess, around: Surroundings): Finding[] {
  const name = process.name || around.names.of(process.pid) || `pid ${process.pid}`;
  const common = {
    count: 1,
    ...(Number.isNaN(process.timeMs) ? {} : { firstTimeMs: process.timeMs, lastTimeMs: process.timeMs }),
  };
  const cycle = findLockCycle(process.threads);
  if (cycle) return [{ ...deadlock(document, name, process, cycle), ...common }];
  const main = process.threads.find((thread) => thread.id === 1);
  if (!process.isAccused || !main) return [];
  const { doing, explanation, evidence, guilty, isIdle, next } = findBlocking(document, process, main, around);
  return [
    {
      rule: isIdle ? 'android.anr-idle' : 'android.anr-trace',
      title: `${name} did not respond (ANR): its main thread ${doing}`,
      explanation,
      severity: isIdle ? 'info' : 'error',
      role: isIdle ? 'context' : 'cause',
      certainty: 'likely',
      evidence,
      signature: `anr ${name} ${stableFrame(guilty)}`,
      subjects: [name, `pid ${process.pid}`, guilty, 'ANR'],
      next: [next],
      ...common,
    },
  ];
}

function deadlock(document: string, name: string, process: TracedProcess, cycle: readonly TracedThread[]): Finding {
  const holding = cycle.map((thread, index) => {
    const next = cycle[(index + 1) % cycle.length]!;
    const before = cycle[(index + cycle.length - 1) % cycle.length]!;
    const held = before.waitsFor!;
    return `"${thread.name}" (thread ${thread.id}) holds ${held.kind || 'the lock'} <${held.lock}> and waits for ${thread.waitsFor!.kind || 'the lock'} <${thread.waitsFor!.lock}> held by "${next.name}" (thread ${next.id})`;
  });
  const locks = new Set(cycle.map((thread) => thread.waitsFor!.lock));
  const others = process.threads.filter(({ waitsFor }) => waitsFor && locks.has(waitsFor.lock)).length - cycle.length;
  return {
    rule: 'android.deadlock',
    title: `Deadlock in ${name}: ${cycle.map((thread) => `"${thread.name}"`).join(' and ')} wait for each other's locks`,
    explanation: `${holding.join('; ')}. None of them can continue.${others > 0 ? ` ${others} more ${others === 1 ? 'thread waits' : 'threads wait'} for these locks.` : ''}`,
    severity: 'critical',
    role: 'cause',
    certainty: 'certain',
    count: 1,
    evidence: cycle
      .slice(0, 4)
      .flatMap((thread, index) => {
        const before = cycle[(index + cycle.length - 1) % cycle.length]!;
        const held = thread.held.get(before.waitsFor!.lock)?.line;
        return tellingLines(document, thread, [thread.waitsFor!.line, ...(held === undefined ? [] : [held])]);
      })
      .slice(0, 12),
    signature: `deadlock ${name} ${cycle.map(topFrame).map(stableFrame).sort().join(' | ')}`.slice(0, 200),
    subjects: [name, `pid ${process.pid}`, ...cycle.map((thread) => thread.name), ...cycle.map(topFrame)],
    next: ['Take these locks in the same order everywhere, or make no outside calls while holding one.'],
  };
}
