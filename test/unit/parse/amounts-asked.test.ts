import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const time = (second: number) => new Date(Date.UTC(2026, 4, 2, 6, 0, second)).toISOString();
const cells = ['press-1', 'press-2', 'lathe-7'];
const cycles = Array.from({ length: 60 }, (_, index) => ({
  cell: cells[(index * 5) % 3]!,
  good: 40 + ((index * 7) % 20) - (index % 3 === 2 ? 15 : 0),
}));
const factory = cycles.map(
  ({ cell, good }, index) => `${time(index)} cell ${cell} cycle report: good=${good} scrap=${index % 4}`,
);
const goodOf = (name: string) => cycles.filter(({ cell }) => cell === name).reduce((sum, { good }) => sum + good, 0);
const fewest = cells.toSorted((a, b) => goodOf(a) - goodOf(b))[0]!;

const payments = Array.from({ length: 80 }, (_, index) => (index % 5 === 2 ? 'declined' : 'approved'));
const till = payments.map(
  (status, index) => `${time(index)} INFO till: payment ${status} merchant=m${index % 3} card=${index}`,
);
const declined = payments.filter((one) => one === 'declined').length;

const trips = Array.from({ length: 70 }, (_, index) => ({ user: ['ada', 'ben'][index % 2]!, km: index + 0.5 }));
const rides = [
  'started_at,user,distance_km,status',
  ...trips.map(({ user, km }, index) => `${time(index).slice(0, 19).replace('T', ' ')},${user},${km},ok`),
];
const km = trips.filter(({ user }) => user === 'ada').reduce((sum, one) => sum + one.km, 0);
const ask = askLogs({ factory: ['factory.log', factory], till: ['till.log', till], rides: ['rides.csv', rides] });

it.each([
  ['factory', 'which cell made the fewest good parts?', `${fewest}: `],
  ['factory', 'how many good parts did press-1 make?', `: ${goodOf('press-1').toLocaleString('en')} `],
  ['till', 'share of declined payments', `${declined} of 80`],
  ['till', 'percentage of payments declined', `${declined} of 80`],
  ['rides', 'how many kilometers did ada ride in total?', `: ${km.toLocaleString('en')} km`],
])('adds up and shares %s: %s', async (log, question, expected) => {
  expect((await ask(log, question)).answer).toContain(expected);
});
