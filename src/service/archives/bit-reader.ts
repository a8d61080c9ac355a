/** There are no more bytes to read bits of. */
export class InputSpent extends Error {
  override name = 'InputSpent';
}

/** Bits of bytes, highest first. */
export interface BitReader {
  /** At most 24 at one time. */
  read(count: number): number;
  align(): void;
  isAtEnd(): boolean;
  /** In bits. */
  position(): number;
  seek(position: number): void;
  remainingBytes(): number;
  /** The bytes that are not wholly read, and how many bits of the first one are. */
  rest(): { rest: Uint8Array; usedBits: number };
}

export function createBitReader(bytes: Uint8Array, usedBits = 0): BitReader {
  let at = 0;
  let held = 0;
  let heldBits = 0;
  const position = () => at * 8 - heldBits;

  function read(count: number): number {
    while (heldBits < count) {
      if (at >= bytes.length) throw new InputSpent();
      held = (held << 8) | bytes[at++]!;
      heldBits += 8;
    }
    heldBits -= count;
    return (held >>> heldBits) & ((1 << count) - 1);
  }

  function seek(target: number): void {
    at = target >>> 3;
    heldBits = 0;
    if (target % 8 > 0) read(target % 8);
  }

  seek(usedBits);
  return {
    read,
    align() {
      heldBits -= heldBits % 8;
    },
    isAtEnd: () => position() >= bytes.length * 8,
    position,
    seek,
    remainingBytes: () => bytes.length - (position() >>> 3),
    rest: () => ({ rest: bytes.subarray(position() >>> 3), usedBits: position() % 8 }),
  };
}
