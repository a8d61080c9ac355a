import type { ByteSource } from '../formats/format.ts';

/** Below this a high ratio is harmless: a short log of equal lines shrinks a thousandfold. */
const harmlessBytes = 8 * 1024 * 1024;
/** Up to here a file may begin with what shrinks to nothing, as a log with a hole does, if the whole makes up for it. */
const hopefulBytes = 64 * 1024 * 1024;

export interface Packed {
  /** Of the whole, and as many of them as have been taken to unpack what is there. */
  bytes: number;
  takenBytes: number;
}

/** Whether so many bytes came out of so few that only a decompression bomb does it. Told while it unpacks, not after. */
export function swells(unpackedBytes: number, packed: Packed, maxRatio: number): boolean {
  if (unpackedBytes <= harmlessBytes) return false;
  if (unpackedBytes > maxRatio * packed.bytes) return true;
  return unpackedBytes > hopefulBytes && unpackedBytes > maxRatio * packed.takenBytes;
}

/** The same source, which tells how far into it anybody has read one piece after the other. */
export function withProgress(source: ByteSource): { source: ByteSource; takenBytes(): number } {
  let takenBytes = 0;
  return {
    takenBytes: () => takenBytes,
    source: {
      ...source,
      async *stream(offset = 0) {
        let at = offset;
        for await (const chunk of source.stream(offset)) {
          at += chunk.length;
          takenBytes = Math.max(takenBytes, at);
          yield chunk;
        }
      },
    },
  };
}
