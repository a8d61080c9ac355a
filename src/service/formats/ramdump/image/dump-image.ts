/** The memory a dump holds, by physical address, whatever the container. */
export interface DumpImage {
  kind: string;
  /** ELF machine number or uname's word for it, where the container says so. */
  machine: 'x86_64' | 'arm64' | 'other';
  /** Little-endian and 64 bits wide: structures are followed only then. */
  isPlain64: boolean;
  pageSize: number;
  /** Text of the VMCOREINFO note, empty where there is none. */
  vmcoreinfo: string;
  /** Kernel addresses that the container itself maps to physical ones. */
  mapped: readonly { virtual: bigint; physical: number; sizeBytes: number }[];
  /** Memory for scanning: ranges of the file, or of what `scanRead` gives where memory is packed. */
  plainRanges: readonly { offset: number; physical: number; sizeBytes: number }[];
  /** Physical load offset that the container states. */
  physBase?: bigint;
  /** Bytes at a physical address; undefined where the dump does not hold all of them. */
  read(physical: number, length: number): Promise<Uint8Array | undefined>;
  /** Reads packed memory by physical address, pages that are not there as zeros. */
  scanRead?: ReadAt;
  /** Plain sentences: what of the container could not be read. */
  unread: string[];
}

/** A file in pieces: at most `length` bytes from `offset`, fewer at the end. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array>;
