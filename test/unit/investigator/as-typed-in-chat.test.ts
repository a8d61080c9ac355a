import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (second: number) => new Date(Date.UTC(2026, 6, 2, 5, 0, second)).toISOString();
const paths = ['/quote', '/ping', '/bill'];

/** Nothing in it is numbered as an operation. */
const gateway = Array.from({ length: 90 }, (_, index) =>
  index % 15 === 0
    ? `time=${at(index * 100)} level=info msg="runtime stats" goroutines=${100 + ((index * 37) % 91)} heap_mb=90`
    : `time=${at(index * 100)} level=${index % 9 === 0 ? 'error' : 'info'} path=${paths[index % 3]} dur_ms=${paths[index % 3] === '/bill' ? 300 + index : index} cached=${index % 2 === 0}`,
);

const alarms = [
  'DATE;TIME;ALARM;STATION;TEXT;STATE',
  ...Array.from({ length: 12 }, (_, index) => {
    const line = (second: number, state: string) =>
      `02.07.2026;05:${String(index * 4 + Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')};A${index % 3};Press ${index % 2};${index % 3 === 0 ? 'Foil torn' : 'Oil low'};${state}`;
    return [line(5, 'COMING'), line(31, 'ACK'), line(80, 'GOING')];
  }).flat(),
];

/** Who wrote each line is a machine. */
const backups = Array.from({ length: 24 }, (_, index) => {
  const host = ['db01', 'web03', 'git02'][index % 3];
  return index % 4 === 3
    ? `${at(index * 600)} ERROR [${host}] backup failed: locked by pid ${9000 + index}`
    : `${at(index * 600)} INFO [${host}] backup finished OK, ${index + 10} GiB in ${index + 200} s`;
});

/** Said once, and what was left out. */
const release = [
  `${at(0)} INFO bakery: oven rack rev-C2 found`,
  ...Array.from({ length: 12 }, (_, index) => `${at(10 + index)} INFO cache: loaf ${index} ok`),
  `${at(30)} ERROR stage: proving failed`,
  `${at(31)} INFO stage: Skipping step 'Deliver to shop' (previous step failed)`,
  `${at(32)} INFO stage: flour milled twice`,
];

const minutes = Array.from(
  { length: 30 },
  (_, index) =>
    `${at(index * 6)} ${index < 10 && index % 2 === 0 ? 'ERROR' : 'INFO'} kneader: dough ${index % 4} turned`,
);

const ask = askLogs({
  minutes: ['minutes.log', minutes],
  release: ['release.log', release],
  gateway: ['gateway.log', gateway],
  alarms: ['alarms.txt', alarms],
  backups: ['backup.log', backups],
});

it.each([
  // A word that the query does not use forbids certainty, whether or not the file numbers anything.
  ['gateway', 'slowest endpoint', 'CONFIRMED', /^\S*CONFIRMED: \/bill/],
  ['gateway', 'peak goroutine count', 'CONFIRMED', /is the highest goroutines/],
  ['gateway', 'peak goroutine count + time', 'CONFIRMED', /is the highest goroutines, at/],
  ['gateway', 'errors per hour', 'CONFIRMED', /per hour on average: 8 lines/],
  ['alarms', 'how many torn foils', 'CONFIRMED', /4 lines .*STATE COMING/],
  ['alarms', 'foil torn count', 'CONFIRMED', /4 lines .*STATE COMING/],
  // Only the line that has all the words is the answer; others are shown as near.
  ['release', 'rack rev', 'LIKELY', /oven rack rev-C2 found/],
  ['release', 'did we deliver to the shop?', 'INCONCLUSIVE', /No line says that it was done; .*Skipping step 'Deliver/],
  ['alarms', 'nr of torn foils + last one', 'CONFIRMED', /4 lines .*STATE COMING/],
  // In a log that covers less than an hour each time is a minute.
  ['backups', 'failures per host', 'LIKELY', /db01: 2; git02: 2; web03: 2|db01: 2|web03: 2/],
] as const)('%s: %s', async (log, question, verdict, said) => {
  const { headline, ...told } = await ask(log, question);
  expect(headline).toMatch(said);
  expect(told.verdict).toBe(verdict);
});

it('tells a rate for each hour too', async () => {
  expect((await ask('gateway', 'errors per hour')).answer).toMatch(/In each: 05:00: \d+; 06:00: \d+/);
});

it('shows the lines that come nearest to what it cannot answer', async () => {
  const { verdict, answer } = await ask('release', 'which flour was used for the baguettes?');
  expect(verdict).toBe('INCONCLUSIVE');
  expect(answer).toMatch(/nearest.*[\s\S]*flour milled twice/);
});

it('tells the last of the lines that were counted', async () => {
  expect((await ask('alarms', 'nr of torn foils + last one')).answer).toMatch(/Last one: 2026-07-02 05:36:05/);
});
