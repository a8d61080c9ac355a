import { expect, test } from 'vitest';
import { runKills } from '../support/kill/run-kills.ts';

test('a process killed at any moment loses no event and posts none twice', async () => {
  const report = await runKills({ kills: 5, seed: 1, isLong: false });
  expect(report).toMatchObject({ kills: 5, lost: [], duplicates: [], notSent: [] });
  // How many fit between the kills depends on the machine; none would prove nothing.
  expect(report.taken).toBeGreaterThan(0);
});
