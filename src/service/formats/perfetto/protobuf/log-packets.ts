import type { TimedPacket } from './timed-packet.ts';
import { messagesIn, nextField, textOf, unsignedOf, type WireCursor } from './wire-cursor.ts';

/** Where a kind of log keeps its parts. */
interface LogLayout {
  priority: number;
  tag: number;
}

interface LogEntry {
  pid: number;
  tid: number | undefined;
  priority: number;
  text: string;
}

const androidLayout: LogLayout = { priority: 7, tag: 6 };
const androidPriorities = ['', '', 'verbose', 'debug', 'info', 'warning', 'error', 'fatal'];

/** Lines of Android's log. */
export function applyLogs({ model, computer: { machine }, timeNs, message }: TimedPacket): void {
  for (const entry of messagesIn(message, 1)) {
    const { pid, tid = 0, priority, text } = readEntry(entry, androidLayout, 0);
    const owner = tid === 0 ? { machine } : { machine, thread: machine.table.threadInProcess(tid, pid) };
    const line = model.recorder.record(timeNs, model.who(owner), `log ${androidPriorities[priority] ?? ''} ${text}`);
    if (priority >= 6) model.notices.add('logged', text, timeNs, line, owner, priority === 7);
  }
}

const journalLayout: LogLayout = { priority: 6, tag: 7 };
const journalPriorities = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug'];

/** Entries of the systemd journal. */
export function applyJournal({ model, computer: { machine }, timeNs, message }: TimedPacket): void {
  for (const entry of messagesIn(message, 1)) {
    const { pid, tid, priority, text } = readEntry(entry, journalLayout, 7);
    const owner = pid === 0 ? { machine } : { machine, thread: machine.table.threadInProcess(tid ?? pid, pid) };
    const line = model.recorder.record(timeNs, model.who(owner), `log ${journalPriorities[priority] ?? ''} ${text}`);
    if (priority <= 3) model.notices.add('logged', text, timeNs, line, owner, priority < 3);
  }
}

function readEntry(entry: WireCursor, layout: LogLayout, usualPriority: number): LogEntry {
  let pid = 0;
  let tid: number | undefined;
  let priority = usualPriority;
  let tag = '';
  let message = '';
  while (nextField(entry)) {
    if (entry.field === 2) pid = unsignedOf(entry) >>> 0;
    else if (entry.field === 3) tid = unsignedOf(entry) >>> 0;
    else if (entry.field === layout.priority) priority = unsignedOf(entry);
    else if (entry.field === layout.tag) tag = textOf(entry);
    else if (entry.field === 8) message = textOf(entry);
  }
  return { pid, tid, priority, text: `${tag}: ${message}` };
}
