import { viewOf } from '../../lines/byte-reading.ts';
import type { ByteSource } from '../format.ts';
import { createByteCursor } from './byte-cursor.ts';
import type { Packet, PacketBatches } from './packet.ts';
import { maxRecordBytes } from './record-container.ts';

interface Interface {
  linkType: number;
  snapLength: number;
  ticksPerMs: number;
  offsetMs: number;
}

/** What the blocks so far say of those that follow. */
interface Section {
  isLittleEndian: boolean;
  interfaces: Interface[];
  nextNumber: number;
}

const sectionHeader = 0x0a0d0d0a;
const interfaceDescription = 1;
const obsoletePacket = 2;
const simplePacket = 3;
const enhancedPacket = 6;

/** pcapng (draft-ietf-opsawg-pcapng): sections of either byte order, many interfaces, their own time resolutions. */
export async function* readPcapng(source: ByteSource): PacketBatches {
  const cursor = createByteCursor(source);
  const section: Section = { isLittleEndian: true, interfaces: [], nextNumber: 1 };
  await cursor.fill(28);

  for (;;) {
    const bytes = cursor.window();
    const view = viewOf(bytes);
    const batch: Packet[] = [];
    let at = 0;
    let wanted = 12;
    let damage: string | undefined;
    while (at + 12 <= bytes.length) {
      damage = readByteOrder(section, view, at);
      const blockType = view.getUint32(at, section.isLittleEndian);
      const blockLength = view.getUint32(at + 4, section.isLittleEndian);
      if (blockLength < 12 || blockLength > maxRecordBytes) damage = `a block claims ${blockLength} bytes`;
      if (damage !== undefined) break;
      wanted = (blockLength + 3) & ~3;
      if (at + wanted > bytes.length) break;
      damage = takeBlock(section, blockType, bytes.subarray(at + 8, at + blockLength - 4), batch);
      if (damage !== undefined) break;
      at += wanted;
      wanted = 12;
    }
    const brokenAt = cursor.offset() + at;
    cursor.skip(at);
    if (batch.length > 0) yield batch;
    if (damage !== undefined) return { damage: `${damage} at byte ${brokenAt}` };
    const left = bytes.length - at;
    await cursor.fill(wanted);
    const more = cursor.window().length;
    if (more === 0) return {};
    if (more === left && more < wanted) return { damage: `the file ends within a block, ${more} bytes were left over` };
  }
}

/** A section's first block tells its byte order. Gives what is wrong with it. */
function readByteOrder(section: Section, view: DataView, at: number): string | undefined {
  if (view.getUint32(at) !== sectionHeader) return undefined;
  const order = view.getUint32(at + 8);
  section.isLittleEndian = order === 0x4d3c2b1a;
  return section.isLittleEndian || order === 0x1a2b3c4d ? undefined : 'a section without a byte-order mark';
}

/** Gives what is wrong with the block. */
function takeBlock(section: Section, blockType: number, body: Uint8Array, batch: Packet[]): string | undefined {
  const { isLittleEndian, interfaces } = section;
  if (blockType === sectionHeader) section.interfaces = [];
  else if (blockType === interfaceDescription) interfaces.push(readInterface(body, isLittleEndian));
  else {
    const packet = readPacket(blockType, body, isLittleEndian, interfaces);
    if (packet === 'damaged') return 'a packet block does not fit its length or names no known interface';
    if (packet) batch.push({ number: section.nextNumber++, ...packet });
  }
  return undefined;
}

function readInterface(body: Uint8Array, isLittleEndian: boolean): Interface {
  const view = viewOf(body);
  const result: Interface = { linkType: -1, snapLength: 0, ticksPerMs: 1e3, offsetMs: 0 };
  if (body.length < 8) return result;
  result.linkType = view.getUint16(0, isLittleEndian);
  result.snapLength = view.getUint32(4, isLittleEndian);
  for (let at = 8; at + 4 <= body.length; ) {
    const code = view.getUint16(at, isLittleEndian);
    const length = view.getUint16(at + 2, isLittleEndian);
    if (code === 0 || at + 4 + length > body.length) break;
    if (code === 9 && length >= 1) {
      const resolution = body[at + 4]!;
      const ticksPerSecond = (resolution & 0x80) !== 0 ? 2 ** (resolution & 0x7f) : 10 ** resolution;
      result.ticksPerMs = ticksPerSecond / 1000;
    }
    if (code === 14 && length === 8) result.offsetMs = Number(view.getBigInt64(at + 4, isLittleEndian)) * 1000;
    at += 4 + ((length + 3) & ~3);
  }
  return result;
}

/** Undefined for a block that holds no packet. */
function readPacket(
  blockType: number,
  body: Uint8Array,
  isLittleEndian: boolean,
  interfaces: readonly Interface[],
): Omit<Packet, 'number'> | 'damaged' | undefined {
  const view = viewOf(body);
  if (blockType === simplePacket) {
    const from = interfaces[0];
    if (!from || body.length < 4) return 'damaged';
    const wireLength = view.getUint32(0, isLittleEndian);
    const captured = from.snapLength > 0 ? Math.min(wireLength, from.snapLength) : wireLength;
    if (4 + captured > body.length) return 'damaged';
    return { timeMs: undefined, linkType: from.linkType, wireLength, bytes: body.subarray(4, 4 + captured) };
  }
  if (blockType !== enhancedPacket && blockType !== obsoletePacket) return undefined;
  if (body.length < 20) return 'damaged';
  const from =
    interfaces[blockType === enhancedPacket ? view.getUint32(0, isLittleEndian) : view.getUint16(0, isLittleEndian)];
  const captured = view.getUint32(12, isLittleEndian);
  if (!from || 20 + captured > body.length) return 'damaged';
  const ticks = view.getUint32(4, isLittleEndian) * 2 ** 32 + view.getUint32(8, isLittleEndian);
  return {
    timeMs: ticks / from.ticksPerMs + from.offsetMs,
    linkType: from.linkType,
    wireLength: view.getUint32(16, isLittleEndian),
    bytes: body.subarray(20, 20 + captured),
  };
}
