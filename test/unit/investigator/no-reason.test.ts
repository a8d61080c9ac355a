import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const time = (second: number) => new Date(Date.UTC(2026, 4, 2, 6, 0, second)).toISOString();
const lines = [
  ...Array.from({ length: 30 }, (_, index) => `${time(index)} INFO web: page ${index} shown`),
  `${time(40)} WARN netd: eth1: link is down`,
  `${time(41)} ERROR mail: message 8812 refused: relay access denied`,
  `${time(42)} ERROR mail: message 8813 refused: relay access denied`,
  `${time(50)} INFO netd: eth1: link is up`,
  `${time(60)} INFO sched: fan tray 2 failed`,
  `${time(70)} level=error msg="job failed" job=13408 reason="disk quota exceeded"`,
  `${time(71)} level=info msg="job done" job=13409`,
  `${time(72)} level=info msg="job done" job=13410`,
];
const ask = askLogs({ net: ['net.log', lines] });

it.each(['why did the eth1 link go down?', 'what caused eth1 to lose its link?', 'why did job 99812 fail?'])(
  'gives no reason where no line does: %s',
  async (question) => {
    expect((await ask('net', question)).verdict).toBe('INCONCLUSIVE');
  },
);

it('tells the reason that a field of the line states', async () => {
  expect((await ask('net', 'why did job 13408 fail?')).headline).toContain('disk quota exceeded');
});
