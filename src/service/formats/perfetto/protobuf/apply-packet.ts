import { namePriority } from '../model/process-table.ts';
import { applyAndroidProcesses } from './android-processes.ts';
import { applyJournal, applyLogs } from './log-packets.ts';
import { applyProcessTree, genericTree, linuxTree } from './process-trees.ts';
import {
  applyFrames,
  applyGraphicsEvent,
  applyHeapDumps,
  applyMemorySnapshot,
  applyScript,
  applyStackSample,
} from './profiling-packets.ts';
import { applyPerfSample, applyProcessStats, applySystemStats, applyTaskState } from './system-packets.ts';
import { readThreadEntry } from './thread-entry.ts';
import type { TimedPacket } from './timed-packet.ts';
import { readProcess, readThread } from './track-descriptor.ts';
import { applyWindowsEvents } from './windows-events.ts';
import { numberIn } from './wire-cursor.ts';

type Apply = (packet: TimedPacket) => void;

/** What a packet does to the model, by its field in the trace. Many only name the processes they speak of. */
const packetKinds: ReadonlyMap<number, Apply> = new Map<number, Apply>([
  [2, ({ computer, message }) => applyProcessTree(computer.machine, computer.tracks, message, linuxTree)],
  [7, applySystemStats],
  [9, applyProcessStats],
  [37, applyHeapDumps],
  [39, applyLogs],
  [43, applyProcessDescriptor],
  [44, applyThreadDescriptor],
  [49, ({ computer, message }) => void computer.machine.table.threadOf(idIn(message, 5))],
  [53, applyGraphicsEvent],
  [54, nameWriter],
  [56, ({ computer, message }) => void computer.machine.table.processOf(idIn(message, 1))],
  [62, ({ computer, message }) => void computer.machine.table.processOf(idIn(message, 4))],
  [66, applyPerfSample],
  [68, ({ computer, message }) => void computer.machine.table.processOf(idIn(message, 1))],
  [71, applyGraphicsMemory],
  [73, applyMemorySnapshot],
  [76, applyFrames],
  [95, applyWindowsEvents],
  ...[99, 100, 101, 102, 103].map((field): [number, Apply] => [field, applyScript]),
  [117, applyTaskState],
  [118, applyFrequency],
  [120, applyThreadName],
  [122, ({ computer, message }) => applyProcessTree(computer.machine, computer.tracks, message, genericTree)],
  [131, applyProcessName],
  [132, applyJournal],
  [135, applyStackSample],
  [1002, applyAndroidProcesses],
]);

/** Lets what a packet tells of the system happen. */
export function applyPacket(field: number, packet: TimedPacket): void {
  packetKinds.get(field)?.(packet);
}

const idIn = (message: TimedPacket['message'], field: number): number => (numberIn(message, field) ?? 0) >>> 0;

function nameWriter({ computer, generation }: TimedPacket): void {
  computer.machine.table.threadInProcess(generation.tid ?? 0, (generation.pid ?? 0) >>> 0);
}

function applyProcessDescriptor({ computer, message }: TimedPacket): void {
  const { table } = computer.machine;
  const { pid, name } = readProcess(message);
  const process = table.process(table.processOf((pid ?? 0) >>> 0));
  if (name !== '') process.name ??= name;
}

function applyThreadDescriptor({ computer, message }: TimedPacket): void {
  const { table } = computer.machine;
  const { pid, tid, name } = readThread(message);
  table.nameThread(table.threadInProcess(tid ?? 0, (pid ?? 0) >>> 0), name, namePriority.descriptor);
}

function applyGraphicsMemory({ computer, message }: TimedPacket): void {
  const pid = idIn(message, 2);
  if (pid !== 0) computer.machine.table.processOf(pid);
}

function applyFrequency({ model, computer: { machine }, timeNs, message }: TimedPacket): void {
  const { tid: cpu, pid: hertz } = readThreadEntry(message, { tid: 1, pid: 2, name: 0 });
  model.count({ machine }, timeNs, `frequency of cpu ${cpu}`, hertz / 1000, 'kHz');
}

function applyThreadName({ computer: { machine }, message }: TimedPacket): void {
  const { tid, name } = readThreadEntry(message, { tid: 1, pid: 0, name: 2 });
  machine.table.nameThread(machine.table.threadOf(tid), name);
}

function applyProcessName({ computer: { machine }, message }: TimedPacket): void {
  const { pid, name } = readThreadEntry(message, { tid: 0, pid: 1, name: 3 });
  const process = machine.table.process(machine.table.processOf(pid >>> 0));
  if (name !== '') process.name = name;
}
