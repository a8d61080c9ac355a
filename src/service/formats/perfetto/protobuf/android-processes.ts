import type { Computer } from './computers.ts';
import type { TimedPacket } from './timed-packet.ts';
import { nextField, openField, signedOf, textOf, unsignedOf, type WireCursor } from './wire-cursor.ts';

const atStart = 1;

interface ProcessRecord {
  pid: number | undefined;
  name: string;
  start: number | undefined;
}

/** What the activity manager says runs; it knows, unless it tells no names and not from the start. */
export function applyAndroidProcesses({ computer, message }: TimedPacket): void {
  const records: ProcessRecord[] = [];
  let reason = 0;
  while (nextField(message)) {
    if (message.field === 2) reason = unsignedOf(message);
    else if (message.field === 1 && message.wire === 2) records.push(readRecord(openField(message)));
  }
  if (reason !== atStart && records.every(({ name }) => name === '')) return;
  for (const record of records) startIfUnknown(computer, record);
}

function readRecord(cursor: WireCursor): ProcessRecord {
  const record: ProcessRecord = { pid: undefined, name: '', start: undefined };
  while (nextField(cursor)) {
    if (cursor.field === 1) record.pid = signedOf(cursor);
    else if (cursor.field === 6) record.name = textOf(cursor);
    else if (cursor.field === 7) record.start = signedOf(cursor);
  }
  return record;
}

const maxStarts = 1_000_000;

/** The process lives already, or its number was given to another since: then a new life begins. */
export function startIfUnknown(computer: Computer, { pid, name, start }: ProcessRecord): void {
  if (pid === undefined) return;
  const { table } = computer.machine;
  const { processByStart, startOfProcess } = computer;
  const told = name === '' ? undefined : name;
  const seen = start === undefined ? undefined : processByStart.get(start);
  if (seen !== undefined && table.process(seen).pid === pid) {
    table.process(seen).name = told ?? table.process(seen).name;
    return;
  }
  const living = table.findProcess(pid);
  const isAnother = living !== undefined && start !== undefined && startOfProcess.has(living);
  const process = living === undefined || isAnother ? table.startProcess(pid, told) : living;
  if (told !== undefined) table.process(process).name = told;
  if (start === undefined || startOfProcess.size >= maxStarts) return;
  processByStart.set(start, process);
  startOfProcess.set(process, start);
}
