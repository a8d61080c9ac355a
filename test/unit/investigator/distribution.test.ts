import { expect, it } from 'vitest';
import { createDistribution } from '../../../src/service/investigator/run/distribution.ts';

const values = Array.from({ length: 20_000 }, (_, at) => Math.exp(((at * 7919) % 20_000) / 1500) - 300);

it('tells quantiles exactly while values may be kept, and within half a percent of them beyond', () => {
  const [exact, counted] = [createDistribution(), createDistribution({ left: 1000 })];
  for (const value of values) {
    exact.add(value);
    counted.add(value);
  }
  const sorted = values.toSorted((a, b) => a - b);
  for (const share of [0.01, 0.25, 0.75, 0.95, 0.99, 1]) {
    const wanted = sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
    expect(exact.quantile(share)).toBe(wanted);
    expect(Math.abs(counted.quantile(share) / wanted - 1)).toBeLessThan(0.005);
  }
  expect([counted.min, counted.max, counted.count]).toEqual([exact.min, exact.max, exact.count]);
});
