import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const time = (second: number) => new Date(Date.UTC(2026, 4, 2, 6, 0, second)).toISOString();
const isMissed = (index: number) => index % 4 === 1;
const stops = Array.from({ length: 40 }, (_, index) =>
  isMissed(index)
    ? `${time(index)} WARN rider: stop S${1000 + index} not delivered: nobody home`
    : `${time(index)} INFO rider: stop S${1000 + index} delivered to front door`,
);
const delivered = stops.length - stops.filter((_, index) => isMissed(index)).length;

const stations = ['Library', 'Market', 'Museum', 'Park'];
const trips = Array.from({ length: 60 }, (_, index) => ({
  from: stations[(index * 7) % 4]!,
  to: stations[(index * 5 + 1) % 4]!,
}));
const rides = [
  'started_at,ride_id,rider,from_station,to_station',
  ...trips.map(
    ({ from, to }, index) =>
      `${time(index).slice(0, 19).replace('T', ' ')},${5000 + index},r${index % 6},${from},${to}`,
  ),
];
const tasks = Array.from({ length: 30 }, (_, index) => {
  const task = ['sync-users', 'backup-db', 'cleanup-tmp'][index % 3]!;
  if (task === 'cleanup-tmp') return `${time(index)} INFO cron: started task=cleanup-tmp`;
  return `${time(index)} ${index % 4 === 1 ? 'ERROR' : 'INFO'} cron: ${index % 4 === 1 ? 'failed' : 'completed'} task=${task}`;
});
const ask = askLogs({
  tasks: ['tasks.log', tasks],
  stops: ['stops.log', stops],
  rides: ['rides.csv', rides],
});

const fromMuseum = trips.filter(({ from }) => from === 'Museum').length;

it.each([
  ['stops', 'how many stops were delivered?', `CONFIRMED: ${delivered} `],
  ['rides', 'how many rides per start station?', `Museum: ${fromMuseum}`],
  ['rides', 'start stations with number of rides', `Museum: ${fromMuseum}`],
])('counts %s: %s', async (log, question, expected) => {
  expect((await ask(log, question)).answer).toContain(expected);
});

it('counts none where the lines tell of others that failed', async () => {
  expect((await ask('tasks', 'how many times did cleanup-tmp fail?')).headline).toContain('CONFIRMED: None');
});

it.each([
  ['rides', 'where did ride 5003 end?', '5003 is'],
  ['stops', 'was there a moment without rider and without door?', 'No:'],
])('does not make up an answer from %s: %s', async (log, question, unexpected) => {
  expect((await ask(log, question)).headline).not.toContain(unexpected);
});
