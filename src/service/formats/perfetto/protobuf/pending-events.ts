import { createEventQueue } from '../model/event-queue.ts';
import type { TraceModel } from '../model/trace-model.ts';
import { applyCompactSwitch, applyCompactWaking, applyFtraceEvent } from './apply-ftrace.ts';
import { applyPacket, unreadPacketSources } from './apply-packet.ts';
import { applyTrackEvent } from './apply-track-event.ts';
import type { Computer, Computers } from './computers.ts';
import type { Count } from './place-track-event.ts';
import { applyProfilingPacket } from './profiling-packets.ts';
import { type Generation, syntheticTid } from './sequence.ts';
import { applyDescriptor, type ReadDescriptor, readProcess, readThread } from './track-descriptor.ts';
import { readTrackEvent } from './track-event.ts';
import { openMessage } from './wire-cursor.ts';

/** An event that waits for its turn. */
export type Pending =
  | { kind: 'track'; computer: Computer; generation: Generation; bytes: Uint8Array; counts: Count[] }
  | { kind: 'descriptor'; computer: Computer; read: ReadDescriptor }
  | { kind: 'packet'; computer: Computer; field: number; bytes: Uint8Array; generation: Generation }
  | { kind: 'ftrace'; computer: Computer; cpu: number; bytes: Uint8Array }
  | { kind: 'switch'; computer: Computer; cpu: number; previousState: number; tid: number; name: string }
  | { kind: 'waking'; computer: Computer; cpu: number; tid: number };

export interface PendingEvents {
  /** `start` and `stop`: the part of the bytes that the event is, where several share them. */
  push(timeNs: number, rank: number, sizeBytes: number, event: Pending, start?: number, stop?: number): void;
  isFull(): boolean;
  /** Lets the older half happen, or all. Gives how many came too late for their place. */
  drain(all: boolean): number;
}

export function createPending(model: TraceModel, computers: Computers): PendingEvents {
  const queue = createEventQueue<Pending>();
  computers.of(0);

  const apply = (timeNs: number, event: Pending, start: number, stop: number): void => {
    const { computer } = event;
    const { machine, tracks } = computer;
    switch (event.kind) {
      case 'track':
        applyTrackEvent(model, machine, tracks, event.generation, timeNs, readTrackEvent(event.bytes), event.counts);
        return;
      case 'descriptor':
        applyDescriptor(tracks, machine.table, event.read, (tid, pid) =>
          event.read.description.isSandboxed ? syntheticTid(tid, pid) : tid,
        );
        return;
      case 'packet':
        return applyContent(timeNs, event);
      case 'ftrace':
        if (isOfTrace(computer, timeNs))
          applyFtraceEvent(
            model,
            machine,
            event.cpu,
            timeNs,
            openMessage(event.bytes, start, stop),
            isBeforeAll(computer, timeNs),
          );
        return;
      case 'switch':
        if (isOfTrace(computer, timeNs)) applyCompactSwitch(model, machine, { timeNs, ...event }, computer.lastOnCpu);
        return;
      case 'waking':
        if (isOfTrace(computer, timeNs)) applyCompactWaking(model, machine, { timeNs, ...event }, computer.lastOnCpu);
    }
  };

  const applyContent = (timeNs: number, event: Pending & { kind: 'packet' }): void => {
    const { machine, tracks } = event.computer;
    const source = unreadPacketSources.get(event.field);
    if (source !== undefined) model.unreadSources.add(source);
    if (event.field === 43) {
      const { pid, name } = readProcess(openMessage(event.bytes));
      const process = machine.table.process(machine.table.processOf((pid ?? 0) >>> 0));
      if (name !== '') process.name ??= name;
    } else if (event.field === 44) {
      const { pid, tid, name } = readThread(openMessage(event.bytes));
      machine.table.nameThread(machine.table.threadInProcess(tid ?? 0, (pid ?? 0) >>> 0), name);
    } else {
      applyPacket(model, machine, tracks, timeNs, event.field, openMessage(event.bytes));
      applyProfilingPacket(model, event.computer, timeNs, event.field, event.bytes, event.generation);
    }
  };

  return {
    push: queue.push,
    isFull: queue.isFull,
    drain: (all) => queue.drain(all, apply),
  };
}

function isOfTrace(computer: Computer, timeNs: number): boolean {
  return computer.keepsEarlyEvents || computer.startedNs === undefined || timeNs >= computer.startedNs;
}

function isBeforeAll(computer: Computer, timeNs: number): boolean {
  return computer.completeFromNs !== undefined && timeNs < computer.completeFromNs;
}
