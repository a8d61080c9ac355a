import { readThreadEntry } from './thread-entry.ts';
import type { TimedPacket } from './timed-packet.ts';
import { messagesIn, nextField, openField, signedOf, textOf, unsignedOf } from './wire-cursor.ts';

const memoryFields: ReadonlyMap<number, string> = new Map([
  [2, 'mem.virt'],
  [3, 'mem.rss'],
  [4, 'mem.rss.anon'],
  [5, 'mem.rss.file'],
  [7, 'mem.swap'],
]);

const threadEntry = 11;

export function applyProcessStats({ model, computer: { machine }, timeNs, message }: TimedPacket): void {
  for (const entry of messagesIn(message, 1)) {
    const find = { ...entry };
    let pid = 0;
    while (nextField(find)) if (find.field === 1) pid = unsignedOf(find) >>> 0;
    while (nextField(entry)) {
      if (entry.field === 1) continue;
      if (entry.field === threadEntry) {
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

export function applySystemStats({ model, computer: { machine }, timeNs, message }: TimedPacket): void {
  for (const entry of messagesIn(message, 1)) {
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

export function applyPerfSample({ computer, message }: TimedPacket): void {
  let pid = 0;
  let tid = 0;
  while (nextField(message)) {
    if (message.field === 2) pid = unsignedOf(message) >>> 0;
    else if (message.field === 3) tid = unsignedOf(message) >>> 0;
    else if ((message.field === 17 && unsignedOf(message) > 0) || message.field === 19) return;
  }
  computer.machine.table.threadInProcess(tid, pid);
}

const states = ['', 'created', 'runnable', 'running', 'sleeps', 'sleeps', 'stopped', 'dead', 'destroyed'];
const created = 1;
const runnable = 2;
const running = 3;
const destroyed = 8;

export function applyTaskState({ model, computer: { machine }, timeNs, message }: TimedPacket): void {
  const { table } = machine;
  const { cpu, tid, state, name } = readTaskState(message);
  if (state < created || state > destroyed) return;
  const known = table.findThread(tid);
  if (state === created && known !== undefined) return;
  const thread = known ?? table.startThread(tid);
  if (known === undefined || state !== destroyed) table.nameThread(thread, name);
  const line = model.recorder.record(timeNs, `cpu ${cpu}`, `${model.who({ machine, thread })} ${states[state]}`);
  if (state === running) machine.scheduling.switch(cpu, timeNs, undefined, false, thread, line);
  else if (state === runnable) machine.scheduling.wake(thread, timeNs, line);
  else if (state === destroyed) table.endThread(tid);
}

function readTaskState(message: TimedPacket['message']) {
  const task = { cpu: 0, tid: 0, state: 0, name: '' };
  while (nextField(message)) {
    if (message.field === 1) task.cpu = signedOf(message);
    else if (message.field === 2) task.name = textOf(message);
    else if (message.field === 3) task.tid = signedOf(message);
    else if (message.field === 4) task.state = unsignedOf(message);
  }
  return task;
}
