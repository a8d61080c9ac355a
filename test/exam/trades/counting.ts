import { winnerOf } from '../generate/phrase.ts';
import type { Random } from '../generate/random.ts';
import type { Range } from './questions.ts';

export function countBy<T>(all: readonly T[], key: (one: T) => string): Map<string, number> {
  return new Map([...Map.groupBy(all, key)].map(([name, { length }]) => [name, length]));
}

/** The key that most of them have; undefined where two share the first place. */
export function most<T>(all: readonly T[], key: (one: T) => string): string | undefined {
  return winnerOf(countBy(all, key));
}

/** The key that fewest of them have; undefined where two share the last place. */
export function fewest<T>(all: readonly T[], key: (one: T) => string): string | undefined {
  return winnerOf(new Map([...countBy(all, key)].map(([name, count]) => [name, -count])));
}

/** The only one of the highest value; undefined where two share it. */
export function highest<T>(all: readonly T[], value: (one: T) => number): T | undefined {
  const [first, second] = all.toSorted((a, b) => value(b) - value(a));
  return first !== undefined && second !== undefined && value(first) === value(second) ? undefined : first;
}

export function lowest<T>(all: readonly T[], value: (one: T) => number): T | undefined {
  return highest(all, (one) => -value(one));
}

export function maximum(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Math.max(...values);
}

export function minimum(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Math.min(...values);
}

/** Without the dust of binary fractions. */
export function sum(values: readonly number[]): number {
  return Number(values.reduce((total, value) => total + value, 0).toFixed(6));
}

export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Number((sum(values) / values.length).toFixed(6));
}

/** Any value that one of the usual methods gives. */
export function percentile(values: readonly number[], share: number): Range | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const low = sorted[Math.floor(share * (sorted.length - 1))];
  const high = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length))];
  return low === undefined || high === undefined ? undefined : { low, high };
}

export function distinct<T>(all: readonly T[], key: (one: T) => string): string[] {
  return [...new Set(all.map(key))];
}

/** Names of one pool, and one more of it that the log does not hold. */
export function cast(random: Random, pools: readonly (readonly string[])[], count: number) {
  const drawn = random.some(random.pick(pools), count + 1);
  return { names: drawn.slice(0, count), absent: drawn.slice(count).join('') };
}

/** One of them by chance, where there are any. */
export function oneOf<T>(random: Random, all: readonly T[]): T | undefined {
  return all.length === 0 ? undefined : random.pick(all);
}
