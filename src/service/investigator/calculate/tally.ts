import { createDistribution, type Distribution, type ValueBudget } from './distribution.ts';
import type { PassLine } from './pass.ts';

/** What was counted of one value. */
export interface Tally {
  key: string;
  count: number;
  failed: number;
  first: { place: number; timeMs: number | undefined };
  last: { place: number; timeMs: number | undefined };
  firstFailed?: { place: number; timeMs: number | undefined };
  numbers?: Distribution;
}

export interface Tallies {
  /** The tally of a value, one more counted. */
  count(key: string, line: Pick<PassLine, 'place' | 'timeMs'>): Tally;
  all(): Tally[];
  /** Values seen at least; the rare ones among very many are dropped from `all`. */
  isPartial(): boolean;
}

const most = 50_000;

/** Counts by value in bounded memory: where values are very many, those seen least give way. */
export function createTallies(budget?: ValueBudget): Tallies {
  const tallies = new Map<string, Tally>();
  let dropped = 0;
  return {
    count(key, line) {
      let one = tallies.get(key);
      const at = { place: line.place, timeMs: line.timeMs };
      if (one === undefined) {
        if (tallies.size >= most) dropRare();
        one = { key, count: 0, failed: 0, first: at, last: at };
        if (budget !== undefined) one.numbers = createDistribution(budget);
        tallies.set(key, one);
      }
      one.count++;
      one.last = at;
      return one;
    },
    all: () => [...tallies.values()],
    isPartial: () => dropped > 0,
  };

  function dropRare(): void {
    for (let atMost = dropped + 1; tallies.size > most / 2; atMost++) {
      for (const [key, one] of tallies) if (one.count <= atMost) tallies.delete(key);
      dropped = atMost;
    }
  }
}
