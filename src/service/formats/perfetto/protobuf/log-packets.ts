import type { Machine, TraceModel } from '../model/trace-model.ts';
import { nextField, openField, textOf, unsignedOf, type WireCursor } from './wire-cursor.ts';

const priorities = ['', '', 'verbose', 'debug', 'info', 'warning', 'error', 'fatal'];

/** Lines of Android's log. */
export function applyLogs(model: TraceModel, machine: Machine, packetNs: number, packet: WireCursor): void {
  while (nextField(packet)) {
    if (packet.field !== 1 || packet.wire !== 2) continue;
    const entry = openField(packet);
    let pid = 0;
    let tid = 0;
    let priority = 0;
    let tag = '';
    let message = '';
    while (nextField(entry)) {
      if (entry.field === 2) pid = unsignedOf(entry) >>> 0;
      else if (entry.field === 3) tid = unsignedOf(entry) >>> 0;
      else if (entry.field === 6) tag = textOf(entry);
      else if (entry.field === 7) priority = unsignedOf(entry);
      else if (entry.field === 8) message = textOf(entry);
    }
    const thread = tid === 0 ? undefined : machine.table.threadInProcess(tid, pid);
    const owner = thread === undefined ? { machine } : { machine, thread };
    const text = `${tag}: ${message}`;
    const line = model.recorder.record(packetNs, model.who(owner), `log ${priorities[priority] ?? ''} ${text}`);
    if (priority >= 6) model.notices.add('logged', text, packetNs, line, owner, priority === 7);
  }
}

const journalPriorities = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug'];

/** Entries of the systemd journal. */
export function applyJournal(model: TraceModel, machine: Machine, timeNs: number, packet: WireCursor): void {
  while (nextField(packet)) {
    if (packet.field !== 1 || packet.wire !== 2) continue;
    const entry = openField(packet);
    let pid = 0;
    let tid: number | undefined;
    let priority = 7;
    let tag = '';
    let message = '';
    while (nextField(entry)) {
      if (entry.field === 2) pid = unsignedOf(entry) >>> 0;
      else if (entry.field === 3) tid = unsignedOf(entry) >>> 0;
      else if (entry.field === 6) priority = unsignedOf(entry);
      else if (entry.field === 7) tag = textOf(entry);
      else if (entry.field === 8) message = textOf(entry);
    }
    const owner = pid === 0 ? { machine } : { machine, thread: machine.table.threadInProcess(tid ?? pid, pid) };
    const text = `${tag}: ${message}`;
    const line = model.recorder.record(timeNs, model.who(owner), `log ${journalPriorities[priority] ?? ''} ${text}`);
    if (priority <= 3) model.notices.add('logged', text, timeNs, line, owner, priority < 3);
  }
}
