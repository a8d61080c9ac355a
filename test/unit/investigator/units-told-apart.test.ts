import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 5, 9, 8, minute)).toISOString();
const clock = (minute: number) => at(minute).slice(0, 19).replace('T', ' ');

/** Up and down of two gateways: named by a device, and by a Python program that another name stands before. */
const turns = [
  [0, 'A', 'up'],
  [1, 'B', 'up'],
  [1, 'C', 'up'],
  [5, 'A', 'down'],
  [8, 'B', 'down'],
  [9, 'B', 'up'],
  [12, 'B', 'down'],
  [20, 'A', 'up'],
  [30, 'B', 'up'],
] as const;
const said = (state: string) => (state === 'up' ? 'state changed from DOWN to UP' : 'state changed from UP to DOWN');
const noise = (minute: number) => `watching ${10 + minute} files for changes`;

const device = turns.flatMap(([minute, name, state]) => [
  `${at(minute)} olt-3 %MONITOR-${state === 'up' ? 6 : 3}-GATEWAY_STATE: GW_${name}: ${said(state)}`,
  `${at(minute)} olt-3 %CONFIG-6-WATCHING: ${noise(minute)}`,
]);
const python = turns.flatMap(([minute, name, state]) => [
  `${clock(minute)},100 - netmon - ${state === 'up' ? 'INFO' : 'WARNING'} - gw-${name.charCodeAt(0) - 64}: ${said(state)}`,
  `${clock(minute)},200 - config - INFO - ${noise(minute)}`,
]);

/** A position, a job that is tried again, and programs whose lines have things of their own. */
const plant = [
  ...[0, 10, 12, 20, 25].map(
    (minute, index) => `ts=${at(minute)} level=info valve=drain position=${index % 2 ? 'closed' : 'open'}`,
  ),
  `ts=${at(30)} level=info msg="job started" job=J-101 attempt=1`,
  `ts=${at(31)} level=info msg="job started" job=J-102 attempt=1`,
  `ts=${at(34)} level=info msg="job finished" job=J-102 attempt=1`,
  `ts=${at(40)} level=info msg="job started" job=J-101 attempt=2`,
  `ts=${at(42)} level=info msg="job finished" job=J-101 attempt=2`,
  ...Array.from({ length: 6 }, (_, index) => [
    `ts=${at(43)} level=info msg="job started" job=J-${110 + index} attempt=1`,
    `ts=${at(44)} level=info msg="job finished" job=J-${110 + index} attempt=1`,
  ]).flat(),
];
const shelf = Array.from({ length: 12 }, (_, index) => [
  `${at(index)} INFO labels session ${3000 + index * 7} opened`,
  ...(index % 3 === 0 ? [`${at(index)} ERROR labels could not write record ${70 + index}`] : []),
]).flat();

const ask = askLogs({
  device: ['device.log', device],
  python: ['python.log', python],
  plant: ['plant.log', plant],
  shelf: ['shelf.log', shelf],
});

it.each([
  ['device', 'how many times did any gateway go down?', 'CONFIRMED: 3 times down'],
  ['device', 'was GW_A down at 08:15?', 'Yes, GW_A was down'],
  ['device', 'was GW_B down at 08:10?', 'No, GW_B was up'],
  ['python', 'how many times did a gateway go down?', 'LIKELY: 3 times down'],
  ['python', 'how many times did gw-2 go down?', '2 times down'],
  ['python', 'which gateway was down longest?', 'gw-2: 18 min'],
  ['plant', 'was drain closed at 08:11?', 'CONFIRMED: Yes'],
  ['plant', 'was drain open at 08:11?', 'CONFIRMED: No'],
  ['plant', 'did drain close at all?', 'CONFIRMED: Yes'],
  ['plant', 'which job ran longest?', 'J-102: 3 min'],
  ['shelf', 'how many errors did labels log?', '4 lines'],
])('%s: %s', async (log, question, answer) => {
  expect((await ask(log, question)).headline).toContain(answer);
});
