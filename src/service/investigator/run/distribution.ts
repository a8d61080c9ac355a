/** The values of one number: exact while they are few, then counted in steps of one percent of the value. */
export interface Distribution {
  add(value: number): void;
  count: number;
  sum: number;
  min: number;
  max: number;
  /** 0 to 1. NaN without values. */
  quantile(share: number): number;
}

/** Values kept one by one, by all distributions of a run together. */
export interface ValueBudget {
  left: number;
}

export function createBudget(): ValueBudget {
  return { left: 3_000_000 };
}

const step = Math.log(1.01);
const smallest = 1e-6;

export function createDistribution(budget = createBudget()): Distribution {
  let exact: Float64Array | undefined = new Float64Array(8);
  let isSorted = false;
  let bins: Map<number, number> | undefined;
  const self: Distribution = {
    count: 0,
    sum: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    add(value) {
      self.min = Math.min(self.min, value);
      self.max = Math.max(self.max, value);
      self.sum += value;
      if (exact !== undefined && budget.left > 0) {
        if (self.count === exact.length) {
          const wider = new Float64Array(exact.length * 2);
          wider.set(exact);
          exact = wider;
        }
        exact[self.count] = value;
        isSorted = false;
        budget.left--;
      } else {
        if (bins === undefined) toBins();
        countInBin(value);
      }
      self.count++;
    },
    quantile(share) {
      if (self.count === 0) return Number.NaN;
      if (exact !== undefined) {
        const values = exact.subarray(0, self.count);
        if (!isSorted) values.sort();
        isSorted = true;
        const at = share * (self.count - 1);
        const low = values[Math.floor(at)]!;
        // The median of an even number lies between two; of the others the nearest that was printed is told.
        return share === 0.5 ? (low + values[Math.ceil(at)]!) / 2 : values[Math.ceil(share * self.count) - 1]!;
      }
      let before = 0;
      for (const [bin, count] of [...bins!].sort((a, b) => a[0] - b[0])) {
        before += count;
        if (before >= share * self.count) return Math.min(self.max, Math.max(self.min, valueInBin(bin)));
      }
      return self.max;
    },
  };
  return self;

  function toBins(): void {
    bins = new Map();
    for (const value of exact!.subarray(0, self.count)) countInBin(value);
    exact = undefined;
  }

  function countInBin(value: number): void {
    const size = Math.abs(value);
    const bin = size < smallest ? 0 : Math.sign(value) * (1 + Math.floor(Math.log(size / smallest) / step));
    bins!.set(bin, (bins!.get(bin) ?? 0) + 1);
  }

  function valueInBin(bin: number): number {
    return bin === 0 ? 0 : Math.sign(bin) * smallest * Math.exp((Math.abs(bin) - 0.5) * step);
  }
}
