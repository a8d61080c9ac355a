import { expect, it } from 'vitest';
import { ceilings, simulateDay } from '../../bench/scale/simulate.ts';

const costs = { statements: 100, statementMs: 1, serviceSeconds: 2, pollSeconds: 2 };
const world = { workspaces: 100, filesADay: 5_000, databases: 1, serviceCores: 4, seed: 7 };
const worst = (day: ReturnType<typeof simulateDay>) => Math.max(...day.hours.map(({ p99 }) => p99));

it('answers each file, no sooner than its parts take', () => {
  const { hours, databaseLoad, serviceLoad } = simulateDay(world, costs);
  expect(hours.reduce((sum, { files }) => sum + files, 0)).toBe(world.filesADay);
  for (const { p50 } of hours) expect(p50).toBeGreaterThanOrEqual(2.1);
  expect(databaseLoad).toBeCloseTo((5_000 * 0.1) / 86_400, 5);
  expect(serviceLoad).toBeCloseTo((5_000 * 2) / 4 / 86_400, 1);
});

it('falls behind where a part is too small, and not where it is large enough', () => {
  const busy = { ...world, filesADay: 80_000 };
  expect(worst(simulateDay({ ...busy, serviceCores: 1 }, costs))).toBeGreaterThan(3_600);
  expect(worst(simulateDay({ ...busy, serviceCores: 8 }, costs))).toBeLessThan(60);
});

it('tells at what rate each part has no rest left', () => {
  expect(ceilings(costs, 4)).toEqual({ database: 10, service: 2 });
});
