import type { Machine, TraceModel } from '../model/trace-model.ts';
import { readThreadEntry } from './thread-entry.ts';
import type { TimedPacket } from './timed-packet.ts';
import { messagesIn, nextField, openField, unsignedOf, type WireCursor } from './wire-cursor.ts';

const anonymousThread = 0xffff_ffff;

/** Windows: who runs, and files and disks, whose slices are not read. */
export function applyWindowsEvents(packet: TimedPacket): void {
  for (const event of messagesIn(packet.message, 2)) applyEvent(packet, event);
}

function applyEvent({ model, computer: { machine }, timeNs }: TimedPacket, event: WireCursor): void {
  const { table } = machine;
  let thread = 0;
  let isDisk = false;
  let readied: number | undefined;
  while (nextField(event)) {
    if (event.field === 5) thread = unsignedOf(event) >>> 0;
    else if (event.wire !== 2) continue;
    else if (event.field === 2) applySwitch(model, machine, timeNs, openField(event));
    else if (event.field === 3) readied = readThreadEntry(openField(event), { tid: 1, pid: 0, name: 0 }).tid;
    else if (event.field > 6) isDisk = true;
  }
  if (isDisk) model.unreadSources.add('etw');
  if (thread !== 0 && isDisk) table.threadOf(thread);
  if (readied === undefined) return;
  table.threadOf(readied >>> 0);
  table.threadOf(thread);
}

function applySwitch(model: TraceModel, machine: Machine, timeNs: number, event: WireCursor): void {
  const { tid: next, pid: previous } = readThreadEntry(event, { tid: 1, pid: 2, name: 0 }, anonymousThread);
  const taking = machine.table.threadOf(next >>> 0);
  const leaving = machine.table.threadOf(previous >>> 0);
  const text = `${model.who({ machine, thread: leaving })} → ${model.who({ machine, thread: taking })}`;
  const line = model.recorder.record(timeNs, 'switch', text);
  machine.scheduling.switch(0, timeNs, leaving, false, taking, line);
}
