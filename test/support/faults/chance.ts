import { createHash } from 'node:crypto';

export interface Chance {
  /** A number from 0 up to, not including, 1: the same for the same seed, name and turn, whatever else was asked. */
  of(name: string): number;
  pick<T>(name: string, items: readonly [T, ...T[]]): T;
}

/**
 * Chance that does not depend on the order in which concurrent work asks for it, so that a seed replays a run although
 * the thread pool decides which of two calls comes first.
 */
export function createChance(seed: number): Chance {
  const turns = new Map<string, number>();

  function of(name: string): number {
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    return createHash('sha256').update(`${seed} ${name} ${turn}`).digest().readUInt32BE() / 2 ** 32;
  }

  return { of, pick: (name, items) => items[Math.floor(of(name) * items.length)] ?? items[0] };
}
