import { expect, test } from 'vitest';
import { runKills } from '../support/kill/run-kills.ts';

const kills = Number(process.env.SOAK_KILLS ?? 300);

test(`${kills} kills lose no event and post none twice`, async () => {
  const report = await runKills({ kills, seed: Date.now() % 1_000_000, isLong: true });
  console.log(JSON.stringify(report, null, 2));
  expect(report).toMatchObject({ kills, lost: [], duplicates: [], notSent: [] });
  // A short run does not meet each of them.
  if (kills < 300) return;
  expect(Object.keys(report.faults)).toEqual(expect.arrayContaining(['jira 500', 'jira done, then reset', 'reset']));
}, 3_600_000);
