/** The values of one number: exact while they are few, then counted in steps of one percent of the value, as DDSketch does. */
export interface Distribution {
  add(value: number): void;
  count: number;
  sum: number;
  min: number;
  max: number;
  /** 0 to 1. NaN without values. */
  quantile(share: number): number;
}

/** How many values may still be kept one by one, by all distributions of a run together. */
interface ValueBudget {
  left: number;
}

export const createBudget = (): ValueBudget => ({ left: 3_000_000 });

export function createDistribution(budget = createBudget()): Distribution {
  let exact: Float64Array | undefined = new Float64Array(8);
  let isSorted = false;
  const bins = new Map<number, number>();
  const countInBin = (value: number): void => {
    const bin = binOf(value);
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
  };
  const keep = (value: number): void => {
    if (exact !== undefined && budget.left > 0) {
      if (self.count === exact.length) {
        const wider = new Float64Array(exact.length * 2);
        wider.set(exact);
        exact = wider;
      }
      exact[self.count] = value;
      isSorted = false;
      budget.left--;
      return;
    }
    exact?.subarray(0, self.count).forEach(countInBin);
    exact = undefined;
    countInBin(value);
  };
  const self: Distribution = {
    count: 0,
    sum: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    add(value) {
      self.min = Math.min(self.min, value);
      self.max = Math.max(self.max, value);
      self.sum += value;
      keep(value);
      self.count++;
    },
    quantile(share) {
      if (self.count === 0) return Number.NaN;
      if (exact === undefined) return Math.min(self.max, Math.max(self.min, quantileOfBins(bins, share * self.count)));
      const values = exact.subarray(0, self.count);
      if (!isSorted) values.sort();
      isSorted = true;
      return quantileOfSorted(values, share);
    },
  };
  return self;
}

/** The median of an even number lies between two; of the others the nearest that was printed is told. */
function quantileOfSorted(values: Float64Array, share: number): number {
  const middle = (values.length - 1) / 2;
  if (share === 0.5) return (values[Math.floor(middle)]! + values[Math.ceil(middle)]!) / 2;
  return values[Math.ceil(share * values.length) - 1]!;
}

/** The value below which so many lie. */
function quantileOfBins(bins: ReadonlyMap<number, number>, wanted: number): number {
  let before = 0;
  for (const [bin, count] of [...bins].sort((a, b) => a[0] - b[0])) {
    before += count;
    if (before >= wanted) return valueOfBin(bin);
  }
  return Number.POSITIVE_INFINITY;
}

const step = Math.log(1.01);
const smallest = 1e-6;

function binOf(value: number): number {
  const size = Math.abs(value);
  return size < smallest ? 0 : Math.sign(value) * (1 + Math.floor(Math.log(size / smallest) / step));
}

function valueOfBin(bin: number): number {
  return bin === 0 ? 0 : Math.sign(bin) * smallest * Math.exp((Math.abs(bin) - 0.5) * step);
}
