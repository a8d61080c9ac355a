import type { Machine, TraceModel } from '../model/trace-model.ts';
import type { DescribedTracks } from './described-tracks.ts';
import { applyJournal, applyLogs } from './log-packets.ts';
import { applyProcessTree, genericTree, linuxTree } from './process-trees.ts';
import { readThreadEntry } from './thread-entry.ts';
import { applyWindowsEvents } from './windows-events.ts';
import { nextField, openField, signedOf, textOf, unsignedOf, type WireCursor } from './wire-cursor.ts';

/** Packets about the system that name processes and threads, at their time. */
export function applyPacket(
  model: TraceModel,
  machine: Machine,
  tracks: DescribedTracks,
  timeNs: number,
  field: number,
  packet: WireCursor,
): void {
  switch (field) {
    case 2:
      return applyProcessTree(machine, tracks, packet, linuxTree);
    case 9:
      return applyProcessStats(model, machine, timeNs, packet);
    case 39:
      return applyLogs(model, machine, timeNs, packet);
    case 7:
      return applySystemStats(model, machine, timeNs, packet);
    case 95:
      return applyWindowsEvents(model, machine, timeNs, packet);
    case 132:
      return applyJournal(model, machine, timeNs, packet);
    case 66:
      return applyPerfSample(machine, packet);
    case 117:
      return applyTaskState(model, machine, timeNs, packet);
    case 118: {
      const { tid: cpu, pid: hertz } = readThreadEntry(packet, { tid: 1, pid: 2, name: 0 });
      model.count({ machine }, timeNs, `frequency of cpu ${cpu}`, hertz / 1000, 'kHz');
      return;
    }
    case 120: {
      const { tid, name } = readThreadEntry(packet, { tid: 1, pid: 0, name: 2 });
      machine.table.nameThread(machine.table.threadOf(tid), name);
      return;
    }
    case 122:
      return applyProcessTree(machine, tracks, packet, genericTree);
  }
}

const memoryFields: ReadonlyMap<number, string> = new Map([
  [2, 'mem.virt'],
  [3, 'mem.rss'],
  [4, 'mem.rss.anon'],
  [5, 'mem.rss.file'],
  [7, 'mem.swap'],
]);

function applyProcessStats(model: TraceModel, machine: Machine, timeNs: number, stats: WireCursor): void {
  while (nextField(stats)) {
    if (stats.field !== 1 || stats.wire !== 2) continue;
    const find = openField(stats);
    let pid = 0;
    while (nextField(find)) if (find.field === 1) pid = unsignedOf(find) >>> 0;
    const entry = openField(stats);
    while (nextField(entry)) {
      if (entry.field === 1) continue;
      if (entry.field === 11) {
        const { tid } = readThreadEntry(openField(entry), { tid: 1, pid: 0, name: 0 });
        machine.table.threadInProcess(tid >>> 0, pid);
        continue;
      }
      const process = machine.table.processOf(pid);
      const name = memoryFields.get(entry.field);
      if (name !== undefined) model.count({ machine, process }, timeNs, name, signedOf(entry) * 1024, 'bytes');
      else if (entry.field === 10) model.count({ machine, process }, timeNs, 'oom_score_adj', signedOf(entry));
    }
  }
}

const memoryInfo = ['', 'MemTotal', 'MemFree', 'MemAvailable'];

function applySystemStats(model: TraceModel, machine: Machine, timeNs: number, stats: WireCursor): void {
  while (nextField(stats)) {
    if (stats.field !== 1 || stats.wire !== 2) continue;
    const entry = openField(stats);
    let key = 0;
    let value = 0;
    while (nextField(entry)) {
      if (entry.field === 1) key = unsignedOf(entry);
      else if (entry.field === 2) value = signedOf(entry);
    }
    const name = memoryInfo[key];
    if (name) model.count({ machine }, timeNs, name, value * 1024, 'bytes');
  }
}

function applyPerfSample(machine: Machine, sample: WireCursor): void {
  let pid = 0;
  let tid = 0;
  while (nextField(sample)) {
    if (sample.field === 2) pid = unsignedOf(sample) >>> 0;
    else if (sample.field === 3) tid = unsignedOf(sample) >>> 0;
    else if ((sample.field === 17 && unsignedOf(sample) > 0) || sample.field === 19) return;
  }
  machine.table.threadInProcess(tid, pid);
}

const running = 3;
const destroyed = 8;

function applyTaskState(model: TraceModel, machine: Machine, timeNs: number, event: WireCursor): void {
  const { table } = machine;
  let cpu = 0;
  let tid = 0;
  let state = 0;
  let name = '';
  while (nextField(event)) {
    if (event.field === 1) cpu = signedOf(event);
    else if (event.field === 2) name = textOf(event);
    else if (event.field === 3) tid = signedOf(event);
    else if (event.field === 4) state = unsignedOf(event);
  }
  if (state < 1 || state > destroyed) return;
  const known = table.findThread(tid);
  if (state === 1 && known !== undefined) return;
  const thread = known ?? table.startThread(tid);
  if (known === undefined || state !== destroyed) table.nameThread(thread, name);
  const words = ['', 'created', 'runnable', 'running', 'sleeps', 'sleeps', 'stopped', 'dead', 'destroyed'];
  const line = model.recorder.record(timeNs, `cpu ${cpu}`, `${model.who({ machine, thread })} ${words[state]}`);
  if (state === running) machine.scheduling.switch(cpu, timeNs, undefined, false, thread, line);
  else if (state === 2) machine.scheduling.wake(thread, timeNs, line);
  if (state === destroyed) table.endThread(tid);
}
