import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (minute: number) => new Date(Date.UTC(2026, 4, 6, 7, minute)).toISOString();

/** What devices say stands in objects inside of the lines. */
const home = Array.from({ length: 20 }, (_, index) =>
  index % 4 === 3
    ? `${clock(10 * index)} info bridge: send state to 'lamp_${index % 3}' ${index === 7 ? 'failed: no route' : 'done'}`
    : `${clock(10 * index)} info mqtt: publish topic 'home/attic', payload '{"battery":90,"humidity":${40 + index},"contact":${index % 2 === 0}}'`,
);

const leases = [
  ...Array.from(
    { length: 12 },
    (_, index) => `${clock(5 * index)} INFO dhcp: LEASEACK on 10.0.0.${index} via lan${index % 2}`,
  ),
  `${clock(61)} INFO dhcp: pool balanced, backup 20`,
  `${clock(62)} ERROR dhcp: duplicate address 10.0.0.3`,
  `${clock(63)} ERROR dhcp: duplicate address 10.0.0.4`,
  `${clock(64)} ERROR dhcp: no answer from relay`,
  `${clock(65)} ERROR dhcp: no answer from relay`,
];

const ask = askLogs({ home: ['home.log', home], leases: ['leases.log', leases] });

it.each([
  ['home', 'highest humidity?', 'CONFIRMED', '58 is the highest humidity'],
  ['home', 'what was the humidity when the battery was highest?', 'CONFIRMED', 'humidity'],
  ['leases', 'how many ACKs?', 'CONFIRMED', '12 lines'],
  ['leases', 'what percentage of the errors are duplicate addresses?', 'CONFIRMED', '50 %'],
  ['leases', 'duplicate address share of all errors', 'CONFIRMED', '50 %'],
  ['leases', 'rainfall in millimetres', 'INCONCLUSIVE', 'I do not know what rainfall in millimetres refers to'],
  ['leases', 'how many messages came in?', 'INCONCLUSIVE', ''],
  ['leases', 'how many pools failed?', 'INCONCLUSIVE', ''],
])('%s: "%s" is %s, %s', async (file, question, verdict, headline) => {
  const told = await ask(file, question);
  expect(told.headline).toContain(headline);
  expect(told.verdict).toBe(verdict);
});
