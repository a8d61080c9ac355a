import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const time = (minute: number) => new Date(Date.UTC(2026, 6, 2, 9, minute)).toISOString().replace('.000', '');
const noise = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, index) => `${time(from + index)} INFO intake: parcel P${3000 + from + index} scanned`,
  );

const inText = [
  ...noise(0, 10),
  `${time(10)} INFO tuning: sweep_interval changed from 1.5 s to 4 s by ops`,
  ...noise(11, 20),
  `${time(20)} INFO scaler: resized pool dock from 3 to 5 workers`,
  `${time(21)} INFO scaler: resized pool yard from 2 to 6 workers`,
  ...noise(22, 30),
  `${time(30)} INFO scaler: resized pool dock from 5 to 4 workers`,
  `${time(31)} WARN scaler: belt B2 torque 40 -> 55 Nm`,
];
const inFields = [
  '{"ts":"2026-07-02T09:00:00Z","level":"info","msg":"options loaded"}',
  '{"ts":"2026-07-02T09:04:00Z","level":"info","msg":"option written","option":{"name":"batch_limit","before":100,"after":250}}',
  '{"ts":"2026-07-02T09:05:00Z","level":"info","msg":"release started","app":"picker","build":{"from":"7.1","to":"7.2"}}',
  '{"ts":"2026-07-02T09:06:00Z","level":"info","msg":"option written","option":{"name":"retry_after","before":5,"after":9}}',
  '{"ts":"2026-07-02T09:09:00Z","level":"warn","msg":"queue grew","app":"picker"}',
];
const ask = askLogs({ text: ['intake.log', inText], fields: ['options.json', inFields] });

it.each([
  ['text', 'old sweep_interval', '1.5 s'],
  ['text', 'sweep_interval used to be what?', '1.5 s'],
  ['text', 'sweep_interval now?', '4 s'],
  ['text', 'What is sweep_interval set to after the change?', '4 s'],
  ['text', 'to what was sweep_interval changed', '4 s'],
  ['text', 'how many workers did pool dock have before its first resize?', '3'],
  ['text', 'workers of pool yard originally', '2'],
  ['text', 'pool dock: final workers', '4'],
  ['text', 'what was the torque of belt B2 before?', '40'],
  ['fields', 'what was batch_limit before it was written?', '100'],
  ['fields', 'new batch_limit', '250'],
  ['fields', 'to what was retry_after set', '9'],
  ['fields', 'which build is picker on now?', '7.2'],
  ['fields', 'old build of picker', '7.1'],
])('%s: "%s" is %s', async (log, question, expected) => {
  const { headline } = await ask(log, question);
  expect(headline).toMatch(new RegExp(`^\\*\\*(?:CONFIRMED|LIKELY): ${expected}(?: |,|$)`));
});

it.each([['old lease_time'], ['sweep_mode now?']])('does not make a setting up: %s', async (question) => {
  expect((await ask('text', question)).verdict).not.toBe('CONFIRMED');
});
