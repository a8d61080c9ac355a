/** Choices that the same seed repeats. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  pick<T>(all: readonly T[]): T;
  /** `count` of them, each once. */
  some<T>(all: readonly T[], count: number): T[];
  chance(share: number): boolean;
  /** A source of its own, so that what one part draws changes nothing for the others. */
  fork(name: string): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const some = <T>(all: readonly T[], count: number) => {
    const left = [...all];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) taken.push(...left.splice(int(0, left.length - 1), 1));
    return taken;
  };
  return {
    next,
    int,
    some,
    pick: (all) => {
      if (all.length === 0) throw new Error('nothing to choose from');
      return all[int(0, all.length - 1)] as (typeof all)[number];
    },
    chance: (share) => next() < share,
    fork: (name) => createRandom(hash(`${seed}/${name}`)),
  };
}

function hash(text: string): number {
  let sum = 2166136261;
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 16777619);
  return sum >>> 0;
}
