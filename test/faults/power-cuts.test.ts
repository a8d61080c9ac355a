import { expect, test } from 'vitest';
import { checkPowerCuts } from '../support/power/check-power-cuts.ts';

const cuts = Number(process.env.FAULTS_CUTS ?? 3_000);
const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);

test(`${cuts} power cuts lose no acknowledged event and damage nothing`, async () => {
  const report = await checkPowerCuts({ cuts, seed, synchronous: 'FULL', events: 400 });
  console.log({ seed, ...report });
  expect(report).toEqual({ cuts, lossy: 0, damaged: [] });
});
