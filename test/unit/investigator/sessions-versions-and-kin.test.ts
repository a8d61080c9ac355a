import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 5, 9, 8, minute, second)).toISOString();
const json = (minute: number, fields: Record<string, unknown>) =>
  JSON.stringify({ time: at(minute), level: 'info', service: 'stay-api', ...fields });

/** A job service: who was logged in, which version ran, a run that says what it skipped. */
const batch = [
  `${at(0)} INFO main - engine 2.7.1 starting`,
  `${at(1)} INFO console - login failed for user 'root' from 10.0.0.9`,
  `${at(2)} INFO console - user ada logged on`,
  `${at(5)} INFO launcher - Job 'purge' run=61 started`,
  `${at(6)} INFO listener - run=61 purge progress 50%`,
  `${at(9)} WARN policy - run=61 6 records skipped, see reject file purge-61.rej`,
  `${at(10)} INFO launcher - Job 'purge' run=61 COMPLETED in 300000 ms (read=10, written=4, skipped=6)`,
  `${at(12)} INFO launcher - Job 'export' run=62 started`,
  `${at(20)} INFO launcher - Job 'export' run=62 COMPLETED in 480000 ms (read=90, written=90, skipped=0)`,
  `${at(21)} INFO console - user ada logged off`,
  `${at(22)} ERROR launcher - Job 'import' run=63 FAILED after 3000 ms: SocketTimeoutException`,
  `${at(30)} INFO main - engine 2.8.0 starting`,
  `${at(31)} INFO launcher - Job 'purge' run=64 started`,
  `${at(33)} INFO launcher - Job 'export' run=65 started`,
  `${at(35)} INFO launcher - Job 'purge' run=64 COMPLETED in 240000 ms (read=8, written=8, skipped=0)`,
  `${at(39)} INFO launcher - Job 'export' run=65 COMPLETED in 360000 ms (read=70, written=70, skipped=0)`,
  ...Array.from({ length: 12 }, (_, index) => `${at(40 + index)} INFO stats - memory=${40 + index * 2} threads=8`),
  `${at(53)} WARN main - reboot requested by ada`,
  ...Array.from({ length: 4 }, (_, index) => `${at(54 + index)} INFO stats - memory=${20 + index} threads=8`),
];

/** A vessel whose mode and whose speed are both changed. */
const vessel = [
  `${at(0)} F1 MODE IDLE -> GROWTH (recipe)`,
  `${at(10)} F1 SET N 220 -> 260 rpm (ada)`,
  `${at(15)} F2 MODE IDLE -> GROWTH (recipe)`,
  `${at(30)} F1 MODE GROWTH -> HARVEST (ada)`,
  `${at(32)} F2 SET N 200 -> 240 rpm (bob)`,
  `${at(40)} F2 MODE GROWTH -> HARVEST (bob)`,
  ...Array.from({ length: 10 }, (_, index) => `${at(41 + index)} F${1 + (index % 2)} MEAS T=${36 + index / 10}C`),
];

/** Events that call the same things by nested and by flat names. */
const hotels = ['Seeblick', 'Alpenrose', 'Seeblick', 'Adler', 'Seeblick', 'Alpenrose'];
const stays = [
  ...hotels.map((hotel, index) =>
    json(index, {
      event: 'stay.created',
      stay: { id: `ST-${100 + index}`, hotel, channel: index % 2 ? 'web' : 'app' },
    }),
  ),
  ...[0, 1, 4].map((index) =>
    json(20 + index, { event: 'stay.cancelled', stay_id: `ST-${100 + index}`, hotel: hotels[index] }),
  ),
  json(26, { event: 'agent.login', agent: 'j.okoro' }),
  json(40, { event: 'agent.logout', agent: 'j.okoro' }),
  json(45, { event: 'deploy.done', version: '1.43.0' }),
  json(50, { event: 'deploy.done', version: '1.44.0' }),
];

/** Interfaces by their long names, and a runner that comes back. */
const net = [
  ...Array.from({ length: 8 }, (_, index) => [
    `${at(index * 5)} rtr %LINK-3-UPDOWN: Interface GigabitEthernet0/0/${1 + (index % 3)}, changed state to down`,
    `${at(index * 5 + 1)} rtr %LINK-3-UPDOWN: Interface GigabitEthernet0/0/${1 + (index % 3)}, changed state to up`,
  ]).flat(),
  `${at(45)} rtr agent: runner-a online, 16 cores`,
  `${at(46)} rtr agent: runner-b online, 16 cores`,
  `${at(50)} rtr agent: runner-b offline, heartbeat lost`,
  `${at(53)} rtr agent: runner-b online, 16 cores`,
];

const ask = askLogs({
  batch: ['batch.log', batch],
  vessel: ['vessel.txt', vessel],
  stays: ['stays.jsonl', stays],
  net: ['net.syslog', net],
});

it.each([
  ['batch', 'was ada logged on at 08:15?', 'CONFIRMED: Yes'],
  ['batch', 'was ada logged in at 08:25?', 'CONFIRMED: No'],
  ['stays', 'was j.okoro logged in at 08:30?', 'CONFIRMED: Yes'],
  ['stays', 'was j.okoro logged in at 08:42?', 'CONFIRMED: No'],
  ['batch', 'what version of engine was running at 08:20?', 'LIKELY: 2.7.1'],
  ['stays', 'which version was live at 08:47?', 'CONFIRMED: 1.43.0'],
  // `run=61` and `skipped=6` tell no state, and a reject file is no failure.
  ['batch', 'how long did the purge job at 08:05 run?', '5 min'],
  ['batch', 'did purge and export run at the same time?', 'Yes: for 2 min'],
  ['batch', 'did purge and export run at the same time before 08:25?', 'No: never at the same time'],
  ['batch', 'when did the first job fail?', '2026-06-09 08:22'],
  ['batch', 'memory up to the reboot: rising or falling?', 'Rising'],
  // What a speed was raised to ends no mode.
  ['vessel', 'how long was F1 in GROWTH?', '30 min'],
  ['vessel', 'how long was F2 in GROWTH?', '25 min'],
  ['stays', 'how many stays did Seeblick get through the app?', 'CONFIRMED: 3 '],
  ['stays', 'is there a hotel without a single cancellation?', 'Adler'],
  ['stays', 'which hotel had the fewest stays?', 'Adler: 1 '],
  ['net', 'how often did Gi0/0/2 go down?', '3 times down'],
  ['net', 'how many lines are there of runner-e?', 'runner-e is not in this file'],
  ['net', 'how long until runner-b was back online?', '3 min'],
])('%s: %s', async (log, question, answer) => {
  expect((await ask(log, question)).headline).toContain(answer);
});
