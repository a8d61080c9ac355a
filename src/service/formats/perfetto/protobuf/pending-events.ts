import { createEventQueue } from '../model/event-queue.ts';
import type { TraceModel } from '../model/trace-model.ts';
import { applyCompactSwitch, applyCompactWaking, applyFtraceEvent } from './apply-ftrace.ts';
import { applyPacket } from './apply-packet.ts';
import { applyTrackEvent } from './apply-track-event.ts';
import type { Computer, Computers } from './computers.ts';
import type { Count } from './place-track-event.ts';
import { type Generation, syntheticTid } from './sequence.ts';
import { applyDescriptor, type ReadDescriptor } from './track-descriptor.ts';
import { readTrackEvent } from './track-event.ts';
import { unreadPacketSource } from './unread-sources.ts';
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
  /** Events of one time happen packets first, then track events, then those of processors as their streams appeared. */
  rankOf(kind: 'packet' | 'track' | 'ftrace' | 'switch' | 'waking', computer: Computer, cpu?: number): number;
  /** The latest time of all events that were put in. */
  latestNs(): number;
  isFull(): boolean;
  /** Lets the older half happen, or all. Gives how many came too late for their place. */
  drain(all: boolean): number;
}

export function createPending(model: TraceModel, computers: Computers): PendingEvents {
  const queue = createEventQueue<Pending>();
  const ranks = new Map<string, number>();
  let latestNs = 0;
  const rankOf = (kind: string, computer: Computer, cpu = 0): number => {
    const key = `${kind} ${computer.machine.id} ${cpu}`;
    const known = ranks.get(key);
    if (known !== undefined) return known;
    ranks.set(key, ranks.size);
    return ranks.size - 1;
  };
  rankOf('packet', computers.of(0));
  rankOf('track', computers.of(0));

  const apply = (timeNs: number, event: Pending, start: number, stop: number): void => {
    const { computer } = event;
    const { machine, tracks } = computer;
    switch (event.kind) {
      case 'track':
        applyTrackEvent(model, computer, event.generation, timeNs, readTrackEvent(event.bytes), event.counts);
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
            computer.kernelTracks,
          );
        return;
      case 'switch':
        if (isOfTrace(computer, timeNs)) applyCompactSwitch(model, machine, { timeNs, ...event }, computer.lastOnCpu);
        return;
      case 'waking':
        if (isOfTrace(computer, timeNs) && !isBeforeAll(computer, timeNs))
          applyCompactWaking(model, machine, { timeNs, ...event }, computer.lastOnCpu);
    }
  };

  const applyContent = (timeNs: number, { computer, field, bytes, generation }: Pending & { kind: 'packet' }): void => {
    const source = unreadPacketSource(field, openMessage(bytes));
    if (source !== undefined) model.unreadSources.add(source);
    applyPacket(field, { model, computer, timeNs, generation, message: openMessage(bytes) });
  };

  return {
    push(timeNs, rank, sizeBytes, event, start, stop) {
      if (timeNs > latestNs) latestNs = timeNs;
      queue.push(timeNs, rank, sizeBytes, event, start, stop);
    },
    rankOf,
    latestNs: () => latestNs,
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
