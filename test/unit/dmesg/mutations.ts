/** Repeatable random and mutated inputs: bytes changed, cut, doubled, moved and mixed between seeds. */
export function* mutations(
  seeds: readonly Uint8Array[],
  count: number,
  start: number,
): Generator<Buffer<ArrayBufferLike>> {
  const random = createRandom(start);
  const below = (limit: number) => Math.floor(random() * Math.max(1, limit));
  const pick = () => Buffer.from(seeds[below(seeds.length)] ?? new Uint8Array());
  for (let round = 0; round < count; round++) {
    if (round % 10 === 0) {
      yield Buffer.from(Array.from({ length: below(4000) }, () => below(256)));
      continue;
    }
    let bytes: Buffer<ArrayBufferLike> = pick();
    for (let change = 0; change <= below(6); change++) bytes = mutate(bytes, pick(), below);
    yield bytes.subarray(0, 4_000_000);
  }
}

function mutate(
  bytes: Buffer<ArrayBufferLike>,
  other: Buffer,
  below: (limit: number) => number,
): Buffer<ArrayBufferLike> {
  const at = below(bytes.length);
  const end = Math.min(bytes.length, at + below(400));
  switch (below(7)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
    case 2:
      return Buffer.concat([
        bytes.subarray(0, end),
        ...Array.from({ length: below(20) }, () => bytes.subarray(at, end)),
        bytes.subarray(end),
      ]);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), other.subarray(below(other.length))]);
    case 4: {
      const changed = Buffer.from(bytes);
      for (let i = 0; i < below(40); i++) changed[below(changed.length)] = below(256);
      return changed;
    }
    case 5: {
      // Numbers at their limits, where sizes and offsets stand.
      const changed = Buffer.from(bytes);
      for (let i = 0; i < 4 && changed.length > 8; i++) {
        const place = below(Math.min(changed.length - 8, 4096));
        changed.writeUInt32LE([0, 0xffffffff, 0x80000000, 0x7fffffff][below(4)] ?? 0, place);
      }
      return changed;
    }
    default:
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(below(3000), ' .[]a?:'[below(7)]), bytes.subarray(at)]);
  }
}

// mulberry32: small, and the same everywhere.
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
