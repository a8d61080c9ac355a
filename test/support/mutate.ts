/** The same pseudo-random numbers for the same seed: 0 up to, not including, `below`. */
export function createDice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** A file as transfer, bugs and malice leave it: bits flipped, parts cut, repeated, zeroed or swapped with noise. */
export function mutate(original: Uint8Array, dice: (below: number) => number): Buffer {
  let bytes = Buffer.from(original);
  const changes = 1 + dice(6);
  for (let change = 0; change < changes && bytes.length > 0; change++) {
    const at = dice(bytes.length);
    const length = 1 + dice(Math.min(512, bytes.length - at));
    const part = bytes.subarray(at, at + length);
    switch (dice(7)) {
      case 0:
        bytes[at] = bytes[at]! ^ (1 << dice(8));
        break;
      case 1:
        bytes = bytes.subarray(0, at);
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        break;
      case 3:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          ...Array.from({ length: 1 + dice(50) }, () => part),
          bytes.subarray(at),
        ]);
        break;
      case 4:
        part.fill(0);
        break;
      case 5:
        for (let index = 0; index < part.length; index++) part[index] = dice(256);
        break;
      default:
        // Lengths and counts: the largest there is.
        part.subarray(0, 4).fill(0xff);
    }
  }
  return bytes;
}
