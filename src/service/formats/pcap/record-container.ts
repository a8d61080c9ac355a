import { viewOf } from '../../lines/byte-reading.ts';
import type { ByteCursor } from './byte-cursor.ts';
import type { Packet, PacketBatches } from './packet.ts';

/** Above this a record length is damage, not a packet (Wireshark's WTAP_MAX_PACKET_SIZE_USBPCAP is the largest in use). */
export const maxRecordBytes = 128 * 1024 * 1024;

/** How a container lays out its records: a header that holds the length of the bytes behind it. */
interface RecordLayout {
  headerBytes: number;
  capturedBytes(view: DataView, at: number): number;
  /** `at` is where the header begins, `bytes` what follows it. */
  packet(number: number, view: DataView, at: number, bytes: Uint8Array): Packet;
}

/** Reads records from the cursor's position to the end of the file, or to the first one that cannot be. */
export async function* readRecords(cursor: ByteCursor, layout: RecordLayout): PacketBatches {
  const { headerBytes } = layout;
  for (let number = 1; ; ) {
    const bytes = cursor.window();
    const view = viewOf(bytes);
    const batch: Packet[] = [];
    let at = 0;
    let wanted = headerBytes;
    while (at + headerBytes <= bytes.length) {
      const capturedBytes = layout.capturedBytes(view, at);
      if (capturedBytes > maxRecordBytes) {
        yield batch;
        return { damage: `the record at byte ${cursor.offset() + at} claims ${capturedBytes} bytes` };
      }
      wanted = headerBytes + capturedBytes;
      if (at + wanted > bytes.length) break;
      batch.push(layout.packet(number++, view, at, bytes.subarray(at + headerBytes, at + wanted)));
      at += wanted;
      wanted = headerBytes;
    }
    cursor.skip(at);
    if (batch.length > 0) yield batch;
    const left = bytes.length - at;
    await cursor.fill(wanted);
    const more = cursor.window().length;
    if (more === 0) return {};
    if (more === left && more < wanted) {
      return { damage: `the file ends within record ${number}, ${more} bytes were left over` };
    }
  }
}
