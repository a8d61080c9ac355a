import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const lines = [
  '2026-05-06 08:00:00 INFO deploy: rollout of cart 3.1 started',
  '2026-05-06 08:02:00 INFO pool: max_open changed 20 -> 40',
  '2026-05-06 08:05:00 INFO deploy: rollout of cart 3.1 finished',
  '2026-05-06 08:07:00 ERROR gate: replica ams-1 unreachable',
  '2026-05-06 08:09:00 INFO gate: replica ams-1 reachable',
  '2026-05-06 08:11:00 ERROR cart: checkout failed for order 77',
  '2026-05-06 08:15:00 ERROR gate: replica ams-2 unreachable',
  '2026-05-06 08:16:00 WARN backup: snapshot skipped',
  '2026-05-06 08:18:00 INFO gate: replica ams-2 reachable',
];
const ask = askLogs({ shop: ['shop.log', lines] });

it.each([
  ['Did the end of the rollout happen before the first failed checkout?', 'CONFIRMED: Yes'],
  ['first failed checkout earlier than the end of the rollout?', 'CONFIRMED: No'],
  ['failed checkout later than the max_open change?', 'Yes'],
  ['first outage of ams-1 before the failed checkout?', 'Yes'],
  ['was the change of max_open earlier than the first outage of ams-2', 'Yes'],
  ['did ams-2 become unreachable before ams-1?', 'No'],
])('tells which came first: %s', async (question, expected) => {
  expect((await ask('shop', question)).headline).toContain(expected);
});

it('counts what came after, where any is asked for', async () => {
  const { answer } = await ask('shop', 'did any checkout fail after the rollout finished?');
  expect(answer).toContain('CONFIRMED: Yes: 1 line');
});

it('does not say which came first of what never came', async () => {
  const { verdict } = await ask('shop', 'did the failover happen before the rollout?');
  expect(verdict).toBe('INCONCLUSIVE');
});
