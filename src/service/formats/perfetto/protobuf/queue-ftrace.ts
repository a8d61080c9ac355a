import type { Computer, Computers } from './computers.ts';
import { describeKernelTrack } from './kernel-tracks.ts';
import type { PendingEvents } from './pending-events.ts';
import {
  appendNumbers,
  bigOf,
  nextField,
  openField,
  openMessage,
  textOf,
  unsignedOf,
  type WireCursor,
} from './wire-cursor.ts';

const maxCpus = 1024;
const globalClock = 2;
const rawClock = 4;
const monotonicRawKey = '5';

/** Puts the events of one processor's buffer in line. */
export function queueFtraceBundle(
  computer: Computer,
  sequence: number,
  bytes: Uint8Array,
  pending: PendingEvents,
  computers: Computers,
): void {
  const { relative } = computers;
  const head = readHead(openMessage(bytes));
  if (head.cpu === undefined || head.cpu >= maxCpus) return;
  const { cpu } = head;
  const clock = clockOf(computer, sequence, head);
  if (clock === undefined) return;
  const isMainClock = clock === computer.clocks.main();
  const timeOf = (raw: bigint): number | undefined => {
    const converted = isMainClock ? raw : computer.clocks.toMain(clock, raw);
    return converted === undefined ? undefined : relative(converted);
  };
  if (!computer.seenCpus.has(cpu)) {
    computer.seenCpus.add(cpu);
    const startNs = head.validFrom === undefined ? undefined : timeOf(head.validFrom);
    if (startNs !== undefined) computer.completeFromNs = Math.max(computer.completeFromNs ?? startNs, startNs);
  }
  const compact = openMessage(bytes);
  while (nextField(compact))
    if (compact.field === 4 && compact.wire === 2) queueCompact(computer, cpu, openField(compact), pending, timeOf);
  const bundle = { kind: 'ftrace' as const, computer, cpu, bytes };
  const cursor = openMessage(bytes);
  let rank: number | undefined;
  while (nextField(cursor)) {
    if (cursor.wire !== 2) continue;
    if (cursor.field === 11) describeKernelTrack(computer.kernelTracks, bytes.subarray(cursor.start, cursor.stop));
    if (cursor.field !== 2) continue;
    const stamp = openField(cursor);
    if (!findTimestamp(stamp)) continue;
    const plainNs = isMainClock && computers.startsAtZero() ? unsignedOf(stamp) : Number.POSITIVE_INFINITY;
    // Most times need no big numbers, which cost as much as all the rest of an event.
    const timeNs = plainNs <= Number.MAX_SAFE_INTEGER ? plainNs : timeOf(bigOf(stamp));
    if (timeNs === undefined) continue;
    rank ??= pending.rankOf('ftrace', computer, cpu);
    pending.push(timeNs, rank, cursor.stop - cursor.start + 40, bundle, cursor.start, cursor.stop);
  }
}

interface BundleHead {
  cpu: number | undefined;
  clock: number;
  clockReading: bigint | undefined;
  bootReading: bigint | undefined;
  validFrom: bigint | undefined;
}

function readHead(cursor: WireCursor): BundleHead {
  const head: BundleHead = {
    cpu: undefined,
    clock: 0,
    clockReading: undefined,
    bootReading: undefined,
    validFrom: undefined,
  };
  while (nextField(cursor)) {
    if (cursor.field === 1) head.cpu = unsignedOf(cursor);
    else if (cursor.field === 5) head.clock = unsignedOf(cursor);
    else if (cursor.field === 6) head.clockReading = bigOf(cursor);
    else if (cursor.field === 7) head.bootReading = bigOf(cursor);
    else if (cursor.field === 9 || cursor.field === 10) head.validFrom = bigOf(cursor);
  }
  return head;
}

function clockOf(computer: Computer, sequence: number, head: BundleHead): string | undefined {
  if (head.clock === 0) return '6';
  if (head.clock === rawClock) return monotonicRawKey;
  if (head.clock !== globalClock) return undefined;
  const key = `${sequence}:ftrace`;
  if (head.clockReading !== undefined && head.bootReading !== undefined) {
    const plain = { unitNs: 1n, isIncremental: false };
    computer.clocks.addSnapshot([
      { clock: key, reading: head.clockReading, ...plain },
      { clock: '6', reading: head.bootReading, ...plain },
    ]);
  }
  return key;
}

function findTimestamp(event: WireCursor): boolean {
  while (nextField(event)) if (event.field === 1) return true;
  return false;
}

/** Switches and wakings as columns: the nth of each list makes an event. */
function queueCompact(
  computer: Computer,
  cpu: number,
  cursor: WireCursor,
  pending: PendingEvents,
  timeOf: (raw: bigint) => number | undefined,
): void {
  const names: string[] = [];
  const columns: number[][] = Array.from({ length: 13 }, () => []);
  while (nextField(cursor)) {
    if (cursor.field === 5 && cursor.wire === 2) names.push(textOf(cursor));
    else if (cursor.field < columns.length) appendNumbers(cursor, columns[cursor.field]!);
  }
  const [switchTimes, states, tids, nameIndexes] = [columns[1]!, columns[2]!, columns[3]!, columns[6]!];
  const count = Math.min(switchTimes.length, states.length, tids.length, columns[4]!.length, nameIndexes.length);
  const switchRank = count > 0 ? pending.rankOf('switch', computer, cpu) : 0;
  for (let i = 0, raw = 0; i < count; i++) {
    raw += switchTimes[i]!;
    const name = names[nameIndexes[i]!];
    const timeNs = timeOf(BigInt(raw));
    if (name === undefined || timeNs === undefined) break;
    pending.push(timeNs, switchRank, 160, {
      kind: 'switch',
      computer,
      cpu,
      previousState: states[i]!,
      tid: tids[i]!,
      name,
    });
  }
  const [wakingTimes, woken] = [columns[7]!, columns[8]!];
  const wakings = Math.min(
    wakingTimes.length,
    woken.length,
    columns[9]!.length,
    columns[10]!.length,
    columns[11]!.length,
  );
  const wakingRank = wakings > 0 ? pending.rankOf('waking', computer, cpu) : 0;
  for (let i = 0, raw = 0; i < wakings; i++) {
    raw += wakingTimes[i]!;
    const timeNs = timeOf(BigInt(raw));
    if (timeNs === undefined) break;
    pending.push(timeNs, wakingRank, 140, { kind: 'waking', computer, cpu, tid: woken[i]! });
  }
}
