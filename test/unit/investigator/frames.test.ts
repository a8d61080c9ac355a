import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (second: number) => new Date(Date.UTC(2026, 2, 3, 8, 0, second)).toISOString();
const ovens = ['oven-a', 'oven-b', 'oven-c'];

/** Batches of one line each, with their weight, their time and how they came out. */
const bakery = [
  `${clock(0)} INFO bakery controller started`,
  ...Array.from({ length: 60 }, (_, index) => {
    const oven = ovens[index % 7 < 4 ? 0 : index % 2 === 0 ? 1 : 2];
    const grade = oven === 'oven-c' || index % 10 !== 0 ? 'fine' : 'burnt';
    return `${clock(60 * (index + 1))} INFO batch ${700_001 + index * 37} oven=${oven} grade=${grade} loaves=${100 + ((index * 31) % 57)} took_ms=${2000 + ((index * 773) % 911)}`;
  }),
  `${clock(1800)} WARN door of oven-b jammed`,
  `${clock(1801)} INFO max_heat changed from 240 to 255 by ada`,
  `${clock(1830)} INFO bakery controller started`,
  ...Array.from({ length: 5 }, (_, index) => `${clock(1900 + index)} WARN door of oven-a jammed`),
].toSorted();

const requests = Array.from({ length: 120 }, (_, index) => {
  const method = index % 4 === 0 ? 'POST' : 'GET';
  const status = index % 15 === 0 ? 503 : 200;
  return `10.0.0.${1 + (index % 3)} - - [03/Mar/2026:${index < 70 ? '09' : '10'}:${String(index % 60).padStart(2, '0')}:05 +0000] "${method} /loaf/${index % 5} HTTP/1.1" ${status} ${500 + index}`;
});

const ask = askLogs({ bakery: ['bakery.log', bakery], requests: ['access.log', requests] });
const loaves = Array.from({ length: 60 }, (_, index) => 100 + ((index * 31) % 57));
const most = loaves.indexOf(Math.max(...loaves));

it.each([
  ['requests', 'percentage of GET requests', 'CONFIRMED', '75 %: 90 of 120'],
  ['requests', 'which share of requests used the POST method?', 'CONFIRMED', '25 %: 30 of 120'],
  ['requests', 'how many requests had a status of 500 or above?', 'CONFIRMED', '8 lines'],
  [
    'requests',
    'more requests from 9:00 to 10:00 than from 10:00 to 11:00?',
    'CONFIRMED',
    'Yes: 70 before 2026-03-03 10:00:00, 50 from',
  ],
  [
    'requests',
    'is the number of requests from 10:00 to 11:00 higher than from 9:00 to 10:00?',
    'CONFIRMED',
    'No: 50 from',
  ],
  ['requests', 'were there any DELETE requests?', 'CONFIRMED', 'No: DELETE is not in this file'],
  ['requests', 'path of the last request from 10.0.0.3', 'CONFIRMED', '/loaf/4'],
  ['bakery', 'was there a strike?', 'LIKELY', 'No: strike is not in this file'],
  ['bakery', 'what was max_heat before it was changed?', 'CONFIRMED', '240'],
  ['bakery', 'old max_heat?', 'CONFIRMED', '240'],
  ['bakery', 'new max_heat?', 'CONFIRMED', '255'],
  ['bakery', 'from what to what was max_heat changed?', 'CONFIRMED', 'From 240 to 255, at 2026-03-03 08:30:01'],
  ['bakery', 'what is the grade of oven-c now?', 'CONFIRMED', 'fine, at'],
  ['bakery', 'ovens without any burnt batch', 'CONFIRMED', 'oven-c'],
  ['bakery', 'how many batches did each oven finish?', 'INCONCLUSIVE', ''],
  ['bakery', 'which oven made the most loaves?', 'CONFIRMED', 'total loaves, the highest of 3'],
  ['bakery', 'is the grade different after the restart?', 'INCONCLUSIVE', ''],
  ['bakery', 'batches by oven', 'CONFIRMED', 'oven-a: '],
  ['bakery', 'when did the batch with the most loaves finish?', 'CONFIRMED', clock(60 * (most + 1)).slice(11, 19)],
  ['bakery', 'cake with the most loaves', 'LIKELY', `${700_001 + most * 37}`],
  ['bakery', 'how many doors jammed after the restart?', 'CONFIRMED', '5 lines'],
  [
    'bakery',
    'average loaves per batch',
    'CONFIRMED',
    `${Number((loaves.reduce((sum, one) => sum + one, 0) / 60).toFixed(2))}`,
  ],
] as const)('%s: %s', async (log, question, verdict, said) => {
  const told = await ask(log, question);
  expect(told.headline).toContain(said);
  expect(told.verdict).toBe(verdict);
});
