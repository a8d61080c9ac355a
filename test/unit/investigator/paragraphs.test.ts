import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const passes = [
  ['08:00:00', 'Main Gate', 'Ada', 'granted'],
  ['08:05:00', 'Store 2', 'Bob', 'denied'],
  ['08:06:00', 'Store 2', 'Bob', 'denied'],
  ['08:20:00', 'Main Gate', 'Cem', 'granted'],
  ['09:00:00', 'Store 2', 'Ada', 'granted'],
  ['09:30:00', 'Main Gate', 'Bob', 'granted'],
];
/** A record each, its fields a line each; the time does not stand first. */
const doors = passes.flatMap(([time, door, person, result]) => [
  `Door: ${door}`,
  `Time: 24 Aug 2026 ${time}`,
  `Person: ${person}`,
  `Result: ${result}`,
  '',
]);

const ask = askLogs({ doors: ['doors.txt', doors] });

it.each([
  ['how many entries were denied?', 'CONFIRMED', '2'],
  ['how often did Bob use the Store 2 door?', 'CONFIRMED', '2'],
  ['which door was used most?', 'CONFIRMED', 'Main Gate'],
  ['how many were granted after 08:10?', 'CONFIRMED', '3'],
  ['was Ada denied?', 'CONFIRMED', 'No'],
])('reads each paragraph as one record: "%s" is %s, %s', async (question, verdict, part) => {
  const told = await ask('doors', question);
  expect(told.headline).toContain(part);
  expect(told.verdict).toBe(verdict);
});

/** So long that lines with a word of the question are picked instead of all being read. */
const long = Array.from({ length: 5200 }, (_, index) => [
  `Time: 24 Aug 2026 ${new Date(5000 * index).toISOString().slice(11, 19)}`,
  `Door: Gate ${index % 9}`,
  `Person: ${index % 1300 === 7 ? 'Zelda' : 'Ada'}`,
  `Result: ${index === 7 ? 'denied' : 'granted'}`,
  '',
]).flat();
const askLong = askLogs({ long: ['doors.txt', long] });

it('joins the fields of a record in a long file too', async () => {
  const told = await askLong('long', 'how many entries have person Zelda and result granted?');
  expect(told.headline).toContain('3');
});
