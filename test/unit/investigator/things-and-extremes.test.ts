import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (second: number) => new Date(Date.UTC(2026, 4, 6, 7, 0, second)).toISOString();
/** Of one length and in no order. */
const crates = Array.from({ length: 24 }, (_, index) => 500_000 + ((index * 7919) % 99_991));
const routes = ['KV12', 'KV13', 'NL40', 'NL41', 'PT7'];

/** Each is weighed, and shipped after 10 s for each place in the row up to the fourth. */
const depot = [
  ...crates.flatMap((crate, index) => [
    `${clock(100 * index)} INFO scale: crate ${crate} weighed route ${routes[index % 5]} load ${10 + (index % 7)}.5kg`,
    `${clock(100 * index + 10 * (1 + (index % 4)))} INFO gate: crate ${crate} shipped`,
    `${clock(100 * index + 60)} INFO hall: air temperature ${18 + ((index * 5) % 11)}.5 C humidity ${40 + index} %`,
  ]),
  `${clock(3000)} INFO admin: belt_speed changed from 1.2 to 0.8 by ada`,
];

/** A record is a time and indented lines, of which each states one thing. */
const grants = ['anna', 'ben', 'anna', 'cleo', 'anna', 'ben'].flatMap((name, index) => [
  new Date(Date.UTC(2026, 4, 6, 9, index))
    .toUTCString()
    .replace(/^(\w+), (\d+) (\w+) (\d+) ([\d:]+).*/, '$1 $3  $2 $5 $4')
    .replace('  0', '  '),
  `\tPacket-Type = Access-${index % 3 === 2 ? 'Reject' : 'Accept'}`,
  `\tUser-Name = "${name}"`,
  `\tSession-Seconds = ${100 * (index + 1)}`,
  '',
]);

const table = [
  'time;scanner;state;detail',
  ...Array.from(
    { length: 30 },
    (_, index) =>
      `06.05.2026 08:${String(index).padStart(2, '0')}:00;S-${index % 3};OK;battery=${90 - index} rssi=-${40 + ((index * 7) % 30)}`,
  ),
];

const ask = askLogs({
  depot: ['depot.log', depot],
  grants: ['detail.log', grants],
  table: ['scans.csv', table],
});

it.each([
  ['depot', 'how many different routes are there?', 'CONFIRMED', '5 different values of route'],
  ['depot', 'how many crates were shipped?', 'CONFIRMED', '24 crates'],
  ['depot', 'what was the humidity when the air temperature was highest?', 'CONFIRMED', '42% humidity'],
  ['depot', 'difference between the highest and lowest air temperature?', 'CONFIRMED', '10 C is the difference'],
  ['depot', 'what was belt_speed before and after the change?', 'CONFIRMED', 'From 1.2 to 0.8, at 2026-05-06 07:50:00'],
  ['depot', `how long did crate ${crates[2]} take from weighed to shipped?`, 'CONFIRMED', '30 s'],
  ['depot', 'how long on average from being weighed to being shipped?', 'CONFIRMED', '25 s is the average'],
  ['depot', `how long did crate ${crates[3]} take?`, 'LIKELY', '40 s'],
  ['depot', 'which was shipped earlier, KV12 or PT7?', 'INCONCLUSIVE', ''],
  ['depot', 'is the air temperature the highest?', 'INCONCLUSIVE', ''],
  ['grants', 'how many different users are there?', 'CONFIRMED', '3 different values of User-Name'],
  ['grants', 'total Session-Seconds of anna?', 'CONFIRMED', '15 min is the total'],
  ['grants', 'how many Access-Reject?', 'CONFIRMED', '2 '],
  ['table', 'lowest battery of S-1?', 'CONFIRMED', '62 is the lowest battery'],
])('%s: "%s" is %s, %s', async (file, question, verdict, headline) => {
  const told = await ask(file, question);
  expect(told.headline).toContain(headline);
  expect(told.verdict).toBe(verdict);
});

it('names the different values where they are few', async () => {
  const { answer } = await ask('depot', 'how many different routes are there?');
  expect(answer).toContain('KV12, KV13, NL40, NL41, PT7');
});
