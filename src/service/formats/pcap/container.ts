import { viewOf } from '../../lines/byte-reading.ts';
import type { ByteSource } from '../format.ts';
import { readBtsnoop } from './btsnoop-container.ts';
import type { PacketBatches } from './packet.ts';
import { isPcapMagic, readPcap } from './pcap-container.ts';
import { readPcapng } from './pcapng-container.ts';

const btsnoopMagic = [0x62, 0x74, 0x73, 0x6e, 0x6f, 0x6f, 0x70, 0x00];

type ContainerKind = 'pcap' | 'pcapng' | 'btsnoop';

/** Tells the container by its first bytes; undefined where it is none of the three. */
export function containerOf(head: Uint8Array): ContainerKind | undefined {
  if (btsnoopMagic.every((byte, index) => head[index] === byte)) return 'btsnoop';
  if (head.length < 4) return undefined;
  const magic = viewOf(head).getUint32(0);
  if (isPcapMagic(magic)) return 'pcap';
  return magic === 0x0a0d0d0a ? 'pcapng' : undefined;
}

export function readPackets(kind: ContainerKind, source: ByteSource): PacketBatches {
  if (kind === 'btsnoop') return readBtsnoop(source);
  return kind === 'pcapng' ? readPcapng(source) : readPcap(source);
}
