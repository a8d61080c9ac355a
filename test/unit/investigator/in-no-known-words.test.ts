import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const minutes = (at: number) => new Date(Date.UTC(2026, 4, 6, 6, at)).toISOString();
const ovens = ['oven-a', 'oven-b', 'oven-c'];

type Told = readonly [minute: number, text: string];

/** Charges by their numbers, which end with an error or state what they took. */
const charges = (oven: string, index: number): Told[] =>
  [0, 1, 2, 3].flatMap((round): Told[] => {
    const number = 7000 + round * 3 + index;
    const start = index * 2 + round * 30;
    const end =
      round === index
        ? `ERROR kiln: ${oven} spoils charge ${number}: draught too weak`
        : `INFO kiln: ${oven} unloads charge ${number}, ${(round + 1) * 10 + index} kWh`;
    return [
      [start, `INFO kiln: ${oven} loads charge ${number}`],
      [start + 9, end],
    ];
  });

/** They trip, and are reset. */
const trips = (oven: string, index: number): Told[] => [
  [130 + index, `ERROR safety: ${oven} tripped: flame lost`],
  [140 + index * 7, `INFO safety: ${oven} reset, heating`],
  [160 + index, `ERROR safety: ${oven} tripped: door open`],
  [165 + index, `INFO safety: ${oven} reset, heating`],
  [180 + index, `ERROR safety: ${oven} tripped: door open`],
  [182 + index, `INFO safety: ${oven} reset, heating`],
];
const kiln = [...ovens.flatMap(charges), ...ovens.slice(0, 2).flatMap(trips)];
const told = (lines: readonly Told[]) =>
  [...lines].sort((a, b) => a[0] - b[0]).map(([at, text]) => `${minutes(at)} ${text}`);

/** What was said stands below level and category. */
const desk = [
  ['info', 'Till 12 opened by ada'],
  ['fail', 'Till 12 jammed: paper out'],
  ['dbug', 'Heartbeat sent'],
  ['info', 'Till 14 opened by bela'],
  ['fail', 'Till 14 jammed: paper out'],
].flatMap(([level, text], index) => [
  `2026-05-06 08:0${index}:00.000 ${level}: Shop.Desk.TillService[${index}]`,
  `      ${text}`,
]);

const web = ['core:error', 'proxy:warn', 'core:notice', 'proxy:error'].map(
  (head, index) =>
    `[Wed May 06 09:0${index}:00.120 2026] [${head}] [pid 41] [client 192.0.2.${index + 1}:5100] upstream took ${index + 3} s`,
);

/** The title of the export stands before the names of its columns. */
const hall = [
  '# hall journal v2 | time | sev | event | lane | parcel | kg | note',
  ...[0, 1, 2, 3, 4, 5].map((at) =>
    at % 3 === 2
      ? `2026-05-06 10:0${at}:00|ERROR|PARCEL_KICKED_OUT|L${at % 2}|8890${at}||label torn`
      : `2026-05-06 10:0${at}:00|INFO|PARCEL_SORTED|L${at % 2}|8890${at}|${at + 2}.50|`,
  ),
];

const ask = askLogs({
  kiln: ['kiln.log', told(kiln)],
  desk: ['desk.log', desk],
  web: ['error_log', web],
  hall: ['hall.txt', hall],
});

it.each([
  ['how many charges failed?', '3 charges'],
  ['which oven had the most charges that went wrong?', '1 charge'],
  ['what percentage of the charges of oven-a did not succeed?', '25 %'],
  ['how much energy was used in total?', '249'],
  ['what was the largest energy of any charge on oven-b?', '41'],
  ['avg energy per successful charge on oven-c', '25.33'],
  ['how long was oven-b down in total?', '23 min'],
  ['was oven-a unavailable at 08:15?', 'Yes'],
  ['which ovens were never down?', 'oven-c'],
  ['was there any outage of oven-c?', 'No'],
  ['who went down first, oven-b or oven-a?', 'oven-a'],
  ['which oven had the longest outage?', 'oven-b'],
])('tells of what comes out well or fails, and of outages, in no word it knows: %s', async (question, expected) => {
  expect((await ask('kiln', question)).headline).toContain(expected);
});

it.each([
  ['desk', 'how many errors are there?', '2 lines'],
  ['desk', 'when did till 14 jam?', '08:04:00'],
  ['web', 'how many errors of the proxy are there?', '1 line'],
  ['hall', 'which lane had the most parcels?', '3'],
  ['hall', 'what is the total kg on L0?', '9'],
])('reads %s by the form its lines have: %s', async (log, question, expected) => {
  expect((await ask(log, question)).headline).toContain(expected);
});

it.each(['what is the serial number of oven-a?', 'how many outages did oven-z have?'])(
  'does not count lines for %s',
  async (question) => {
    expect((await ask('kiln', question)).verdict).toBe('INCONCLUSIVE');
  },
);
