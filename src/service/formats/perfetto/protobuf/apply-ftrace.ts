import type { Machine, TraceModel } from '../model/trace-model.ts';
import { kernelEvents, recordSwitch, recordWaking, switchField } from './kernel-events.ts';
import { applyKernelTrack, type KernelTrack } from './kernel-tracks.ts';
import { unreadKernelSource } from './unread-sources.ts';
import { nextField, openField, readValues, unsignedOf, type WireCursor } from './wire-cursor.ts';

const maxField = 24;

/** One event of the Linux kernel. `isEarly`: other processors' events are missing at its time, only its thread counts. */
export function applyFtraceEvent(
  model: TraceModel,
  machine: Machine,
  cpu: number,
  timeNs: number,
  cursor: WireCursor,
  isEarly: boolean,
  kernelTracks: ReadonlyMap<number, KernelTrack | undefined>,
): void {
  const named = pidOf({ ...cursor });
  const tid = named ?? 0;
  while (nextField(cursor)) {
    const { field } = cursor;
    if (cursor.wire !== 2) continue;
    const unread = unreadKernelSource(field);
    if (named === undefined && unread !== 'pkvm_hypervisor') return;
    if (field !== switchField) machine.table.threadOf(tid);
    if (isEarly) return;
    if (unread !== undefined) model.unreadSources.add(unread);
    const kernelTrack = kernelTracks.get(field);
    if (kernelTrack) {
      applyKernelTrack(model, machine, timeNs, tid, kernelTrack, openField(cursor));
      continue;
    }
    const apply = kernelEvents.get(field);
    if (apply === undefined) continue;
    const { numbers, texts } = readValues(openField(cursor), maxField);
    apply({ model, machine, cpu, timeNs, tid, numbers, texts });
  }
}

/** Many switches in few bytes: only what comes is told, who leaves follows from the switch before. */
export function applyCompactSwitch(
  model: TraceModel,
  machine: Machine,
  event: { timeNs: number; cpu: number; previousState: number; tid: number; name: string },
  lastOnCpu: Map<string, number>,
): void {
  const taking = machine.table.threadOf(event.tid >>> 0);
  machine.table.nameThread(taking, event.name);
  const key = `${machine.id} ${event.cpu}`;
  const leaving = lastOnCpu.get(key);
  lastOnCpu.set(key, taking);
  recordSwitch(model, machine, event.cpu, event.timeNs, leaving, event.previousState, taking);
}

export function applyCompactWaking(
  model: TraceModel,
  machine: Machine,
  event: { timeNs: number; cpu: number; tid: number },
  lastOnCpu: ReadonlyMap<string, number>,
): void {
  const waker = lastOnCpu.get(`${machine.id} ${event.cpu}`);
  if (waker === undefined) return;
  const thread = machine.table.threadOf(event.tid >>> 0);
  recordWaking(model, machine, event.timeNs, model.who({ machine, thread: waker }), thread);
}

function pidOf(cursor: WireCursor): number | undefined {
  while (nextField(cursor)) if (cursor.field === 2 && cursor.wire === 0) return unsignedOf(cursor) >>> 0;
  return undefined;
}
