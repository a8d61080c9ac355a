import { viewOf } from '../../lines/byte-reading.ts';
import type { ByteSource } from '../format.ts';
import { createByteCursor } from './byte-cursor.ts';
import type { Packet, PacketBatches } from './packet.ts';

/** Magic numbers as the four bytes read big-endian. */
const flavours: Record<number, { isLittleEndian: boolean; ticksPerMs: number; recordHeaderBytes: number }> = {
  2712847316: { isLittleEndian: false, ticksPerMs: 1e3, recordHeaderBytes: 16 },
  3569595041: { isLittleEndian: true, ticksPerMs: 1e3, recordHeaderBytes: 16 },
  2712812621: { isLittleEndian: false, ticksPerMs: 1e6, recordHeaderBytes: 16 },
  1295823521: { isLittleEndian: true, ticksPerMs: 1e6, recordHeaderBytes: 16 },
  // Kuznetzov's "modified" pcap: eight more bytes in each record's header.
  2712849716: { isLittleEndian: false, ticksPerMs: 1e3, recordHeaderBytes: 24 },
  885895841: { isLittleEndian: true, ticksPerMs: 1e3, recordHeaderBytes: 24 },
};

/** Above this a record length is damage, not a packet (Wireshark's WTAP_MAX_PACKET_SIZE_USBPCAP is the largest in use). */
export const maxRecordBytes = 128 * 1024 * 1024;

export function isPcapMagic(magic: number): boolean {
  return magic in flavours;
}

/** Classic pcap (draft-ietf-opsawg-pcap): both byte orders, micro- and nanoseconds. */
export async function* readPcap(source: ByteSource): PacketBatches {
  const cursor = createByteCursor(source);
  await cursor.fill(24);
  const head = cursor.window();
  if (head.length < 24) return { damage: 'the file ends within its header' };
  const headView = viewOf(head);
  const flavour = flavours[headView.getUint32(0)];
  if (!flavour) return { damage: 'the file does not start like a capture' };
  // The upper bits carry the length of a frame check sequence (draft-ietf-opsawg-pcap, section 4).
  const linkType = headView.getUint32(20, flavour.isLittleEndian) & 0xffff;
  // Before version 2.3 a record's two lengths stood in the other order (libpcap, sf-pcap.c).
  const minorVersion = headView.getUint16(6, flavour.isLittleEndian);
  const [capturedAt, wireAt] = minorVersion < 3 ? [12, 8] : [8, 12];
  cursor.skip(24);

  for (let number = 1; ; ) {
    const batch: Packet[] = [];
    let bytes = cursor.window();
    const view = viewOf(bytes);
    let at = 0;
    let wanted = flavour.recordHeaderBytes;
    while (at + flavour.recordHeaderBytes <= bytes.length) {
      const capturedLength = view.getUint32(at + capturedAt, flavour.isLittleEndian);
      if (capturedLength > maxRecordBytes) {
        yield batch;
        return { damage: `the record at byte ${cursor.offset() + at} claims ${capturedLength} bytes` };
      }
      const end = at + flavour.recordHeaderBytes + capturedLength;
      wanted = end - at;
      if (end > bytes.length) break;
      const seconds = view.getUint32(at, flavour.isLittleEndian);
      const fraction = view.getUint32(at + 4, flavour.isLittleEndian);
      batch.push({
        number: number++,
        timeMs: seconds * 1000 + fraction / flavour.ticksPerMs,
        linkType,
        wireLength: view.getUint32(at + wireAt, flavour.isLittleEndian),
        bytes: bytes.subarray(at + flavour.recordHeaderBytes, end),
      });
      at = end;
      wanted = flavour.recordHeaderBytes;
    }
    cursor.skip(at);
    if (batch.length > 0) yield batch;
    const left = bytes.length - at;
    await cursor.fill(wanted);
    bytes = cursor.window();
    if (bytes.length === 0) return {};
    if (bytes.length === left && bytes.length < wanted) {
      return { damage: `the file ends within record ${number}, ${bytes.length} bytes were left over` };
    }
  }
}
