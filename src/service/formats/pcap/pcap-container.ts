import { viewOf } from '../../lines/byte-reading.ts';
import type { ByteSource } from '../format.ts';
import { createByteCursor } from './byte-cursor.ts';
import type { PacketBatches } from './packet.ts';
import { readRecords } from './record-container.ts';

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
  const { isLittleEndian, ticksPerMs, recordHeaderBytes } = flavour;
  return yield* readRecords(cursor, {
    headerBytes: recordHeaderBytes,
    capturedBytes: (view, at) => view.getUint32(at + capturedAt, isLittleEndian),
    packet: (number, view, at, bytes) => ({
      number,
      timeMs: view.getUint32(at, isLittleEndian) * 1000 + view.getUint32(at + 4, isLittleEndian) / ticksPerMs,
      linkType,
      wireLength: view.getUint32(at + wireAt, isLittleEndian),
      bytes,
    }),
  });
}
