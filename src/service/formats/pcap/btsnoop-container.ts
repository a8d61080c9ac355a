import { viewOf } from '../../lines/byte-reading.ts';
import type { ByteSource } from '../format.ts';
import { createByteCursor } from './byte-cursor.ts';
import type { Packet, PacketBatches } from './packet.ts';
import { readRecords } from './record-container.ts';

/** Microseconds from year 0 (the format's zero) to 1970. */
const epochOffsetUs = 0x00dcddb30f2f8000n;

/** Datalink types of the header. Un-encapsulated HCI is given the H4 byte that its record's flags stand for. */
const h4DataLink = 1002;
const hciDataLink = 1001;
const linkTypeH4 = 187;

/** BT Snoop, version 1 (RFC 1761 with Bluetooth's datalink types), as Android's Bluetooth stack writes it. Big-endian. */
export async function* readBtsnoop(source: ByteSource): PacketBatches {
  const cursor = createByteCursor(source);
  await cursor.fill(16);
  const head = cursor.window();
  if (head.length < 16) return { damage: 'the file ends within its header' };
  const dataLink = viewOf(head).getUint32(12);
  cursor.skip(16);

  return yield* readRecords(cursor, {
    headerBytes: 24,
    capturedBytes: (view, at) => view.getUint32(at + 4),
    packet: (number, view, at, bytes) => ({
      number,
      timeMs: Number(view.getBigInt64(at + 16) - epochOffsetUs) / 1000,
      ...toH4(dataLink, view.getUint32(at + 8), bytes, view.getUint32(at)),
    }),
  });
}

function toH4(
  dataLink: number,
  flags: number,
  bytes: Uint8Array,
  wireLength: number,
): Pick<Packet, 'linkType' | 'bytes' | 'wireLength'> {
  if (dataLink === h4DataLink) return { linkType: linkTypeH4, bytes, wireLength };
  if (dataLink !== hciDataLink) return { linkType: -dataLink, bytes, wireLength };
  const isReceived = (flags & 1) === 1;
  const isControl = (flags & 2) === 2;
  const packetType = isControl ? (isReceived ? 4 : 1) : 2;
  const withType = new Uint8Array(bytes.length + 1);
  withType[0] = packetType;
  withType.set(bytes, 1);
  return { linkType: linkTypeH4, bytes: withType, wireLength: wireLength + 1 };
}
