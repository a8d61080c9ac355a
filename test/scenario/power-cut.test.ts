import { expect, test } from 'vitest';
import { checkPowerCuts } from '../support/power/check-power-cuts.ts';
import { hasStrace } from '../support/power/record-writes.ts';

if (!hasStrace()) console.warn('Power cuts are not tried: strace is not installed.');

test.runIf(hasStrace())('a power cut loses no acknowledged event and damages nothing', async () => {
  const report = await checkPowerCuts({ cuts: 150, seed: 1, synchronous: 'FULL', events: 60 });
  expect(report).toEqual({ cuts: 150, lossy: 0, damaged: [] });
});

test.runIf(hasStrace())('the same cuts show what a database loses that syncs less', async () => {
  const report = await checkPowerCuts({ cuts: 50, seed: 1, synchronous: 'NORMAL', events: 60 });
  expect(report.lossy).toBeGreaterThan(10);
});
