import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const day = Date.UTC(2026, 6, 4, 6);
const clock = (ms: number) => new Date(day + ms).toISOString().replace('T', ' ').slice(0, 23);
const minute = 60_000;

/** Lifts: trips by number, some tried again, some that fail; a motor's temperature; settings; what was thrown. */
const trips = Array.from({ length: 48 }, (_, index) => {
  const id = `T${34_500 + index * 3}`;
  const lift = ['car-1', 'car-2', 'car-10'][index % 3] ?? '';
  const at = index * 5 * minute;
  const isFailed = index % 8 === 5;
  const tries = index % 6 === 0 ? 2 : 0;
  const says = (ms: number, level: string, said: string) => `${clock(at + ms)}|${level}|dispatch|${said}`;
  return [
    says(0, 'INFO', `trip ${id} of ${lift} requested from floor L${index % 9}`),
    ...Array.from({ length: tries }, (__, n) =>
      says(300 + n * 300, 'WARN', `trip ${id} door blocked, attempt ${n + 2}`),
    ),
    isFailed
      ? says(9000, 'ERROR', `trip ${id} of ${lift} broken off: ${index % 16 === 5 ? 'overload' : 'door jam'}`)
      : says(5000 + index * 100, 'INFO', `ride ${id} of ${lift} over, load ${100 + index} kg`),
    `${clock(at + 60_000)}|INFO|thermo|${lift} motor reading=${40 + (index % 20)}.5`,
    `${clock(at + 70_000)}|DEBUG|core|tick ${index * 17}`,
  ];
}).flat();
const changes = [
  [21, 'door dwell', 4, 6, 'ada'],
  [72, 'door dwell', 6, 3, 'ben'],
  [133, 'max load', 450, 500, 'ada'],
].map(
  ([at = 0, name, prev, now, actor]) =>
    `${clock(Number(at) * minute + 30_000)}|INFO|tuning|parameter edit setting="${name}" prev=${prev} now=${now} actor=${actor}`,
);
const thrown = [30, 90, 150].flatMap((at, index) => [
  `${clock(at * minute + 40_000)}|ERROR|core|unexpected error in panel ${index}`,
  `lift.${index === 1 ? 'BusError' : 'PanelError'}: no answer`,
]);
const sorted = [...trips, ...changes, ...thrown.filter((_, at) => at % 2 === 0)].toSorted();
const lines = sorted.flatMap((line) => [line, ...thrown.slice(thrown.indexOf(line) + 1 || thrown.length).slice(0, 1)]);

const ask = askLogs({ lifts: ['lifts.log', lines] });

it.each([
  // How long, by the times of the lines.
  ['how many completed trips took longer than 9 s?', /\b6 trips/],
  ["what's the max duration of the completed trips?", /\b9\.7 s/],
  ['on average how long do failed trips take', /\b9 s/],
  ['id of the slowest completed trip', /T34641/],
  // How they came out, and how often they were tried.
  ['how many completed trips had at least one retry first?', /\b8 trips/],
  ['completed trips without a single retry: how many?', /\b34 trips/],
  ['peak number of concurrent trips?', /\b1 at once/],
  ['longest run of failed trips in a row with none of the completed trips in between?', /\b1 line/],
  ['how many requested trips from 07:02 to 08:02?', /\b12 trips/],
  // What each of them states.
  ['total load of the completed trips', /\b5,178 kg/],
  ['load of trip T34503', /\b101 kg/],
  // What is read again and again.
  ['sanity check - highest motor temperature of car-10?', /\b58\.5/],
  ['how many motor readings were above 50?', /\b20 lines/],
  ['one more: motor temperature of car-1 at 06:16:30?', /\b43\.5/],
  // What was set.
  ['what was door dwell before the first change?', /\b4\b/],
  ['final value of door dwell?', /\b3\b/],
  ['who changed max load first?', /ada/],
  ['was door dwell ever changed to 5?', /\bNo\b|\bNone\b/],
])('%s', async (question, answer) => {
  expect((await ask('lifts', question)).headline).toMatch(answer);
});

it('says which words it took for others, and is not certain of them', async () => {
  const { verdict, answer } = await ask('lifts', 'highest gearbox motor temperature?');
  expect(verdict).not.toBe('CONFIRMED');
  expect(answer).toContain('gearbox');
});
