import { expect, test } from 'vitest';
import { runFlowKills } from '../support/kill-flow/run-flow-kills.ts';

test('kill -9 between the event and its answer: each acknowledged event is answered once', async () => {
  const report = await runFlowKills({ kills: 2, seed: 7 });
  expect(report).toEqual({ kills: 2, acknowledged: 2, twice: {} });
  expect(report.acknowledged).toBeGreaterThanOrEqual(2);
  // The program starts three times, each in seconds where nothing else runs.
}, 900_000);
