/** Repeatable variety for made-up files (mulberry32): the same example on every machine. */
export function createSeeded(seed: number): {
  next(): number;
  pick<T>(items: readonly T[]): T;
  between(low: number, high: number): number;
} {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
  };
}
