import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (second: number) => new Date(Date.UTC(2026, 6, 2, 5, 0, second)).toISOString();
const drivers = ['Mia', 'Otto', 'Lena'];

/** Each line is of one trip of a tractor; the fastest and the heaviest are those of Otto. */
const trips = Array.from({ length: 30 }, (_, index) =>
  JSON.stringify({
    ts: clock(index * 60),
    tractor: `TR-${index % 3}`,
    driver: drivers[index % 3],
    spd_kmh: 10 + (index % 7) + (index === 13 ? 20 : 0),
    grain_kg: 800 + index + (index === 16 ? 900 : 0),
    eng_temp: 70 + (index % 5) + (index === 9 ? 30 : 0),
  }),
);

const panels = [
  'time;inverter;pv_v;baro_hpa;shutter',
  ...Array.from(
    { length: 30 },
    (_, index) =>
      `02.07.2026 05:${String(index).padStart(2, '0')}:00;INV-${index % 3};${600 - (index === 20 ? 90 : index % 3)};${1010 + (index % 4)};${index % 2 ? 'open' : 'closed'}`,
  ),
];

const router = Array.from(
  { length: 24 },
  (_, index) =>
    `${clock(index)} srcip=10.9.0.${index % 3} dstport=${index % 4 === 0 ? 23 : 443} action=${index % 4 === 0 ? 'drop' : 'pass'} sentbyte=${index === 7 ? 9000 : 100} rcvdbyte=${index === 8 ? 7000 : 50}`,
);

const ask = askLogs({
  trips: ['trips.jsonl', trips],
  panels: ['panels.csv', panels],
  router: ['router.log', router],
});

it.each([
  // A unit tells what is measured, and a word of a name may be the beginning of what is asked.
  ['panels', 'lowest voltage', 'CONFIRMED', '510 is the lowest pv_v'],
  ['panels', 'max pressure per inverter', 'CONFIRMED', '1,013 hpa highest baro_hpa'],
  ['panels', 'lowest pv voltage and when?', 'CONFIRMED', 'at 2026-07-02 05:20:00'],
  ['trips', 'max engine temperature', 'LIKELY', '104 is the highest eng_temp'],
  ['trips', 'heaviest load', 'LIKELY', '1,716 kg is the highest grain_kg'],
  // How open a shutter is names nothing that has a number.
  ['panels', 'which string had the lowest voltage?', 'LIKELY', 'INV-2: 510 lowest pv_v'],
  // The highest speed, where lines state no time that anything took.
  ['trips', 'who drove fastest?', 'LIKELY', 'Otto: 36 highest spd_kmh, the highest of 3, at 2026-07-02 05:13:00'],
  ['trips', 'fastest tractor', 'CONFIRMED', 'TR-1: 36 highest spd_kmh'],
  ['trips', 'slowest trip of the day', 'LIKELY', '10 is the lowest spd_kmh'],
  ['trips', 'who hauled the heaviest load, and when?', 'LIKELY', 'Otto: 1,716 kg highest grain_kg'],
  ['trips', 'which tractor got too hot?', 'LIKELY', 'TR-0: 104 highest eng_temp'],
  // Two words that a name writes as one.
  ['router', 'who sent the most bytes?', 'LIKELY', '10.9.0.1: 9,700 total sentbyte'],
  ['router', 'who received the most bytes?', 'LIKELY', '10.9.0.2: 7,350 total rcvdbyte'],
  ['router', 'top destination port of dropped traffic', 'LIKELY', '23: 6 lines'],
])('%s: %s', async (log, question, verdict, answer) => {
  const told = await ask(log, question);
  expect([told.verdict, told.headline]).toEqual([verdict, expect.stringContaining(answer)]);
});

it('tells which part of all the first has', async () => {
  expect((await ask('router', 'who sent the most bytes?')).answer).toContain('9,700 of 11,300');
});
