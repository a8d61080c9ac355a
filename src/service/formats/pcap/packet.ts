/** One captured record, whatever container it came from. */
export interface Packet {
  /** 1-based over the whole file. */
  number: number;
  /** Milliseconds since the epoch with the fraction the container gives; undefined where a record has no time. */
  timeMs: number | undefined;
  /** LINKTYPE_ value of the registry at tcpdump.org/linktypes.html. */
  linkType: number;
  /** Length on the wire; `bytes` may be shorter where the capture was cut by a snapshot length. */
  wireLength: number;
  bytes: Uint8Array;
}

/** What a container reader tells about damage: packets before it were all given. */
interface ContainerEnd {
  /** Absent when the file ends after its last record. */
  damage?: string;
}

/** Batches keep the cost of asynchronous iteration away from the single packet. */
export type PacketBatches = AsyncGenerator<Packet[], ContainerEnd>;
