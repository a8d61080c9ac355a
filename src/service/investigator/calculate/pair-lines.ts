import { createDistribution, type Distribution, type ValueBudget } from './distribution.ts';
import { createExtremes, type Extreme } from './extremes.ts';
import type { PassLine } from './pass.ts';
import { createTallies, type Tally } from './tally.ts';

interface Spot {
  place: number;
  timeMs: number;
}

/** Lines that tell of a start, each with the next that tells of an end of the same thing. */
export interface Pairs {
  start(key: string, line: PassLine): void;
  end(key: string, line: PassLine): void;
  values: Distribution;
  /** By length; `place` is of the end. */
  longest(): readonly Extreme[];
  startOf(endPlace: number): Spot;
  /** Starts without an end. */
  unfinished(): number;
  byGroup(): Tally[];
}

export interface PairOptions {
  budget: ValueBudget;
  most: number;
  isLow: boolean;
  /** Of several starts before an end the first counts, not the last. */
  keepsFirst: boolean;
  groupOf?: (line: PassLine) => string | undefined;
}

const mostOpen = 50_000;

export function createPairs({ budget, most, isLow, keepsFirst, groupOf }: PairOptions): Pairs {
  const open = new Map<string, Spot>();
  const values = createDistribution(budget);
  const extremes = createExtremes(most, isLow);
  const starts = new Map<number, Spot>();
  const tallies = createTallies(budget);
  let unended = 0;
  return {
    values,
    longest: extremes.all,
    startOf: (endPlace) => starts.get(endPlace)!,
    unfinished: () => open.size + unended,
    byGroup: tallies.all,
    start(key, { place, timeMs }) {
      if (timeMs === undefined || (keepsFirst && open.has(key))) return;
      if (open.has(key)) unended++;
      if (open.size >= mostOpen) open.delete(open.keys().next().value!);
      open.set(key, { place, timeMs });
    },
    end(key, line) {
      const from = open.get(key);
      if (from === undefined || line.timeMs === undefined || line.timeMs < from.timeMs) return;
      open.delete(key);
      const passed = line.timeMs - from.timeMs;
      values.add(passed, line.place);
      const group = groupOf?.(line);
      if (group !== undefined) tallies.count(group, line).numbers!.add(passed, line.place);
      if (!extremes.isWanted(passed)) return;
      extremes.add({ value: passed, place: line.place, timeMs: line.timeMs, what: key });
      starts.set(line.place, from);
    },
  };
}
