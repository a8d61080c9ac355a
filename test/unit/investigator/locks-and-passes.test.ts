import { expect, it } from 'vitest';
import { stem } from '#service/investigator/facts/stem.ts';
import { askLogs } from '../../support/ask-logs.ts';

const locks = [
  ['OPEN    ', 104, 'key=master'],
  ['OPEN    ', 103, 'key=staff'],
  ['REJECTED', 104, 'key=staff'],
  ['CLOSE   ', 104, 'key=staff'],
  ['LOWBAT  ', 106, 'battery=9%'],
  ['REJECTED', 103, 'key=guest'],
  ['OPEN    ', 106, 'key=guest'],
  ['REJECTED', 104, 'key=guest'],
  ['LOWBAT  ', 103, 'battery=23%'],
  ['CLOSE   ', 106, 'key=staff'],
  ['OPEN    ', 106, 'key=staff'],
  ['CLOSE   ', 103, 'key=master'],
].map(([event, room, rest], at) => `${event} 2026-05-12 06:${10 + at}:22 room=${room} ${rest}`);

const passes = [
  ['AQUA', 13, 9.9, 'decoded 41 MB'],
  ['NOAA-19', 73, 15.7, 'decoded 24 MB'],
  ['TERRA', 5, 3.5, 'lost lock'],
  ['NOAA-19', 88, 4.5, 'lost lock'],
  ['AQUA', 71, 8.4, 'decoded 5 MB'],
  ['NOAA-19', 40, 12, 'lost lock'],
  ['TERRA', 20, 6, 'decoded 9 MB'],
  ['AQUA', 34, 7.1, 'decoded 12 MB'],
].map(
  ([satellite, elevation, snr, end], at) =>
    `2026-05-12T06:0${at}:21.000Z rx: pass of ${satellite} max elevation ${elevation} deg, snr ${snr} dB -> ${end}`,
);

const calls = [
  ['resize', true, 1500, 'Success'],
  ['notify', false, 100, 'Success'],
  ['export', false, 2400, 'OutOfMemory'],
  ['resize', false, 300, 'Success'],
  ['notify', true, 900, 'Success'],
  ['export', false, 2100, 'Timeout'],
  ['resize', false, 250, 'Success'],
  ['notify', false, 120, 'Success'],
  ['export', false, 2300, 'OutOfMemory'],
  ['resize', true, 1200, 'Success'],
].map(([name, coldStart, duration_ms, status], at) =>
  JSON.stringify({ time: `2026-05-12T06:0${at}:33Z`, function: { name, coldStart }, duration_ms, status }),
);

const lifts = [
  'Gondola: carried 7 people',
  'Gondola: stopped for 9 minutes because of wind',
  'T-bar: carried 2 people',
  'T-bar: stopped for 4 minutes because of maintenance',
  'Gondola: stopped for 30 minutes because of wind',
  'T-bar: carried 5 people',
].map((text, at) => `06:0${at}:46 ${text}`);

const desk = Array.from({ length: 40 }, (_, at) => {
  const [event, by] = [at % 3 === 0 ? 'opened' : 'closed', at % 5 < 3 ? 'pia' : 'quinn'];
  return `May 12 06:${10 + at}:21 desk1 helpdesk[311]: ticket #${7000 + ((at * 7) % 31)} ${event} by ${by}`;
});

const ask = askLogs({
  locks: ['locks.log', locks],
  passes: ['passes.log', passes],
  calls: ['calls.jsonl', calls],
  lifts: ['lifts.txt', lifts],
  desk: ['helpdesk.log', desk],
});

it.each([
  ['locks', 'how many keys were rejected?', /\b3 lines/],
  ['locks', 'which room had the most rejected keys?', /104: 2 lines/],
  ['locks', 'how many rooms are there?', /\b3 different/],
  ['locks', 'which room had the lowest battery?', /106: 9 %/],
  ['passes', 'what is the average snr?', /\b8\.39 dB/],
  ['passes', 'which satellite lost lock most often?', /NOAA-19: 2 lines/],
  ['passes', 'which satellite had the highest elevation?', /NOAA-19.*\b88\b/],
  ['passes', 'what percentage of passes lost lock?', /37\.5 %/],
  ['calls', 'how many invocations failed?', /LIKELY: 3 lines/],
  ['lifts', 'how many stops were there?', /\b3 lines/],
  ['desk', 'which agent closed the most tickets?', /pia: \d+ /],
])('tells words before the time, flags and names in one place apart: %s, %s', async (log, question, expected) => {
  expect((await ask(log, question)).headline).toMatch(expected);
});

it.each([
  ['databases', 'database'],
  ['responses', 'response'],
  ['closes', 'closed'],
  ['loses', 'lost'],
])('takes %s and %s for forms of one word', (one, other) => {
  expect(stem(one)).toBe(stem(other));
});
