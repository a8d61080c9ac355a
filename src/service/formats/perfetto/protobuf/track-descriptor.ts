import { namePriority, type ProcessTable } from '../model/process-table.ts';
import type { DescribedTracks, TrackDescription } from './described-tracks.ts';
import { plainTrack } from './described-tracks.ts';
import {
  bigOf,
  nextField,
  openField,
  openMessage,
  signedOf,
  textOf,
  unsignedOf,
  type WireCursor,
} from './wire-cursor.ts';

/** A track descriptor, and the process or thread it tells of beside. */
export interface ReadDescriptor {
  uuid: bigint;
  description: TrackDescription;
  thread: { pid: number; tid: number; name: string } | undefined;
  process: { pid: number; name: string } | undefined;
  threadMessage: WireCursor | undefined;
}

/** Undefined where it lacks what it must have. */
export function readTrackDescriptor(bytes: Uint8Array): ReadDescriptor | undefined {
  const cursor = openMessage(bytes);
  let uuid: bigint | undefined;
  let thread: ReadThread | undefined;
  let process: ReturnType<typeof readProcess> | undefined;
  let threadMessage: WireCursor | undefined;
  const description = { ...plainTrack };
  while (nextField(cursor)) {
    if (cursor.field === 1) uuid = bigOf(cursor);
    else if (cursor.field === 5) description.parent = bigOf(cursor);
    else if (cursor.field === 9) description.isSeparate = unsignedOf(cursor) !== 0;
    else if (cursor.wire !== 2) continue;
    else if (cursor.field === 2 || ((cursor.field === 10 || cursor.field === 13) && description.name === undefined))
      description.name = textOf(cursor);
    else if (cursor.field === 3) process = readProcess(openField(cursor));
    else if (cursor.field === 4) {
      thread = readThread(openField(cursor));
      threadMessage = openField(cursor);
    } else if (cursor.field === 7) description.isSandboxed = isSandboxed(openField(cursor));
    else if (cursor.field === 8) description.counter = readCounter(openField(cursor));
  }
  if (uuid === undefined) return undefined;
  if (thread) {
    if (thread.pid === undefined || thread.tid === undefined) return undefined;
    const described = { ...description, pid: thread.pid, tid: thread.tid, counter: undefined };
    const full = { pid: thread.pid, tid: thread.tid, name: thread.name };
    return { uuid, description: described, thread: full, process: undefined, threadMessage };
  }
  if (process) {
    if (process.pid === undefined) return undefined;
    const described = { ...description, pid: process.pid >>> 0, counter: undefined };
    const full = { pid: process.pid >>> 0, name: process.name };
    return { uuid, description: described, thread: undefined, process: full, threadMessage: undefined };
  }
  return { uuid, description, thread: undefined, process: undefined, threadMessage: undefined };
}

interface ReadThread {
  pid: number | undefined;
  tid: number | undefined;
  name: string;
}

export function readThread(cursor: WireCursor): ReadThread {
  const thread: ReadThread = { pid: undefined, tid: undefined, name: '' };
  while (nextField(cursor)) {
    if (cursor.field === 1) thread.pid = signedOf(cursor);
    else if (cursor.field === 2) thread.tid = signedOf(cursor);
    else if (cursor.field === 5) thread.name = textOf(cursor);
  }
  return thread;
}

export function readProcess(cursor: WireCursor): { pid: number | undefined; name: string } {
  const process: { pid: number | undefined; name: string } = { pid: undefined, name: '' };
  while (nextField(cursor)) {
    if (cursor.field === 1) process.pid = signedOf(cursor);
    else if (cursor.field === 6) process.name = textOf(cursor);
  }
  return process;
}

const units = ['', 'ns', '', 'bytes'];

function readCounter(cursor: WireCursor): NonNullable<TrackDescription['counter']> {
  const counter = { unit: '', multiplier: 1, isIncremental: false };
  while (nextField(cursor)) {
    if (cursor.field === 3) counter.unit = units[unsignedOf(cursor)] ?? '';
    else if (cursor.field === 4) counter.multiplier = signedOf(cursor) || 1;
    else if (cursor.field === 5) counter.isIncremental = unsignedOf(cursor) !== 0;
    else if (cursor.field === 6) counter.unit = textOf(cursor);
  }
  return counter;
}

function isSandboxed(cursor: WireCursor): boolean {
  let found = false;
  while (nextField(cursor)) if (cursor.field === 3) found = unsignedOf(cursor) !== 0;
  return found;
}

/** Settles the track and the process or thread it names, at its time. */
export function applyDescriptor(
  tracks: DescribedTracks,
  table: ProcessTable,
  read: ReadDescriptor,
  tidOf: (tid: number, pid: number) => number,
): void {
  if (!tracks.resolve(read.uuid)) return;
  if (read.thread) {
    const thread = table.threadInProcess(tidOf(read.thread.tid, read.thread.pid), read.thread.pid);
    table.nameThread(thread, read.thread.name, namePriority.descriptor);
  } else if (read.process) {
    const process = table.process(table.processOf(read.process.pid));
    if (read.process.name !== '') process.name ??= read.process.name;
  }
}
