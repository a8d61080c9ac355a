import { expect, test } from 'vitest';
import { runFlowKills } from '../support/kill-flow/run-flow-kills.ts';

test('twenty kills at random moments: each acknowledged event is answered once', async () => {
  const report = await runFlowKills({ kills: 20, seed: 20_261_121 });
  console.log(report);
  expect(report).toEqual({ kills: 20, acknowledged: 20, twice: {} });
}, 900_000);
