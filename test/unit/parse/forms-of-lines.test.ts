import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const day = Date.UTC(2026, 2, 9, 4);
const clock = (ms: number) => new Date(day + ms).toISOString().replace('T', ' ').slice(0, 23);
const minute = 60_000;
const at = (minutes: number, level: string, source: string, said: string) =>
  `${clock(minutes * minute)} ${level} ${source}: ${said}`;

/** An oven: bakes by number, alarms with a reason, burners out of order for a while, a programme's states, readings. */
const bakes = Array.from({ length: 30 }, (_, index) => {
  const id = `B${7100 + index * 2}`;
  const deck = `deck#${[1, 2, 14][index % 3]}`;
  return [
    at(index * 4, 'INFO', 'bakes', `bake ${id} on ${deck} begun, loaf count ${10 + index}`),
    index % 6 === 4
      ? at(
          index * 4 + 3,
          'ERROR',
          'bakes',
          `bake ${id} on ${deck} given up: ${index % 12 === 4 ? 'steam fault' : 'no dough'}`,
        )
      : at(index * 4 + 2 + (index % 2), 'INFO', 'bakes', `bake ${id} on ${deck} done, weight ${500 + index} g`),
  ];
}).flat();
const alarms = [3, 9, 31, 34, 90].map((minutes, index) =>
  at(
    minutes + 0.5,
    'WARN',
    'guard',
    `door ajar on deck#${index < 3 ? 1 : 14}, open ${5 + index * 4} s: ${index % 2 === 0 ? 'latch worn' : 'tray in the way'}`,
  ),
);
const outages = [
  [12, 'silent', 1],
  [14, 'back', 1],
  [40, 'silent', 2],
  [47, 'back', 2],
  [60, 'silent', 1],
  [63, 'back', 1],
].map(([minutes = 0, word, sensor]) =>
  at(
    Number(minutes) + 0.25,
    word === 'back' ? 'INFO' : 'WARN',
    'probe',
    `probe px-${sensor} ${word}${word === 'back' ? '' : ': wire loose'}`,
  ),
);
const modes = [
  [1, 'COLD', 'WARM'],
  [20, 'WARM', 'HOT'],
  [50, 'HOT', 'WARM'],
  [55, 'WARM', 'HOT'],
  [100, 'HOT', 'COLD'],
].map(([minutes = 0, from, to]) => at(Number(minutes) + 0.1, 'INFO', 'mode', `chamber ch-4 mode ${from} -> ${to}`));
const readings = Array.from({ length: 20 }, (_, index) =>
  at(index * 6 + 0.7, 'DEBUG', 'meter', `gas reading=${20 + ((index * 7) % 13)}.5`),
);
const thrown = [
  at(70.2, 'ERROR', 'core', 'unexpected error'),
  'oven.DoughError: too wet',
  '    at oven.Mixer.knead(Mixer.java:42)',
  '    at oven.Main.run(Main.java:7)',
];
const first = at(0, 'INFO', 'boot', 'ovend 3.4.1 starting');
const again = at(95.4, 'INFO', 'boot', 'ovend 3.4.2 starting');
const plain = [first, again, ...bakes, ...alarms, ...outages, ...modes, ...readings, thrown[0] ?? ''].toSorted();
const lines = plain.flatMap((line) => (line === thrown[0] ? thrown : [line]));

const ask = askLogs({ oven: ['oven.log', lines] });

it.each([
  // Where in the order, and in the time, something stands.
  ['when did the third door ajar happen?', /04:31:30/],
  ['what was logged right after the first door ajar?', /deck#1|B71/],
  ['what happened at 04:40:15?', /px-2 silent/],
  ['busiest hour by number of failed bakes', /04:00/],
  // Which names lines have, together and in turn.
  ['how many failed bakes, not counting the ones on deck#2?', /\b[0-5]\b/],
  // Out of order, in the words of the asker.
  ['how long was probe px-1 silent altogether?', /\b5 min\b/],
  ['sum of the lengths of all probe dropouts', /\b12 min\b/],
  ['how many probe dropouts lasted more than 2.5 min?', /\b2 times/],
  ['which probe had the longest dropout?', /px-2/],
  ['was px-2 silent at 04:43?', /Yes/],
  // Reasons.
  ['how many different reasons for door ajar warnings?', /\b2 different values/],
  ['most common reason for failed bakes', /steam fault/],
  ['break the door ajar warnings down by reason', /latch worn.*3/],
  // States by their names.
  // Numbers.
  ['by how much did the gas reading change from the first to the last reading?', /by/],
  ['which version started first?', /3\.4\.1/],
])('%s', async (question, told) => {
  const { answer, verdict } = await ask('oven', question);
  expect(answer).toMatch(told);
  expect(verdict).not.toBe('INCONCLUSIVE');
});

it.each([
  'how long was probe px-9 silent altogether?',
  'how many door ajar warnings happened while px-9 was silent?',
  'how many conveyor jams lasted more than 2 min?',
  'where in the code is the CrustError thrown?',
])('does not answer for what is not in the file: %s', async (question) => {
  expect((await ask('oven', question)).verdict).toBe('INCONCLUSIVE');
});
