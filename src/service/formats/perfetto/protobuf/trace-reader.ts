import { bootClock, monotonicClock, realtimeClock } from '../model/clocks.ts';
import type { TraceModel } from '../model/trace-model.ts';
import { type Computer, createComputers } from './computers.ts';
import { type PacketHeader, readPacketHeader } from './packet-header.ts';
import { createPending, type Pending } from './pending-events.ts';
import { placeTrackEvent } from './place-track-event.ts';
import { queueFtraceBundle } from './queue-ftrace.ts';
import { clearState, losePackets, type Sequence, takeDefaults, takeInterned, takeThread } from './sequence.ts';
import { readTrackDescriptor } from './track-descriptor.ts';
import { bigOf, nextField, openField, openMessage, signedOf, unsignedOf } from './wire-cursor.ts';

/** Takes packets in the order of the file and lets their events happen in the order of time. */
interface TraceReader {
  add(packet: Uint8Array): void;
  isFull(): boolean;
  drain(): void;
  finish(): void;
  packets(): number;
  unread(name: string): string[];
}

const maxDeferred = 20_000;
const synchronizationMarker = 36;

export function createTraceReader(model: TraceModel): TraceReader {
  const computers = createComputers(model);
  const pending = createPending(model, computers);
  let deferred: PacketHeader[] = [];
  let packets = 0;
  let damaged = 0;
  let withoutState = 0;
  let withoutClock = 0;
  let lateCount = 0;
  let isAtEnd = false;
  let isHostSeen = false;
  let adopted: number | undefined;

  /** Where the first packets are all of another computer, the trace is that computer's. */
  const machineOf = (header: PacketHeader): number => {
    if (header.machine === 0) {
      if (!header.contents.some(({ field }) => field === synchronizationMarker)) isHostSeen = true;
      return 0;
    }
    adopted ??= isHostSeen ? 0 : header.machine;
    return header.machine === adopted ? 0 : header.machine;
  };

  const add = (header: PacketHeader): void => {
    header.machine = machineOf(header);
    const computer = computers.of(header.machine);
    const sequence = computer.sequence(header.sequence ?? 0);
    if (header.sequence !== undefined) {
      if (header.isCleared) clearState(sequence);
      else if (header.isLossy) losePackets(sequence);
      if (header.defaults) takeDefaults(sequence, header.defaults);
      if (header.interned) takeInterned(sequence, header.interned);
    }
    for (const { field, bytes } of header.contents) {
      if (field === 6) return takeClockSnapshot(computer, header.sequence ?? 0, bytes);
      if (field === 69) return takeServiceEvent(computer, sequence, header, bytes);
      if (field === 72 || field === 107) return;
      if (field === 34) takeFtraceStats(computer, bytes);
    }
    if (header.needsState && !sequence.isValid) {
      withoutState++;
      return;
    }
    place(computer, sequence, header);
  };

  const place = (computer: Computer, sequence: Sequence, header: PacketHeader): void => {
    let timeNs = Math.max(computer.latestNs, pending.latestNs());
    if (header.timestamp !== undefined) {
      const converted = packetTime(computer, sequence, header);
      if (converted === undefined) {
        if (isAtEnd || deferred.length >= maxDeferred) withoutClock++;
        else deferred.push(header);
        return;
      }
      timeNs = computers.relative(converted);
    }
    computer.latestNs = Math.max(computer.latestNs, timeNs);
    for (const { field, bytes } of header.contents) placeContent(computer, sequence, header, timeNs, field, bytes);
  };

  const placeContent = (
    computer: Computer,
    sequence: Sequence,
    header: PacketHeader,
    timeNs: number,
    field: number,
    bytes: Uint8Array,
  ): void => {
    const push = (event: Pending, atNs = timeNs) =>
      pending.push(
        atNs,
        pending.rankOf(event.kind === 'track' ? 'track' : 'packet', computer),
        bytes.length + 64,
        event,
      );
    switch (field) {
      case 1:
        queueFtraceBundle(computer, header.sequence ?? 0, bytes, pending, computers);
        return;
      case 11: {
        if (header.sequence === undefined) return;
        const placed = placeTrackEvent(computer, sequence, header.timestamp === undefined ? undefined : timeNs, bytes);
        const { generation } = sequence;
        if (placed) push({ kind: 'track', computer, generation, bytes, counts: placed.counts }, placed.timeNs);
        return;
      }
      case 60: {
        const read = readTrackDescriptor(bytes);
        if (!read) return;
        if (header.trustedPid !== undefined) computer.tracks.trust(read.uuid, header.trustedPid >>> 0);
        computer.tracks.describe(read.uuid, read.description);
        if (read.threadMessage && sequence.isValid)
          takeThread(sequence, read.threadMessage, read.description.isSandboxed);
        push({ kind: 'descriptor', computer, read });
        return;
      }
      case 44:
        if (header.sequence === undefined || !sequence.isValid) return;
        takeThread(sequence, openMessage(bytes), false);
        push({ kind: 'packet', computer, field, bytes, generation: sequence.generation });
        return;
      default:
        push({ kind: 'packet', computer, field, bytes, generation: sequence.generation });
    }
  };

  return {
    add(packet) {
      packets++;
      const header = readPacketHeader(packet);
      if (header.isDamaged) damaged++;
      else add(header);
    },
    isFull: pending.isFull,
    drain() {
      model.recorder.setEpoch(computers.epoch());
      lateCount += pending.drain(false);
    },
    finish() {
      isAtEnd = true;
      const waiting = deferred;
      deferred = [];
      for (const header of waiting) {
        const computer = computers.of(header.machine);
        place(computer, computer.sequence(header.sequence ?? 0), header);
      }
      model.recorder.setEpoch(computers.epoch());
      lateCount += pending.drain(true);
    },
    packets: () => packets,
    unread(name) {
      const said: string[] = [];
      if (damaged > 0) said.push(`${name}: ${damaged} packets are damaged and were skipped.`);
      if (withoutState > 0) said.push(`${name}: ${withoutState} packets depend on lost ones and were skipped.`);
      if (withoutClock > 0)
        said.push(`${name}: ${withoutClock} packets have times of a clock that the trace does not relate to its own.`);
      if (lateCount > 0)
        said.push(`${name}: ${lateCount} events arrived too late to be sorted; slices around them may be wrong.`);
      return said;
    },
  };
}

function packetTime(computer: Computer, sequence: Sequence, header: PacketHeader): bigint | undefined {
  const clock = header.clock || sequence.generation.defaultClock || 0;
  const timestamp = header.timestamp!;
  const isChrome = header.contents.some(({ field }) => field === 5 || field === 51);
  if (isChrome && (clock === 0 || String(clock) === monotonicClock))
    return computer.clocks.toMain(monotonicClock, timestamp) ?? timestamp;
  if (clock === 0) return timestamp;
  return computer.clocks.toMain(clockKey(clock, header.sequence ?? 0), timestamp);
}

/** Clocks 64 to 127 are those of one writer. */
function clockKey(clock: number, sequence: number): string {
  return clock >= 64 && clock < 128 ? `${sequence}:${clock}` : String(clock);
}

function takeClockSnapshot(computer: Computer, sequence: number, bytes: Uint8Array): void {
  const readings: Parameters<Computer['clocks']['addSnapshot']>[0][number][] = [];
  let primary: number | undefined;
  const cursor = openMessage(bytes);
  while (nextField(cursor)) {
    if (cursor.field === 2) primary = unsignedOf(cursor);
    if (cursor.field !== 1 || cursor.wire !== 2) continue;
    const entry = openField(cursor);
    let clock = 0;
    let reading = 0n;
    let unitNs = 1n;
    let isIncremental = false;
    while (nextField(entry)) {
      if (entry.field === 1) clock = unsignedOf(entry);
      else if (entry.field === 2) reading = bigOf(entry);
      else if (entry.field === 3) isIncremental = unsignedOf(entry) !== 0;
      else if (entry.field === 4) unitNs = bigOf(entry) || 1n;
    }
    readings.push({ clock: clockKey(clock, sequence), reading, unitNs, isIncremental });
  }
  if (primary) computer.clocks.setMain(String(primary));
  else if (readings.some(({ clock }) => clock === bootClock)) computer.clocks.setMain(bootClock);
  if (readings.some(({ clock }) => clock === realtimeClock) || readings.length > 0)
    computer.clocks.addSnapshot(readings);
}

function takeServiceEvent(computer: Computer, sequence: Sequence, header: PacketHeader, bytes: Uint8Array): void {
  const cursor = openMessage(bytes);
  while (nextField(cursor)) {
    if (cursor.field !== 2 || unsignedOf(cursor) === 0 || header.timestamp === undefined) continue;
    computer.startedNs = computer.relative(packetTime(computer, sequence, header) ?? header.timestamp);
  }
}

function takeFtraceStats(computer: Computer, bytes: Uint8Array): void {
  const cursor = openMessage(bytes);
  while (nextField(cursor)) if (cursor.field === 8 && signedOf(cursor) !== 0) computer.keepsEarlyEvents = true;
}
