import { inflateSync, zstdDecompressSync } from 'node:zlib';
import type { ByteSource } from '../../format.ts';
import { nextField, openMessage } from './wire-cursor.ts';

/** Packets of the next stretch of the file, as messages; or, at the end, what kept it from being read whole. */
export type PacketBatches = AsyncGenerator<Uint8Array[], { damage?: string }, void>;

const chunkBytes = 1024 * 1024;
const maxPacketBytes = 128 * 1024 * 1024;
/** Each compressed packet stands for less than 512 KiB by the format's own rule; generous, yet no bomb. */
const maxInflatedBytes = 64 * 1024 * 1024;
const packetTag = 0x0a;
const compressedPackets = 50;
const zstdPackets = 133;

/** Cuts a trace file into its packets; compressed ones are unpacked in place. */
export async function* readPackets(source: ByteSource): PacketBatches {
  let offset = 0;
  let rest: Uint8Array = new Uint8Array(0);
  let broken = 0;
  for (;;) {
    const more = await source.read(offset, Math.max(chunkBytes, missingBytes(rest)));
    offset += more.length;
    const bytes = rest.length === 0 ? more : joined(rest, more);
    const batch: Uint8Array[] = [];
    let at = 0;
    let damage: string | undefined;
    while (at < bytes.length) {
      const record = recordAt(bytes, at);
      if (record === 'short') break;
      if (record === 'broken') {
        damage = `byte ${offset - bytes.length + at} is not a trace packet`;
        break;
      }
      if (record.isPacket) {
        const packet = bytes.subarray(record.start, record.stop);
        const inner = innerPackets(packet);
        if (inner === 'broken') broken++;
        else if (inner) batch.push(...inner);
        else batch.push(packet);
      }
      at = record.stop;
    }
    if (batch.length > 0) yield batch;
    if (damage !== undefined) return { damage };
    rest = bytes.subarray(at);
    if (more.length > 0) continue;
    if (rest.length > 0) return { damage: `the file ends within a packet, ${rest.length} bytes were left over` };
    return broken > 0 ? { damage: `${broken} compressed packets could not be unpacked` } : {};
  }
}

interface RecordBounds {
  isPacket: boolean;
  start: number;
  stop: number;
}

function recordAt(bytes: Uint8Array, at: number): RecordBounds | 'short' | 'broken' {
  let start = at + 1;
  const isPacket = bytes[at] === packetTag;
  if (!isPacket) return fieldAt(bytes, at);
  let length = 0;
  for (let shift = 1; ; shift *= 128) {
    const byte = bytes[start++];
    if (byte === undefined) return 'short';
    length += (byte & 0x7f) * shift;
    if (length > maxPacketBytes) return 'broken';
    if (byte < 0x80) break;
  }
  return start + length > bytes.length ? 'short' : { isPacket, start, stop: start + length };
}

/** Another field of the trace message, which later versions may add: skipped. */
function fieldAt(bytes: Uint8Array, at: number): RecordBounds | 'short' | 'broken' {
  const cursor = openMessage(bytes, at);
  if (!nextField(cursor)) return bytes.length - at < 16 ? 'short' : 'broken';
  if (cursor.field > 20) return 'broken';
  return { isPacket: false, start: cursor.start, stop: cursor.position };
}

function missingBytes(rest: Uint8Array): number {
  if (rest.length === 0 || rest[0] !== packetTag) return 0;
  let length = 0;
  let factor = 1;
  for (let i = 1; i < Math.min(rest.length, 6); i++) {
    length += (rest[i]! & 0x7f) * factor;
    if (rest[i]! < 0x80) return length > maxPacketBytes ? 0 : length + 8;
    factor *= 128;
  }
  return 0;
}

function innerPackets(packet: Uint8Array): Uint8Array[] | 'broken' | undefined {
  const cursor = openMessage(packet);
  while (nextField(cursor)) {
    if (cursor.wire !== 2) continue;
    if (cursor.field !== compressedPackets && cursor.field !== zstdPackets) continue;
    const unpack = cursor.field === zstdPackets ? zstdDecompressSync : inflateSync;
    try {
      return packetsIn(unpack(packet.subarray(cursor.start, cursor.stop), { maxOutputLength: maxInflatedBytes }));
    } catch {
      return 'broken';
    }
  }
  return undefined;
}

function packetsIn(bytes: Uint8Array): Uint8Array[] {
  const packets: Uint8Array[] = [];
  const cursor = openMessage(bytes);
  while (nextField(cursor)) {
    if (cursor.field === 1 && cursor.wire === 2) packets.push(bytes.subarray(cursor.start, cursor.stop));
  }
  return packets;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
