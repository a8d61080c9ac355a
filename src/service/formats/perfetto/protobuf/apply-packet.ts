import type { Machine, TraceModel } from '../model/trace-model.ts';
import type { DescribedTracks } from './described-tracks.ts';
import { applyJournal, applyLogs } from './log-packets.ts';
import { readThreadEntry } from './thread-entry.ts';
import { applyWindowsEvents } from './windows-events.ts';
import { appendNumbers, nextField, openField, signedOf, textOf, unsignedOf, type WireCursor } from './wire-cursor.ts';

/** Kinds of packets that make slices which are not read here. */
export const unreadPacketSources: ReadonlyMap<number, string> = new Map([
  [49, 'perfetto_metatrace'],
  [53, 'gpu_render_stage'],
  [57, 'graphics_frame_event'],
  [63, 'gpu_log'],
  [65, 'vulkan_api'],
  [76, 'frame_timeline'],
  [80, 'android_camera'],
  [81, 'android_camera'],
  [84, 'statsd'],
  [86, 'android_system_property'],
  [88, 'network_packet'],
  [92, 'network_packet'],
  [46, 'trigger'],
  [109, 'chrome_trigger'],
  [110, 'pixel_modem'],
  [114, 'bluetooth'],
  [116, 'app_wakelock'],
]);

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
      return applyProcessTree(machine, tracks, packet);
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
    case 120: {
      const { tid, name } = readThreadEntry(packet, { tid: 1, pid: 0, name: 2 });
      machine.table.nameThread(machine.table.threadOf(tid), name);
      return;
    }
    case 122:
      return applyGenericTree(machine, packet);
  }
}

function applyProcessTree(machine: Machine, tracks: DescribedTracks, tree: WireCursor): void {
  const { table } = machine;
  const threads: WireCursor[] = [];
  while (nextField(tree)) {
    if (tree.wire !== 2) continue;
    if (tree.field === 2) threads.push(openField(tree));
    if (tree.field !== 1) continue;
    const entry = openField(tree);
    let pid = 0;
    let parent = 0;
    let name: string | undefined;
    let isThreadName = false;
    const inner: number[] = [];
    while (nextField(entry)) {
      if (entry.field === 1) pid = unsignedOf(entry) >>> 0;
      else if (entry.field === 2) parent = unsignedOf(entry) >>> 0;
      else if (entry.field === 3 && entry.wire === 2) name ??= textOf(entry);
      else if (entry.field === 6) appendNumbers(entry, inner, 64);
      else if (entry.field === 9) isThreadName = unsignedOf(entry) !== 0;
    }
    if (name === undefined) continue;
    if (inner.length > 0) tracks.nameProcessIds(pid, inner);
    table.processOf(parent);
    const process = table.processOf(pid);
    table.process(process).name = name.split(' ')[0] ?? name;
    if (isThreadName) table.nameThread(table.threadOf(pid), name);
  }
  for (const entry of threads) {
    const inner: number[] = [];
    const copy = { ...entry };
    while (nextField(copy)) if (copy.field === 4) appendNumbers(copy, inner, 64);
    const { tid, pid, name } = readThreadEntry(entry, { tid: 1, pid: 3, name: 2 });
    const thread = table.threadInProcess(tid >>> 0, pid >>> 0);
    table.nameThread(thread, name);
    if (inner.length > 0) tracks.nameThreadIds(pid >>> 0, tid >>> 0, inner);
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
const dead = 7;
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
  if (state === destroyed && dead < destroyed) table.endThread(tid);
}

function applyGenericTree(machine: Machine, tree: WireCursor): void {
  const { table } = machine;
  const threads: WireCursor[] = [];
  while (nextField(tree)) {
    if (tree.wire !== 2) continue;
    if (tree.field === 2) threads.push(openField(tree));
    if (tree.field !== 1) continue;
    const entry = openField(tree);
    let pid = 0;
    let parent = 0;
    let name: string | undefined;
    while (nextField(entry)) {
      if (entry.field === 1) pid = signedOf(entry);
      else if (entry.field === 2) parent = signedOf(entry);
      else if (entry.field === 3) name = textOf(entry);
    }
    if (name === undefined) continue;
    table.processOf(parent, false);
    table.process(table.processOf(pid, false)).name = name.split(' ')[0] ?? name;
  }
  for (const entry of threads) {
    const { tid, pid, name } = readThreadEntry(entry, { tid: 1, pid: 2, name: 3 });
    table.nameThread(table.threadOfProcess(tid, table.processOf(pid, false)), name);
  }
}
